/** Receipts in the authority's layout, made up: what is printed, and what a reader must find in it. */
export type MadeReceipt = {
  readonly name: string
  readonly lines: readonly string[]
  readonly qr: string
  readonly expected: Readonly<Record<string, string>>
}

const SHOPS = [
  'DUKA LA MFANO',
  'KARIAKOO WHOLESALERS LTD',
  'MAMA ASHA SUPPLIES',
  'UBUNGO HARDWARE STORE',
] as const
const GOODS = [
  ['SUKARI KILO', 3_000],
  ['UNGA WA SEMBE', 1_850],
  ['CEMENT 50KG', 16_500],
  ['MAFUTA YA KULA', 7_200],
  ['SABUNI YA MCHE', 2_600],
  ['PAINT BRUSH', 2_360],
  ['SODA KRETI', 14_000],
] as const

function money(shillings: number): string {
  return shillings.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

/** The receipt with a number: three items in one of four layouts, tax at 18 percent in every price. */
export function makeReceipt(number: number): MadeReceipt {
  const layout = number % 4
  const shop = SHOPS[number % SHOPS.length] ?? SHOPS[0]
  const items = [0, 1, 2].map((at) => {
    const [description, price] = GOODS[(number * 3 + at * 2) % GOODS.length] ?? GOODS[0]
    const quantity = ((number + at) % 4) + 1
    return { description, quantity, price, amount: price * quantity }
  })
  const total = items.reduce((sum, { amount }) => sum + amount, 0)
  const net = Math.round((total * 100) / 1.18) / 100
  const tin = String(999_000_100 + number * 7)
  const vrn = `99${String(100_000 + number * 31).slice(-6)}${'AZKTX'[number % 5]}`
  const serial = `10TZ${String(199_000 + number * 13)}`
  const phone = `2557000001${String(10 + number)}`
  const receiptNumber = String(40 + number)
  const code = `${['SIM7QX', 'A4C9KT', 'F2E8HM', '7D30VN'][layout]}${40 + number}`
  const day = String(1 + (number % 28)).padStart(2, '0')
  const time = `1${number % 10}:${String(10 + number)}:0${number % 10}`
  const sign = layout % 2 === 0 ? '-' : '/'
  const printed = items.flatMap(({ description, quantity, price, amount }) => {
    if (layout === 0) return [`${description}  ${quantity}  ${money(amount)} A`]
    if (layout === 1) return [description, `  ${quantity} x ${money(price)}    ${money(amount)} A`]
    if (layout === 2) return [`${description} ${quantity} ${money(amount)}`]
    return [`${description}`, `${quantity} @ ${money(price)} ${money(amount)} (A)`]
  })
  return {
    name: `receipt-${number}`,
    qr: `https://verify.tra.go.tz/${code}_${time.replaceAll(':', '')}`,
    expected: {
      ...{ name: shop, phone, tin, vrn, serial, number: receiptNumber, day: `2026-03-${day}`, time, code },
      ...Object.fromEntries(
        items.flatMap(({ description, amount }, at) => [
          [`item ${at + 1}`, description],
          [`amount ${at + 1}`, String(amount * 100)],
        ]),
      ),
      ...{ net: String(Math.round(net * 100)), tax: String(Math.round(total * 100) - Math.round(net * 100)) },
      total: String(total * 100),
    },
    lines: [
      '*** START OF LEGAL RECEIPT ***',
      shop,
      ...(layout === 1 ? ['P.O BOX 4512 DAR ES SALAAM'] : []),
      `MOBILE: ${phone}`,
      `TIN: ${tin}`,
      `VRN: ${vrn}`,
      `SERIAL NO: ${serial}`,
      ...(layout === 3 ? [`UIN: 09VFDWEBAPI-101${tin}${serial}`] : []),
      'TAX OFFICE: KARIAKOO',
      'CUSTOMER NAME: n/a',
      'CUSTOMER ID TYPE: NIL',
      `RECEIPT ${layout === 2 ? 'NUMBER' : 'NO'}: ${receiptNumber}`,
      'Z NUMBER: 2/20260302',
      `${layout === 3 ? 'DATE' : 'RECEIPT DATE'}: ${day}${sign}03${sign}2026`,
      `${layout === 3 ? 'TIME' : 'RECEIPT TIME'}: ${time}`,
      ...(layout === 0 ? ['Description  Qty  Amount'] : []),
      ...printed,
      `TOTAL EXCL OF TAX: ${money(net)}`,
      ...(layout < 2 ? [`TAX RATE A (18%) ${money(total - net)}`] : []),
      `TOTAL TAX: ${money(total - net)}`,
      `TOTAL INCL OF TAX: ${money(total)}`,
      'RECEIPT VERIFICATION CODE',
      code,
      '*** END OF LEGAL RECEIPT ***',
    ],
  }
}
