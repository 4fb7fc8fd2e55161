import { randomUUID } from 'node:crypto'
import { type PersonInvoice, taxedAmounts } from '../accounting/person-invoice.ts'
import { settle, type XeroDocument, type XeroOrganization } from './xero-ledger.ts'

const AMOUNT_TYPES = { inclusive: 'Inclusive', exclusive: 'Exclusive', none: 'NoTax' } as const

function contactId(organization: XeroOrganization, name: string, tin: string): string {
  const known = organization.contacts.find((contact) => contact.Name.toLowerCase() === name.toLowerCase())
  if (known) return known.ContactID
  const contact = { ContactID: randomUUID(), Name: name, ContactNumber: '', TaxNumber: tin }
  organization.contacts.push(contact)
  return contact.ContactID
}

/** Books what a person types: any currency, amounts with or without tax, lines below zero. */
export function writeAsPerson(
  organization: XeroOrganization,
  given: PersonInvoice,
  now: number,
  id: string = randomUUID(),
): string {
  const taxByType: Record<string, number> = {}
  const lines = given.lines.map(({ text, quantity, cents, tax: type }) => {
    const rate = organization.taxRates.find(({ TaxType }) => TaxType === type)
    const { gross, tax } = taxedAmounts(cents, rate?.EffectiveRate ?? 0, given.amounts)
    taxByType[type] = (taxByType[type] ?? 0) + tax
    return { text, quantity, amount: cents, gross, tax, type }
  })
  const known = organization.invoices.find((invoice) => invoice.id === id)
  const document: XeroDocument = {
    ...{ id, number: given.number || `INV-${organization.invoices.length + 1}`, date: given.date, url: '' },
    contactId: contactId(organization, given.customer, given.tin),
    ...{ reference: given.reference, currency: given.currency, lines, taxByType, updatedAt: now },
    lineAmountTypes: AMOUNT_TYPES[given.amounts],
    total: lines.reduce((sum, { gross }) => sum + gross, 0),
    tax: lines.reduce((sum, { tax }) => sum + tax, 0),
    ...{ status: 'AUTHORISED', attachments: known?.attachments ?? [], history: known?.history ?? [] },
  }
  if (known) Object.assign(known, document)
  else organization.invoices.push(document)
  for (const payment of organization.payments) if (payment.target === id) payment.status = 'DELETED'
  for (const { account, cents } of given.paid)
    organization.payments.push({
      ...{ id: randomUUID(), target: id, account, amount: cents, reference: '', date: given.date },
      status: 'AUTHORISED',
    })
  settle(organization, known ?? document)
  return id
}
