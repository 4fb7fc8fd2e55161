import { randomUUID } from 'node:crypto'
import { type Fields, textOf, unknownField } from '../accounting/figures.ts'
import { type Checked, refuse, type XeroContact, type XeroOrganization } from './xero-ledger.ts'

/** A contact as the service shows it. */
export function contactView({ archived, mergedInto, ...contact }: XeroContact) {
  return {
    ...contact,
    ContactStatus: archived ? 'ARCHIVED' : 'ACTIVE',
    ...(mergedInto !== undefined && { MergedToContactID: mergedInto }),
  }
}

/** Names are unique among active contacts only; the number of an archived one stays its own for ever. */
export function createContact(organization: XeroOrganization, given: Fields): Checked<XeroContact> {
  const unknown = unknownField(given, ['Name', 'ContactNumber', 'TaxNumber', 'EmailAddress', 'Phones'])
  if (unknown !== undefined) return refuse(`The field ${unknown} is not known`)
  const [Name, ContactNumber] = [textOf(given['Name']), textOf(given['ContactNumber'])]
  if (Name === '' || Name.length > 255) return refuse('The contact name must have 1 to 255 characters')
  if (ContactNumber.length > 50) return refuse('The contact number is too long')
  const { contacts } = organization
  if (ContactNumber !== '' && contacts.some((one) => one.archived && one.ContactNumber === ContactNumber))
    return refuse(
      'The specified contact details matched an archived contact. Archived contacts cannot currently be edited via the API.',
    )
  if (contacts.some((known) => !known.archived && known.Name.toLowerCase() === Name.toLowerCase()))
    return refuse(`The contact name ${Name} is already assigned to another contact.`)
  const contact = { ContactID: randomUUID(), Name, ContactNumber, TaxNumber: textOf(given['TaxNumber']) }
  contacts.push(contact)
  return { value: contact }
}

/** Archives a contact as a person may, or merges it into another one, which gets its documents. */
export function archiveAsPerson(organization: XeroOrganization, name: string, into = ''): boolean {
  const active = (wanted: string) =>
    organization.contacts.find((known) => !known.archived && known.Name === wanted)
  const [contact, target] = [active(name), active(into)]
  if (!contact || (into !== '' && !target)) return false
  contact.archived = true
  if (!target) return true
  contact.mergedInto = target.ContactID
  for (const document of [...organization.invoices, ...organization.creditNotes])
    if (document.contactId === contact.ContactID) document.contactId = target.ContactID
  return true
}
