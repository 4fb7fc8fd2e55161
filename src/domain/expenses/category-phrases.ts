import type { ExpenseCategory } from './expense.ts'

/**
 * What a Tanzanian shop buys and pays, in both languages, one phrase between commas: what the categories are suggested
 * from before the company has confirmed any expense. `OTHER` has none: it is what a person chooses when nothing fits.
 */
export const CATEGORY_PHRASES: Readonly<Record<Exclude<ExpenseCategory, 'OTHER'>, string>> = {
  STOCK: `stock for the shop, goods for resale, mali ya duka, bidhaa za kuuza, bidhaa, mzigo wa duka, wholesale goods,
    bidhaa za jumla, carton, katoni, sugar, sukari kilo, rice, mchele gunia, maize flour, unga wa sembe, unga wa ngano,
    wheat flour, mahindi, maharage, beans, cooking oil, mafuta ya kula, mafuta ya alizeti, sunflower oil, korie, soap,
    sabuni ya kufulia, sabuni ya mche, washing powder omo, soda crates, kreti za soda, coca cola, pepsi, juice, juisi,
    azam, bottled water to sell, katoni za maji ya kunywa ya kuuza, beer, bia kreti, sigara, cigarettes, bread, mkate,
    milk, maziwa, tea leaves, majani ya chai, chumvi, salt, biskuti, biscuits, sweets, pipi, batteries, betri, mayai,
    tray of eggs, nyanya, tomatoes, vitunguu, onions, viazi, potatoes, samaki, fish, dagaa, nyama kilo, beef, kuku,
    chicken, nguo, clothes, mitumba, second hand clothes bale, viatu, shoes, kanga, vitenge, lotion, vipodozi, cosmetics,
    dawa ya meno, toothpaste, pampers, diapers, pedi, saruji, cement bags, misumari, nails, mabati, roofing sheets, rangi
    ya kuuza, dawa za binadamu, medicines, panadol, mbolea, fertilizer, mbegu, seeds, ndizi, matunda, fruit, mboga,
    vegetables, karanga, groundnuts, asali, spices, viungo, pilipili, margarine, blue band, tambi, pasta, spaghetti, nazi,
    toilet paper rolls to sell, phone chargers, earphones, simu za kuuza, vyombo, sufuria, plates and cups, vinywaji,
    drinks, perfume, mafuta ya kujipaka, nywele, wigs, unga wa dona, tomato paste, kiberiti, matches, mishumaa, candles,
    madaftari ya kuuza, school bags, toys`,
  RENT: `rent, shop rent, house rent, monthly rent, kodi ya pango, kodi ya nyumba, kodi ya duka, pango, pango la mwezi,
    kodi ya fremu, fremu, frame rent, kodi ya chumba, office rent, warehouse rent, kodi ya ghala, store rent, landlord,
    mwenye nyumba, lease, lease of premises, kupanga, market stall fee, ada ya kizimba, kibanda, meza ya soko, kodi ya
    jengo, rent deposit, stall rent, kodi ya ofisi, kodi ya miezi mitatu, six months rent, ground rent, kodi ya ardhi`,
  ELECTRICITY: `electricity, electric bill, umeme, luku, token za umeme, tanesco, luku token, luku units, power bill,
    bili ya umeme, kununua umeme, units za umeme, prepaid electricity, malipo ya umeme, electricity token, mita ya umeme,
    power tokens, stima, kilowatt, kwh, umeme wa duka, solar power payment, umeme wa jua`,
  WATER: `water bill, bili ya maji, dawasa, dawasco, ankara ya maji, water supply, water utility, maji ya bomba, water
    tank refill, boza la maji, madumu ya maji, mwauwasa, auwsa, mbeya wssa, sewerage, majitaka, water meter, mita ya maji,
    malipo ya maji, water board, water delivery truck, kisima, maji ya kusafishia, tap water`,
  FUEL: `fuel, petrol, petroli, diesel, dizeli, mafuta ya gari, mafuta ya pikipiki, mafuta ya bodaboda, mafuta ya
    jenereta, generator fuel, litres of petrol, lita za dizeli, puma energy, total energies, oryx, lake oil, gbp station,
    oilcom, petrol station, kituo cha mafuta, sheli, unleaded, super petrol, kerosene, mafuta ya taa, engine oil, oil ya
    injini, gasoline, cng gas, gesi ya gari, kujaza mafuta, fuel for the car, fuel for motorbike, ago, pms`,
  TRANSPORT: `transport, usafiri, nauli, bus fare, nauli ya basi, daladala, bodaboda, boda, bajaji, taxi, teksi, uber,
    bolt ride, kusafirisha mzigo, usafirishaji, delivery, freight, cargo, kubeba mizigo, porter, mkokoteni, kuli, lori,
    truck hire, kukodi gari, kukodi lori, car hire, parking, maegesho, ada ya maegesho, toll, ferry, kivuko, courier,
    posta, parcel, kifurushi, air ticket, tiketi ya ndege, train ticket, tiketi ya treni, sgr, shipping, clearing and
    forwarding, bandari, port charges, loading and offloading, kupakia na kushusha, kupakua, tiketi, trip, safari,
    dhl, delivery of goods, canter, fuso, guta, toyo`,
  SALARIES: `salary, salaries, mshahara, mishahara, mshahara wa mwezi, wages, ujira, casual labour, vibarua, kibarua,
    daily wage, posho, posho ya mfanyakazi, allowance, overtime, wafanyakazi, staff pay, payroll, nssf, psssf, wcf, paye,
    sdl, bonus, commission for seller, kamisheni ya muuzaji, mlinzi, guard salary, malipo ya mlinzi, security guard, dada
    wa duka, muuza duka, shop assistant, house help, mfanya usafi, cleaner wage, mafao, leave pay, advance on salary,
    malipo ya kijana wa duka, employee`,
  OFFICE: `stationery, office supplies, vifaa vya ofisi, karatasi, rim ya karatasi, a4 paper ream, kalamu, pens, pencils,
    penseli, daftari la ofisi, notebook, receipt book, kitabu cha risiti, faili, file folder, stapler, printing, kuchapa,
    photocopy, kutoa kopi, kopi, printer ink, wino wa printa, toner cartridge, thermal paper, roll za efd, karatasi za efd,
    pos rolls, envelopes, bahasha, calculator, kikokotoo, stamp, muhuri, office chair, kiti cha ofisi, desk, meza ya
    ofisi, shelves, shelfu, computer, kompyuta, laptop, printer, mouse, keyboard, software, subscription, accounting
    software, cleaning supplies, vifaa vya usafi, fagio, broom, mop, dekio, dustbin, packaging bags, mifuko, bags for
    customers, bango, signboard, advertisement, tangazo, business cards, glue, gundi, tape, flash disk, scanner`,
  TELECOM: `airtime, vocha, muda wa maongezi, voucher, bundle, bando, kifurushi cha intaneti, internet, intaneti, data
    bundle, wifi, router, vodacom, airtel, tigo, yas, halotel, ttcl, zantel, phone bill, bili ya simu, sim card, laini ya
    simu, sms bundle, fibre, starlink, zuku, modem, salio, kuongeza salio, mobile data, gb, dakika, minutes, hosting,
    domain name, website, dstv, king'amuzi, startimes, azam tv, call credit, telephone`,
  REPAIRS: `repair, repairs, matengenezo, kutengeneza, ukarabati, fundi, fundi umeme, fundi bomba, plumber, electrician,
    mechanic, fundi gari, car service, service ya gari, service ya pikipiki, spare parts, vipuri, tyre, tairi, puncture,
    pancha, kubadilisha oil, brake pads, breki, welding, kuchomelea, painting the shop, kupaka rangi, fridge repair,
    kutengeneza friji, maintenance, matunzo, kufunga kufuli, lock, kufuli, padlock, door repair, kutengeneza mlango, roof
    repair, kuziba paa, carpenter, seremala, replace bulb, balbu, taa, switch, socket, soketi, wiring, waya za umeme,
    pipe, bomba limepasuka, phone repair, kutengeneza simu, screen replacement, kioo cha simu, generator service, panel
    beating, battery replacement for car, window glass, kioo cha dirisha, labour charge of mechanic, kukarabati`,
  BANK_FEES: `bank charges, bank fee, makato ya benki, ada ya benki, gharama za benki, ledger fee, monthly account fee,
    ada ya akaunti, transaction fee, makato, ada ya kutuma pesa, withdrawal fee, ada ya kutoa pesa, kutoa pesa, mpesa
    charges, makato ya mpesa, tozo, tozo za miamala, wakala, transfer fee, swift charges, loan interest, riba, riba ya
    mkopo, rejesho la mkopo, loan repayment, crdb, nmb, nbc, pos machine fee, atm fee, cheque book, kitabu cha hundi,
    overdraft, insurance premium, bima, lipa namba charges, levy on transfer, bank statement, exchange commission`,
  MEALS: `lunch, chakula cha mchana, breakfast, kifungua kinywa, chai ya asubuhi, dinner, chakula cha jioni, meals, chakula
    cha wafanyakazi, staff lunch, mgahawa, restaurant, hotel food, mama lishe, mama ntilie, wali maharage, ugali, chips
    mayai, chipsi, pilau, biriani, nyama choma, mishkaki, supu, chapati, vitafunio, snacks, tea for staff, coffee, kahawa,
    refreshments, viburudisho, maji ya kunywa ya wafanyakazi, drinks for guests, catering, msosi, food for meeting, chakula
    cha kikao, takeaway, bites, maandazi, sambusa, cafe, bar and grill`,
}
