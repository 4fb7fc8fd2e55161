import { createHash } from 'node:crypto'
import type { InvoiceCustomer } from '#domain/invoices/invoice.ts'
import type { BookAccess, BookContact, BookOutcome } from '../../gateways/accounting/gateway.ts'
import { findContactLink, findGoneContact, saveContactLink } from '../../storage/accounting/contact-links.ts'
import type { ConnectionScope } from '../../storage/accounting/documents.ts'
import type { Bookkeeper } from './bookkeeper.ts'

const LONGEST_NAME = 100
/** So many numbers are tried behind a name. */
const MOST_NUMBERED = 8

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

/** The names that a contact may get, and our keys of it there, in order: its own, with the TIN, with a number. */
function alternatives(contact: BookContact): BookContact[] {
  const { key, name, tin } = contact
  const numbered = Array.from({ length: MOST_NUMBERED }, (_, index) => ({
    ...{ key: `${key}-${index + 2}`, name: `${name} (${index + 2})`, tin },
  }))
  return [contact, ...(tin === '' ? [] : [{ key, name: `${name} (${tin})`, tin }]), ...numbered]
}

/** The contact of the books for a customer: known, found, or created once; a name that another has gets the TIN or a number. */
export async function bookContact(
  keeper: Bookkeeper,
  scope: ConnectionScope,
  contact: BookContact,
): Promise<BookOutcome<string>> {
  const { db } = keeper.services
  const known = await findContactLink(db, scope, contact.key)
  if (known !== undefined) return { kind: 'ok', value: known }
  const gone = await findGoneContact(db, scope, contact.key)
  const plain = `contact-${scope.connectionId}-${contact.key}`
  // The key of the request that made the former one would only bring that one again.
  const key = gone === undefined ? plain : `contact-${keyOf(plain, gone)}`
  let outcome: BookOutcome<string> = { kind: 'duplicate', detail: '' }
  for (const [index, wanted] of alternatives(contact).entries()) {
    const own = index === 0 ? key : `${key}-${index + 1}`
    outcome = await keeper.call((access) => findOrCreate(keeper, access, wanted, own))
    if (outcome.kind !== 'duplicate') break
  }
  if (outcome.kind === 'ok') await saveContactLink(db, scope, contact.key, outcome.value)
  return outcome
}
