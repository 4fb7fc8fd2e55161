import { createHash } from 'node:crypto'
import type { InvoiceCustomer } from '#domain/invoices/invoice.ts'
import type { BookAccess, BookContact, BookOutcome } from '../../gateways/accounting/gateway.ts'
import type { ConnectionScope } from '../../storage/accounting/documents.ts'
import { findContactLink, saveContactLink } from '../../storage/accounting/steps.ts'
import type { Bookkeeper } from './bookkeeper.ts'

const LONGEST_NAME = 100

function keyOf(name: string, tin: string): string {
  return createHash('sha256').update(`${name.toLowerCase()}:${tin}`).digest('hex').slice(0, 32)
}

/** Who a receipt is booked to: the saved customer, a name that was typed, or the walk-in customer. */
export function contactOf(customer: InvoiceCustomer, walkIn: string): BookContact {
  const isTin = customer.identificationType === 'TAX_IDENTIFICATION_NUMBER'
  const tin = isTin ? customer.identificationNumber : ''
  // Neither service takes these characters in a name.
  const name = customer.name
    .replaceAll(/[:\t\r\n]+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
  // Another name of the walk-in customer is another contact.
  if (name === '') return { key: `walk-in-${keyOf(walkIn, '')}`, name: walkIn, tin: '' }
  return { key: customer.customerId ?? `typed-${keyOf(name, tin)}`, name, tin }
}

async function findOrCreate(
  { gateway }: Bookkeeper,
  access: BookAccess,
  contact: BookContact,
  key: string,
): Promise<BookOutcome<string>> {
  const found = await gateway.findContact(access, contact)
  if (found.kind !== 'ok') return found
  if (found.value !== null) return { kind: 'ok', value: found.value }
  const created = await gateway.createContact(access, contact, key)
  if (created.kind !== 'duplicate') return created
  // Another process was quicker, or another customer has the name.
  const again = await gateway.findContact(access, contact)
  if (again.kind !== 'ok') return again
  return again.value === null ? created : { kind: 'ok', value: again.value }
}

/** The contact of the books for a customer: known, found, or created once; a name that another has gets the TIN. */
export async function bookContact(
  keeper: Bookkeeper,
  scope: ConnectionScope,
  contact: BookContact,
): Promise<BookOutcome<string>> {
  const { db } = keeper.services
  const known = await findContactLink(db, scope, contact.key)
  if (known !== undefined) return { kind: 'ok', value: known }
  const key = `contact-${scope.connectionId}-${contact.key}`
  let outcome = await keeper.call((access) => findOrCreate(keeper, access, contact, key))
  if (outcome.kind === 'duplicate') {
    const distinct = { ...contact, name: `${contact.name} (${contact.tin || contact.key.slice(-8)})` }
    outcome = await keeper.call((access) => findOrCreate(keeper, access, distinct, `${key}-2`))
  }
  if (outcome.kind === 'ok') await saveContactLink(db, scope, contact.key, outcome.value)
  return outcome
}
