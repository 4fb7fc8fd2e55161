import { randomUUID } from 'node:crypto'
import {
  centsOf,
  type Fields,
  fieldsOf,
  listOf,
  taxInside,
  textOf,
  unknownField,
} from '../accounting/figures.ts'

export type XeroAccount = {
  readonly AccountID: string
  readonly Code: string
  readonly Name: string
  readonly Type: 'REVENUE' | 'BANK' | 'EXPENSE'
  readonly Status: 'ACTIVE' | 'ARCHIVED'
}
export type XeroTaxRate = {
  readonly TaxType: string
  readonly Name: string
  readonly EffectiveRate: number
  readonly CanApplyToRevenue: boolean
  readonly Status: 'ACTIVE'
}
export type XeroContact = {
  readonly ContactID: string
  Name: string
  readonly ContactNumber: string
  readonly TaxNumber: string
  archived?: boolean
  /** The contact that a person merged it into. */
  mergedInto?: string
}
export type XeroLine = {
  readonly text: string
  readonly quantity: number
  /** As it was typed: with or without tax. */
  readonly amount: number
  readonly gross: number
  readonly tax: number
  readonly type: string
}
/** An invoice or a credit note; amounts in cents. */
export type XeroDocument = {
  readonly id: string
  readonly number: string
  contactId: string
  readonly date: string
  readonly url: string
  readonly reference: string
  readonly currency: string
  readonly lineAmountTypes: 'Inclusive' | 'Exclusive' | 'NoTax'
  readonly lines: readonly XeroLine[]
  readonly total: number
  readonly tax: number
  readonly taxByType: Readonly<Record<string, number>>
  readonly attachments: { readonly id: string; readonly fileName: string; readonly size: number }[]
  readonly history: string[]
  updatedAt: number
  status: 'AUTHORISED' | 'PAID' | 'VOIDED'
}
export type XeroPayment = {
  readonly id: string
  readonly target: string
  readonly account: string
  readonly amount: number
  readonly reference: string
  readonly date: string
  status: 'AUTHORISED' | 'DELETED'
}
/** A part of a credit note that lowers what is due of an invoice; cents. */
export type XeroAllocation = {
  readonly id: string
  readonly credit: string
  readonly invoice: string
  readonly amount: number
  readonly date: string
}
export type XeroOrganization = {
  readonly id: string
  readonly name: string
  readonly currency: string
  /** Nothing may be booked up to this day. */
  lockDate: string
  readonly accounts: readonly XeroAccount[]
  readonly taxRates: readonly XeroTaxRate[]
  readonly contacts: XeroContact[]
  readonly invoices: XeroDocument[]
  readonly creditNotes: XeroDocument[]
  readonly payments: XeroPayment[]
  readonly allocations: XeroAllocation[]
}

function account(Code: string, Name: string, Type: XeroAccount['Type']): XeroAccount {
  return { AccountID: randomUUID(), Code, Name, Type, Status: 'ACTIVE' }
}

function taxRate(TaxType: string, Name: string, EffectiveRate: number): XeroTaxRate {
  return { TaxType, Name, EffectiveRate, CanApplyToRevenue: TaxType !== 'INPUT', Status: 'ACTIVE' }
}

/** Books of an earlier release, without what this one added. */
export function completeOrganization(organization: XeroOrganization): XeroOrganization {
  const complete = (document: XeroDocument): XeroDocument => {
    const added = {
      ...{ reference: '', currency: organization.currency, lineAmountTypes: 'Inclusive', lines: [] },
      ...{ attachments: [], history: [], updatedAt: 0 },
    }
    return Object.assign(added, document)
  }
  const { invoices, creditNotes } = organization
  const documents = { invoices: invoices.map(complete), creditNotes: creditNotes.map(complete) }
  return { ...Object.assign({ allocations: [] }, organization), ...documents }
}

export function newXeroOrganization(id: string, name: string, currency: string): XeroOrganization {
  return {
    ...{ id, name, currency, lockDate: '2020-12-31' },
    accounts: [
      account('090', 'NMB Bank', 'BANK'),
      account('091', 'Cash till', 'BANK'),
      account('092', 'M-Pesa', 'BANK'),
      account('200', 'Sales', 'REVENUE'),
      account('260', 'Other revenue', 'REVENUE'),
      account('400', 'Advertising', 'EXPENSE'),
    ],
    taxRates: [
      taxRate('TAX001', 'VAT on sales 18%', 18),
      taxRate('INPUT', 'VAT on purchases 18%', 18),
      taxRate('ZERORATEDOUTPUT', 'Zero rated sales', 0),
      taxRate('EXEMPTOUTPUT', 'Exempt sales', 0),
      taxRate('TAX002', 'Special relief', 0),
      taxRate('NONE', 'No tax', 0),
    ],
    ...{ contacts: [], invoices: [], creditNotes: [], payments: [], allocations: [] },
  }
}

