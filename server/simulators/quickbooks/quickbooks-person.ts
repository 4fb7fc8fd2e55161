import { fieldsOf, textOf } from '../accounting/figures.ts'
import { type PersonInvoice, taxedAmounts } from '../accounting/person-invoice.ts'
import { type QboCompany, type QboLine, type QboSale, takeId } from './quickbooks-ledger.ts'

function customerId(company: QboCompany, name: string, tin: string): string {
  const known = company.customers.find(({ DisplayName }) => DisplayName.toLowerCase() === name.toLowerCase())
  if (known) return known.Id
  const customer = { Id: takeId(company), DisplayName: name, Notes: tin === '' ? '' : `TIN ${tin}` }
  company.customers.push(customer)
  return customer.Id
}

type Discounted = Pick<QboSale, 'pinned' | 'discount' | 'total' | 'tax'>

/**
 * Takes a discount off a whole invoice: each rate bears its share of it, and its tax is computed once over what is left,
 * or (after tax) as if there were no discount.
 */
function discounted(
  { taxRates }: QboCompany,
  lines: readonly QboLine[],
  { amounts, discount: { cents, afterTax } }: PersonInvoice,
): Discounted {
  const isInclusive = amounts === 'inclusive'
  const sumOf = (own: readonly QboLine[]) =>
    own.reduce((sum, { gross, net }) => sum + (isInclusive ? gross : net), 0)
  const all = sumOf(lines)
  const pinned: Record<string, number> = {}
  const taxable: Record<string, number> = {}
  let [seen, shared, net] = [0, 0, 0]
  for (const rate of new Set(lines.map((line) => line.rate))) {
    const sum = sumOf(lines.filter((line) => line.rate === rate))
    seen += sum
    // Shares are rounded on the way, so that they add up.
    const share = Math.round((cents * seen) / all) - shared
    shared += share
    const percent = taxRates.find(({ Id }) => Id === rate)?.RateValue ?? 0
    const taxed = taxedAmounts(sum - (afterTax ? 0 : share), percent, amounts)
    pinned[rate] = taxed.tax
    taxable[rate] = taxed.gross - taxed.tax
    net += taxed.gross - taxed.tax
  }
  const tax = Object.values(pinned).reduce((sum, one) => sum + one, 0)
  const total = net + tax - (afterTax ? cents : 0)
  return { pinned, tax, total, discount: { amount: cents, taxable } }
}

/** Books what a person types: any currency, amounts with or without tax, lines below zero. */
export function writeAsPerson(company: QboCompany, given: PersonInvoice, now: number, id?: string): string {
  const known = company.sales.find((sale) => sale.id === id)
  const lines = given.lines.map(({ text, quantity, cents, tax: code }): QboLine => {
    const rate = company.taxCodes.find(({ Id }) => Id === code)?.rate ?? ''
    const percent = company.taxRates.find(({ Id }) => Id === rate)?.RateValue ?? 0
    const { gross, tax } = taxedAmounts(cents, percent, given.amounts)
    return { text, quantity, item: '7', code, rate, gross, net: gross - tax }
  })
  const sale: QboSale = {
    ...{ id: known?.id ?? takeId(company), kind: 'Invoice', number: given.number, date: given.date },
    ...{ customer: customerId(company, given.customer, given.tin), note: given.reference, lines },
    ...{ currency: given.currency, amounts: given.amounts, updatedAt: now, pinned: {} },
    ...{ version: (known?.version ?? -1) + 1, voided: false },
    total: lines.reduce((sum, { gross }) => sum + gross, 0),
    tax: lines.reduce((sum, { gross, net }) => sum + gross - net, 0),
    ...(given.discount.cents > 0 && discounted(company, lines, given)),
  }
  if (known) Object.assign(known, sale)
  else company.sales.push(sale)
  for (const payment of company.payments) if (payment.invoice === sale.id) payment.amount = 0
  for (const { account, cents } of given.paid)
    company.payments.push({
      ...{ id: takeId(company), invoice: sale.id, customer: sale.customer, date: given.date, account },
      ...{ note: '', amount: cents, credit: '', applied: 0, version: 0 },
    })
  return sale.id
}

/** Money of an invoice that is gone stays as a credit of the customer; what was applied is free again. */
function freePayments({ payments }: QboCompany, id: string): void {
  for (const payment of payments)
    if (payment.invoice === id) Object.assign(payment, { invoice: '', applied: 0 })
}

/** Deletes an invoice, as a person may. */
export function deleteAsPerson(company: QboCompany, id: string): boolean {
  const index = company.sales.findIndex((known) => known.id === id)
  if (index < 0) return false
  company.sales.splice(index, 1)
  freePayments(company, id)
  return true
}

/** Voids an invoice, as a person may with one tap. */
export function voidAsPerson(company: QboCompany, id: string, now: number): boolean {
  const sale = company.sales.find((known) => known.id === id)
  if (!sale) return false
  freePayments(company, id)
  Object.assign(sale, { total: 0, tax: 0, voided: true, note: `Voided - ${sale.note}`, updatedAt: now })
  sale.version += 1
  return true
}

/** Saves an entry without a change, as a person may; its version is another one then. */
export function touchEntry({ sales, payments }: QboCompany, body: string): void {
  const id = textOf(fieldsOf(JSON.parse(body))['Id'])
  for (const entry of [...sales, ...payments]) if (entry.id === id) entry.version += 1
}
