import { randomUUID } from 'node:crypto'
import { centsOf, type Fields, fieldsOf, textOf, unknownField } from '../accounting/figures.ts'
import {
  amountDue,
  type Checked,
  refuse,
  settle,
  type XeroAllocation,
  type XeroOrganization,
} from './xero-ledger.ts'

/** Applies a part of a credit note to an invoice of the same contact: at most what is left of both. */
export function createAllocation(
  organization: XeroOrganization,
  creditId: string,
  given: Fields,
): Checked<XeroAllocation> {
  const unknown = unknownField(given, ['Invoice', 'Amount', 'Date'])
  if (unknown !== undefined) return refuse(`The field ${unknown} is not known`)
  const invoiceId = textOf(fieldsOf(given['Invoice'])['InvoiceID'])
  const credit = organization.creditNotes.find(({ id }) => id === creditId)
  const invoice = organization.invoices.find(({ id }) => id === invoiceId)
  if (!credit || !invoice || credit.status === 'VOIDED' || invoice.status === 'VOIDED')
    return refuse('The document could not be found')
  if (credit.contactId !== invoice.contactId)
    return refuse('The credit note and the invoice must have the same contact')
  const amount = centsOf(given['Amount'])
  if (amount === undefined || amount <= 0) return refuse('The allocation amount is not valid')
  if (amount > amountDue(organization, invoice))
    return refuse('The amount exceeds the amount outstanding on this document')
  if (amount > amountDue(organization, credit)) return refuse('The amount exceeds the remaining credit')
  const date = textOf(given['Date'])
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return refuse('The date is not valid')
  if (date <= organization.lockDate)
    return refuse('The allocation date cannot be before the period lock date')
  const allocation = { id: randomUUID(), credit: creditId, invoice: invoiceId, amount, date }
  organization.allocations.push(allocation)
  for (const one of [credit, invoice]) settle(organization, one)
  return { value: allocation }
}

/** Takes an allocation away: both documents are open by as much again. */
export function deleteAllocation(
  organization: XeroOrganization,
  creditId: string,
  id: string,
): Checked<XeroAllocation> {
  const { allocations } = organization
  const found = allocations.find((known) => known.id === id && known.credit === creditId)
  if (!found) return refuse('The allocation could not be found')
  if (found.date <= organization.lockDate)
    return refuse('The allocation date cannot be before the period lock date')
  allocations.splice(allocations.indexOf(found), 1)
  for (const one of [...organization.creditNotes, ...organization.invoices])
    if (one.id === found.credit || one.id === found.invoice) settle(organization, one)
  return { value: found }
}