/** What a request did: the document, or the messages of a validation. */
export type Checked<T> = { readonly value: T } | { readonly messages: readonly string[] }

export const refuse = (...messages: string[]) => ({ messages })

const LINE_FIELDS = ['Description', 'Quantity', 'UnitAmount', 'AccountCode', 'TaxType', 'TaxAmount']
const DOCUMENT_FIELDS = [
  ...['Type', 'Contact', 'Date', 'DueDate', 'InvoiceNumber', 'CreditNoteNumber', 'Reference', 'Url'],
  ...['CurrencyCode', 'LineAmountTypes', 'Status', 'LineItems'],
]

function readLine(organization: XeroOrganization, line: Fields): XeroLine | string {
  const unknown = unknownField(line, LINE_FIELDS)
  if (unknown !== undefined) return `The field ${unknown} of a line is not known`
  const gross = centsOf(line['UnitAmount'])
  if (gross === undefined || line['Quantity'] !== 1)
    return 'The line total does not match the expected line total'
  const code = textOf(line['AccountCode'])
  if (!organization.accounts.some(({ Code, Type }) => Code === code && Type === 'REVENUE'))
    return `Account code '${code}' is not a valid code for this document.`
  const type = textOf(line['TaxType'])
  const rate = organization.taxRates.find(({ TaxType }) => TaxType === type)
  if (!rate?.CanApplyToRevenue)
    return `The TaxType code '${type}' cannot be used with account code '${code}'.`
  const own = taxInside(gross, rate.EffectiveRate)
  const given = line['TaxAmount'] === undefined ? own : centsOf(line['TaxAmount'])
  if (given === undefined || Math.abs(given - own) > 5) return 'The tax amount does not fit the tax rate'
  return { text: textOf(line['Description']), quantity: 1, amount: gross, gross, tax: given, type }
}

/** Books an invoice or a credit note; computes tax per line, as the service does, unless the line overrides it. */
export function createDocument(
  organization: XeroOrganization,
  kind: 'invoice' | 'credit',
  given: Fields,
  now: number,
): Checked<XeroDocument> {
  const unknown = unknownField(given, DOCUMENT_FIELDS)
  if (unknown !== undefined) return refuse(`The field ${unknown} is not known`)
  const list = kind === 'invoice' ? organization.invoices : organization.creditNotes
  const number = textOf(given[kind === 'invoice' ? 'InvoiceNumber' : 'CreditNoteNumber'])
  const messages: string[] = []
  if (given['Type'] !== (kind === 'invoice' ? 'ACCREC' : 'ACCRECCREDIT'))
    messages.push('The type is not known')
  if (given['Status'] !== 'AUTHORISED') messages.push('The status is not valid')
  if (given['LineAmountTypes'] !== 'Inclusive') messages.push('LineAmountTypes is not valid')
  if (given['CurrencyCode'] !== organization.currency) messages.push('The currency is not subscribed')
  const date = textOf(given['Date'])
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) messages.push('The date is not valid')
  if (kind === 'invoice' && given['DueDate'] === undefined) messages.push('Due Date cannot be empty')
  if (date <= organization.lockDate) messages.push('The document date cannot be before the period lock date')
  const contact = fieldsOf(given['Contact'])
  if (Object.keys(contact).some((name) => name !== 'ContactID'))
    messages.push('Only the ContactID may be given, more would overwrite the contact')
  const contactId = textOf(contact['ContactID'])
  const known = organization.contacts.find(({ ContactID }) => ContactID === contactId)
  if (!known) messages.push('The contact could not be found')
  if (known?.archived)
    messages.push(
      'The contact with the specified contact details has been archived. The contact must be un-archived before creating new invoices or credit notes.',
    )
  if (number === '' || number.length > 255) messages.push('The number is not valid')
  if (list.some((other) => other.number === number && other.status !== 'VOIDED'))
    messages.push(kind === 'invoice' ? 'Invoice # must be unique.' : 'Credit Note # must be unique.')
  if (/xero/i.test(textOf(given['Url']))) messages.push('The Url may not contain the name of the service')
  const lines = listOf(given['LineItems']).map((line) => readLine(organization, line))
  if (lines.length === 0) messages.push('One or more line items must be specified')
  for (const line of lines) if (typeof line === 'string') messages.push(line)
  if (messages.length > 0) return { messages }
  const figures = lines.filter((line) => typeof line !== 'string')
  const taxByType: Record<string, number> = {}
  for (const { type, tax } of figures) taxByType[type] = (taxByType[type] ?? 0) + tax
  const document: XeroDocument = {
    ...{ id: randomUUID(), number, contactId, date, url: textOf(given['Url']), updatedAt: now },
    ...{ reference: textOf(given['Reference']), currency: organization.currency, lines: figures },
    ...{ lineAmountTypes: 'Inclusive', attachments: [], history: [] },
    total: figures.reduce((sum, { gross }) => sum + gross, 0),
    tax: figures.reduce((sum, { tax }) => sum + tax, 0),
    ...{ taxByType, status: 'AUTHORISED' },
  }
  list.push(document)
  return { value: document }
}

