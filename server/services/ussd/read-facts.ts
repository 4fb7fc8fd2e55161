import { dayText, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { isVatRegistered, mayBeUnpaid } from '#domain/companies/company.ts'
import type { ProviderContact } from '#domain/contact/provider-contact.ts'
import { phoneText } from '#domain/identity/phone.ts'
import { type Invoice, PAYMENT_TYPES } from '#domain/invoices/invoice.ts'
import { letterTotals } from '#domain/invoices/invoice-totals.ts'
import { sumCents, toCents } from '#domain/money/cents.ts'
import { rateOn } from '#domain/tax/rate-table.ts'
import { taxLetter } from '#domain/tax/tax-type.ts'
import { dialedCode } from '#domain/ussd/ussd-code.ts'
import { draftTotal, isJustDialled, isLikeSale, type UssdDraft } from '#domain/ussd/ussd-draft.ts'
import type { UssdFacts, UssdReceipt, UssdToday } from '#domain/ussd/ussd-state.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import { listLastReceipts, listProductsOnSale, sumDay } from '../../storage/ussd/company-facts.ts'
import type { UssdPhone } from '../../storage/ussd/phones.ts'
import { companyScope, type ServiceContext } from '../context.ts'
import { readCompanyRates } from '../fiscal/company-rates.ts'
import { onlySalesOf } from '../visible-sales.ts'

const MENU_PRODUCTS = 40
const MENU_RECEIPTS = 9

/** How people get help, where the guide is, and whether text messages are sent. */
export type UssdHelp = {
  readonly contact: ProviderContact
  readonly guide: string
  readonly sendsSms: boolean
}

function receiptOf({ id, receipt, totals, status }: Invoice): UssdReceipt[] {
  if (receipt === null) return []
  return [
    {
      ...{ id, status, code: receipt.rctvnum, total: totals.totalIncludingTax },
      day: dayText(receipt.issuedDay),
      time: receipt.issuedTime.slice(0, 5),
    },
  ]
}

/** What the screens show, read for one request of a registered number. */
export async function readUssdFacts(
  context: ServiceContext,
  phone: Pick<UssdPhone, 'language' | 'user_id'>,
  help: UssdHelp,
): Promise<UssdFacts> {
  const { db, clock } = context
  const scope = companyScope(context)
  const { company } = await getCompanyRecord(db, scope)
  const vatRegistered = isVatRegistered(company)
  const products = await listProductsOnSale(db, scope, MENU_PRODUCTS)
  const receipts = await listLastReceipts(db, scope, {
    operatorId: onlySalesOf(context),
    limit: MENU_RECEIPTS,
  })
  const rates = await readCompanyRates(db, scope)
  const now = clock.now()
  const today = fiscalDayOf(toInstant(now))
  const last = receipts.find((one) => one.operatorId === phone.user_id && isJustDialled(one, now))
  return {
    language: phone.language,
    company: company.name,
    blocked: company.blockedByTra,
    vatRegistered,
    payments: [
      ...PAYMENT_TYPES.filter((type) => company.choices?.paymentTypes.includes(type) ?? true),
      ...(mayBeUnpaid(company.choices) ? [null] : []),
    ],
    products: products.map(({ id, name, taxType }) => ({ id, name, taxType })),
    receipts: receipts.flatMap(receiptOf),
    last: (last && receiptOf(last)[0]) ?? null,
    rateOf: (taxType) => rateOn(rates, taxType, today, vatRegistered),
    vatOf: (draft: UssdDraft) =>
      sumCents(
        letterTotals(
          draft.lines.flatMap((line) => {
            const rate = rateOn(rates, line.taxType, today, vatRegistered)
            const letter = taxLetter(line.taxType, vatRegistered)
            return rate === undefined ? [] : [{ letter, rate, gross: draftTotal({ lines: [line] }) }]
          }),
        ).map(({ tax }) => tax),
      ),
    isRepeated: (draft: UssdDraft) => receipts.some((invoice) => isLikeSale(draft, invoice, now)),
    dial: dialedCode(company.settings),
    ...helpTexts(help),
  }
}

/** The part of the facts that needs no company. */
export function helpTexts({
  contact,
  ...rest
}: UssdHelp): Pick<UssdFacts, 'helpPhone' | 'guide' | 'sendsSms'> {
  return { helpPhone: contact.phone === null ? '-' : phoneText(contact.phone), ...rest }
}

/** The figures of today, of what the caller sees. */
export async function readToday(context: ServiceContext): Promise<UssdToday> {
  const day = fiscalDayOf(toInstant(context.clock.now()))
  const { total, vat, ...counts } = await sumDay(context.db, companyScope(context), {
    operatorId: onlySalesOf(context),
    day,
  })
  return { day: dayText(day), ...counts, total: toCents(total), vat: toCents(vat) }
}
