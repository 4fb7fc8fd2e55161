import {
  centsOf,
  type Fields,
  fieldsOf,
  listOf,
  taxInside,
  textOf,
  unknownField,
} from '../accounting/figures.ts'

export type QboTaxRate = { readonly Id: string; readonly Name: string; readonly RateValue: number }
export type QboTaxCode = { readonly Id: string; readonly Name: string; readonly rate: string }
export type QboNamed = { readonly Id: string; readonly Name: string; readonly Type: string }
export type QboCustomer = {
  readonly Id: string
  DisplayName: string
  readonly Notes: string
  inactive?: boolean
  version?: number
}
/** A line in cents. */
export type QboLine = {
  readonly text: string
  readonly quantity: number
  readonly item: string
  readonly code: string
  readonly rate: string
  readonly gross: number
  readonly net: number
}
export type QboSale = {
  readonly id: string
  readonly kind: 'Invoice' | 'RefundReceipt' | 'CreditMemo'
  readonly number: string
  customer: string
  readonly date: string
  readonly note: string
  readonly currency: string
  readonly amounts: 'inclusive' | 'exclusive' | 'none'
  readonly lines: readonly QboLine[]
  /** Tax by rate, where it is not that of the lines. */
  readonly pinned: Readonly<Record<string, number>>
  /** A discount over the whole invoice, and what is taxed of each rate. */
  readonly discount?: { readonly amount: number; readonly taxable: Readonly<Record<string, number>> }
  updatedAt: number
  /** Cents. */
  total: number
  tax: number
  version: number
  voided: boolean
}
export type QboPayment = {
  readonly id: string
  /** Empty: it pays nothing, and is a credit of the customer. */
  invoice: string
  customer: string
  readonly date: string
  readonly note: string
  readonly account: string
  amount: number
  /** A payment of nothing that applies a credit memo: the memo, and how much of it. */
  readonly credit: string
  applied: number
  version: number
}
/** A file or a note of an invoice. */
export type QboAttachable = {
  readonly id: string
  readonly invoice: string
  readonly fileName: string
  readonly note: string
  readonly size: number
}
export type QboCompany = {
  readonly id: string
  readonly name: string
  readonly currency: string
  /** Whether it keeps our numbers. */
  ownNumbers: boolean
  /** Nothing may be booked up to this day. */
  closedUntil: string
  /** Whether pinned tax is honoured, or computed again. */
  honoursTax: boolean
  nextId: number
  readonly taxRates: readonly QboTaxRate[]
  readonly taxCodes: readonly QboTaxCode[]
  readonly accounts: readonly QboNamed[]
  readonly items: readonly QboNamed[]
  readonly customers: QboCustomer[]
  readonly sales: QboSale[]
  readonly payments: QboPayment[]
  readonly attachables: QboAttachable[]
}

export type QboFault = {
  readonly code: string
  readonly message: string
  readonly status: number
}
export type Booked<T> = { readonly value: T } | { readonly fault: QboFault }

export const refuse = (code: string, message: string) => ({ fault: { code, message, status: 400 } })

/** Books of an earlier release, without what this one added. */
export function completeCompany(company: QboCompany): QboCompany {
  const sales = company.sales.map((sale) => ({
    ...{ lines: [], pinned: {}, amounts: 'inclusive' as const, currency: company.currency, updatedAt: 0 },
    ...sale,
  }))
  const payments = company.payments.map((payment) => Object.assign({ credit: '', applied: 0 }, payment))
  return Object.assign({ attachables: [] }, company, { sales, payments })
}

export function newQboCompany(id: string, name: string, currency: string): QboCompany {
  return {
    ...{ id, name, currency, ownNumbers: true, closedUntil: '2020-12-31', honoursTax: true, nextId: 100 },
    taxRates: [
      { Id: '9', Name: 'VAT 18%', RateValue: 18 },
      { Id: '10', Name: 'Zero rated', RateValue: 0 },
      { Id: '11', Name: 'Exempt', RateValue: 0 },
      { Id: '12', Name: 'Special relief', RateValue: 0 },
      { Id: '13', Name: 'No VAT', RateValue: 0 },
    ],
    taxCodes: [
      { Id: '5', Name: '18% VAT', rate: '9' },
      { Id: '6', Name: 'Zero rated', rate: '10' },
      { Id: '7', Name: 'Exempt', rate: '11' },
      { Id: '8', Name: 'Special relief', rate: '12' },
      { Id: '14', Name: 'No VAT', rate: '13' },
    ],
    accounts: [
      { Id: '35', Name: 'Cash on hand', Type: 'Bank' },
      { Id: '36', Name: 'NMB Bank', Type: 'Bank' },
      { Id: '37', Name: 'M-Pesa', Type: 'Bank' },
      { Id: '79', Name: 'Sales of goods', Type: 'Income' },
    ],
    items: [
      { Id: '7', Name: 'Sales', Type: 'Service' },
      { Id: '8', Name: 'Hours', Type: 'Service' },
    ],
    ...{ customers: [], sales: [], payments: [], attachables: [] },
  }
}

export function takeId(company: QboCompany): string {
  company.nextId += 1
  return String(company.nextId)
}

/** Whether a document may name a customer. */
export function customerRefusal({ customers }: QboCompany, id: string) {
  const customer = customers.find((known) => known.Id === id)
  if (!customer) return refuse('2500', 'Invalid Reference Id: CustomerRef')
  return customer.inactive
    ? refuse('610', "Object Not Found : Something you're trying to use has been made inactive.")
    : undefined
}