export function livePayments({ payments }: XeroOrganization, target: string): XeroPayment[] {
  return payments.filter((payment) => payment.target === target && payment.status === 'AUTHORISED')
}

const sumOf = (parts: readonly { readonly amount: number }[]) =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

/** What was applied of a credit note, or to an invoice. */
export function allocated({ allocations }: XeroOrganization, id: string): number {
  return sumOf(allocations.filter(({ invoice, credit }) => invoice === id || credit === id))
}

export function amountDue(organization: XeroOrganization, { id, total }: XeroDocument): number {
  return total - sumOf(livePayments(organization, id)) - allocated(organization, id)
}

export function settle(organization: XeroOrganization, target: XeroDocument): void {
  if (target.status !== 'VOIDED')
    target.status = amountDue(organization, target) === 0 ? 'PAID' : 'AUTHORISED'
}

export function createPayment(organization: XeroOrganization, given: Fields): Checked<XeroPayment> {
  const unknown = unknownField(given, ['Invoice', 'CreditNote', 'Account', 'Date', 'Amount', 'Reference'])
  if (unknown !== undefined) return refuse(`The field ${unknown} is not known`)
  const id =
    textOf(fieldsOf(given['Invoice'])['InvoiceID']) || textOf(fieldsOf(given['CreditNote'])['CreditNoteID'])
  const target = [...organization.invoices, ...organization.creditNotes].find((known) => known.id === id)
  if (!target || target.status === 'VOIDED') return refuse('The document could not be found')
  const accountId = textOf(fieldsOf(given['Account'])['AccountID'])
  if (!organization.accounts.some(({ AccountID, Type }) => AccountID === accountId && Type === 'BANK'))
    return refuse('The account cannot receive payments')
  const amount = centsOf(given['Amount'])
  if (amount === undefined || amount <= 0) return refuse('The payment amount is not valid')
  if (amount > amountDue(organization, target))
    return refuse('The payment amount exceeds the amount outstanding on this document')
  const date = textOf(given['Date'])
  if (date <= organization.lockDate) return refuse('The payment date cannot be before the period lock date')
  const payment: XeroPayment = {
    ...{ id: randomUUID(), target: id, account: accountId, amount, date },
    ...{ reference: textOf(given['Reference']), status: 'AUTHORISED' },
  }
  organization.payments.push(payment)
  settle(organization, target)
  return { value: payment }
}

export function deletePayment(organization: XeroOrganization, id: string): Checked<XeroPayment> {
  const payment = organization.payments.find((known) => known.id === id)
  if (!payment || payment.status === 'DELETED') return refuse('The payment could not be found or is deleted')
  payment.status = 'DELETED'
  const target = [...organization.invoices, ...organization.creditNotes].find(
    (known) => known.id === payment.target,
  )
  if (target) settle(organization, target)
  return { value: payment }
}

export function voidInvoice(organization: XeroOrganization, id: string): Checked<XeroDocument> {
  const invoice = organization.invoices.find((known) => known.id === id)
  if (!invoice || invoice.status === 'VOIDED') return refuse('Invoice not of valid status for modification')
  if (livePayments(organization, id).length > 0 || allocated(organization, id) > 0)
    return refuse('Invoice not of valid status for modification: it has payments')
  invoice.status = 'VOIDED'
  return { value: invoice }
}
