import { addDays, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { TaxTipFields } from '#domain/tax-tips/tax-tip.ts'
import type { Services } from '../services/context.ts'
import { inTransaction } from '../storage/in-transaction.ts'
import { updateTipStatus, upsertTip } from '../storage/tax-tips/tax-tips.ts'
import { DEMO_COMPANIES } from './demo-companies.ts'
import { demoId } from './seeded-random.ts'

type DemoTip = Omit<TaxTipFields, 'day'> & { readonly key: string; readonly daysAgo: number }

/** Rules that hold from year to year; amounts that change each July are left out. */
const TIPS: readonly DemoTip[] = [
  {
    key: 'return',
    daysAgo: 9,
    titleEn: 'VAT return by the 20th',
    textEn:
      'Send the VAT return of a month, and pay its VAT, by the 20th of the next month. When the 20th is a weekend or a holiday, the next working day counts.\n\nThe sales report and the VAT worksheet of Risiti give you the figures.',
    titleSw: 'Ritani ya VAT kabla ya tarehe 20',
    textSw:
      'Wasilisha ritani ya VAT ya mwezi, na ulipe VAT yake, kabla ya tarehe 20 ya mwezi unaofuata. Tarehe 20 ikiwa wikiendi au sikukuu, siku ya kazi inayofuata ndiyo ya mwisho.\n\nRipoti ya mauzo na jedwali la VAT la Risiti vinakupa takwimu.',
  },
  {
    key: 'records',
    daysAgo: 40,
    titleEn: 'Keep your records for five years',
    textEn:
      'Receipts, invoices and books are kept for at least five years. Photograph paper receipts when you record an expense: thermal paper fades within months.',
    titleSw: 'Tunza kumbukumbu kwa miaka mitano',
    textSw:
      'Risiti, ankara na vitabu vya hesabu hutunzwa kwa angalau miaka mitano. Piga picha risiti za karatasi unapoandika gharama: maandishi yake hufifia baada ya miezi michache.',
  },
  {
    key: 'demand',
    daysAgo: 75,
    titleEn: 'Give a receipt, demand a receipt',
    textEn:
      'A fiscal receipt is given for every sale, also when the customer does not ask for one. When you buy for the shop, ask for it: without it, input VAT cannot be deducted.',
    titleSw: 'Ukiuza toa risiti, ukinunua dai risiti',
    textSw:
      'Risiti ya EFD hutolewa kwa kila mauzo, hata mteja asipoiomba. Unaponunua kwa ajili ya duka, idai: bila risiti huwezi kudai VAT ya manunuzi.',
  },
]

/** Publishes the tips of the main company's organization; a second run writes the same ones. */
export async function seedTaxTips({ db, clock }: Services): Promise<void> {
  const at = toInstant(clock.now())
  const scope = { organizationId: demoId(`organization ${DEMO_COMPANIES[0].organization}`) }
  await inTransaction(db, async (tx) => {
    for (const { key, daysAgo, ...texts } of TIPS) {
      const id = demoId(`tax tip ${key}`)
      await upsertTip(tx, scope, id, { ...texts, day: addDays(fiscalDayOf(at), -daysAgo) }, at)
      await updateTipStatus(tx, scope, id, 'published', at)
    }
  })
}