const SALE_FIELDS = [
  ...['CustomerRef', 'TxnDate', 'DueDate', 'DocNumber', 'GlobalTaxCalculation', 'PrivateNote', 'Line'],
  ...['TxnTaxDetail', 'DepositToAccountRef', 'CurrencyRef'],
]

function readLine(company: QboCompany, line: Fields): QboLine | QboFault {
  const fault = (code: string, message: string): QboFault => ({ code, message, status: 400 })
  const unknown = unknownField(line, ['DetailType', 'Amount', 'Description', 'SalesItemLineDetail'])
  if (unknown !== undefined) return fault('2010', `Property ${unknown} of a line is unknown`)
  const detail = fieldsOf(line['SalesItemLineDetail'])
  const item = textOf(fieldsOf(detail['ItemRef'])['value'])
  // Without an item the amount counts nothing, as in the real service.
  const text = textOf(line['Description'])
  if (item === '') return { text, quantity: 1, item, code: '14', gross: 0, net: 0, rate: '13' }
  if (!company.items.some(({ Id }) => Id === item)) return fault('2500', 'Invalid Reference Id: ItemRef')
  const code = company.taxCodes.find(({ Id }) => Id === textOf(fieldsOf(detail['TaxCodeRef'])['value']))
  if (!code) return fault('2500', 'Invalid Reference Id: TaxCodeRef')
  const [net, gross] = [centsOf(line['Amount']), centsOf(detail['TaxInclusiveAmt'])]
  if (net === undefined || gross === undefined || net > gross)
    return fault('6070', 'Amount is not equal to UnitPrice * Qty')
  return { text, quantity: 1, item, code: code.Id, gross, net, rate: code.rate }
}

function ownTax(company: QboCompany, lines: readonly QboLine[]): Map<string, number> {
  const taxes = new Map<string, number>()
  for (const { Id, RateValue } of company.taxRates) {
    const own = lines.filter(({ rate }) => rate === Id)
    if (own.length === 0) continue
    taxes.set(
      Id,
      taxInside(
        own.reduce((sum, { gross }) => sum + gross, 0),
        RateValue,
      ),
    )
  }
  return taxes
}

/** The tax of a sale for each rate. */
export function taxByRate({ lines, pinned }: QboSale): Map<string, number> {
  const taxes = new Map<string, number>()
  for (const { rate, gross, net } of lines) taxes.set(rate, (taxes.get(rate) ?? 0) + gross - net)
  for (const [rate, tax] of Object.entries(pinned)) taxes.set(rate, tax)
  return taxes
}

/** Books an invoice, a refund or a credit memo; computes tax per rate over the sum, unless the request pins it within five cents. */
export function createSale(
  company: QboCompany,
  kind: QboSale['kind'],
  given: Fields,
  now: number,
): Booked<QboSale> {
  const unknown = unknownField(given, SALE_FIELDS)
  if (unknown !== undefined) return refuse('2010', `Property ${unknown} is unknown`)
  const customer = textOf(fieldsOf(given['CustomerRef'])['value'])
  const refused = customerRefusal(company, customer)
  if (refused) return refused
  if (given['GlobalTaxCalculation'] !== 'TaxInclusive')
    return refuse('2020', 'GlobalTaxCalculation is missing')
  const date = textOf(given['TxnDate'])
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return refuse('2020', 'TxnDate is missing')
  if (date <= company.closedUntil) return refuse('6200', 'The accounting period has closed')
  const account = textOf(fieldsOf(given['DepositToAccountRef'])['value'])
  if (kind === 'CreditMemo' && account !== '') return refuse('2010', 'A credit memo moves no money')
  if (kind === 'RefundReceipt') {
    if (!company.accounts.some(({ Id, Type }) => Id === account && Type === 'Bank'))
      return refuse('2500', 'Invalid Reference Id: DepositToAccountRef')
  }
  const wanted = textOf(given['DocNumber'])
  if (wanted.length > 21) return refuse('2050', 'DocNumber is too long')
  if (company.ownNumbers && company.sales.some((sale) => sale.number === wanted))
    return refuse('6140', 'Duplicate Document Number Error')
  const read = listOf(given['Line']).map((line) => readLine(company, line))
  for (const line of read) if ('message' in line) return { fault: line }
  const lines = read.filter((line) => 'gross' in line)
  if (lines.length === 0) return refuse('2020', 'Line is missing')
  const taxes = ownTax(company, lines)
  if (company.honoursTax) {
    for (const line of listOf(fieldsOf(given['TxnTaxDetail'])['TaxLine'])) {
      const rate = textOf(fieldsOf(fieldsOf(line['TaxLineDetail'])['TaxRateRef'])['value'])
      const [own, pinned] = [taxes.get(rate), centsOf(line['Amount'])]
      if (own === undefined || pinned === undefined || Math.abs(own - pinned) > 5)
        return refuse('6000', 'The tax amount does not fit the tax rate')
      taxes.set(rate, pinned)
    }
  }
  const id = takeId(company)
  const sale: QboSale = {
    ...{ id, kind, customer, date, note: textOf(given['PrivateNote']), version: 0, voided: false },
    ...{ currency: company.currency, amounts: 'inclusive', lines, updatedAt: now },
    pinned: Object.fromEntries(taxes),
    number: company.ownNumbers ? wanted : String(1000 + company.sales.length),
    total: lines.reduce((sum, { gross }) => sum + gross, 0),
    tax: [...taxes.values()].reduce((sum, tax) => sum + tax, 0),
  }
  company.sales.push(sale)
  return { value: sale }
}
