import { type Fields, textOf, unknownField } from '../accounting/figures.ts'
import { type Booked, type QboCompany, type QboCustomer, refuse, takeId } from './quickbooks-ledger.ts'

/** A customer that is not active has this behind its name, so that the name is free. */
const DELETED = ' (deleted)'

/** A customer as the service shows it. */
export function customerView({ inactive = false, version = 0, ...customer }: QboCustomer) {
  return { ...customer, Active: !inactive, SyncToken: String(version) }
}

function nameRefusal({ customers }: QboCompany, name: string, id?: string) {
  if (name === '' || name.length > 500 || /[:\t\n]/.test(name))
    return refuse('2020', 'The display name is not valid')
  const isTaken = customers.some(
    (known) => known.Id !== id && known.DisplayName.toLowerCase() === name.toLowerCase(),
  )
  return isTaken ? refuse('6240', 'Duplicate Name Exists Error') : undefined
}

/** Creates a customer, or with an id changes the fields that are given. */
export function writeCustomer(company: QboCompany, given: Fields): Booked<QboCustomer> {
  const isChange = given['Id'] !== undefined
  const unknown = unknownField(given, [
    ...['DisplayName', 'Notes', 'PrimaryEmailAddr', 'PrimaryPhone'],
    ...(isChange ? ['Id', 'SyncToken', 'sparse', 'Active'] : []),
  ])
  if (unknown !== undefined) return refuse('2010', `Property ${unknown} is unknown`)
  const DisplayName = textOf(given['DisplayName'])
  if (!isChange) {
    const refused = nameRefusal(company, DisplayName)
    if (refused) return refused
    const customer = { Id: takeId(company), DisplayName, Notes: textOf(given['Notes']) }
    company.customers.push(customer)
    return { value: customer }
  }
  const customer = company.customers.find(({ Id }) => Id === given['Id'])
  if (!customer) return refuse('610', 'Object Not Found')
  if (given['SyncToken'] !== String(customer.version ?? 0)) return refuse('5010', 'Stale Object Error')
  if (given['sparse'] !== true || given['Active'] !== true) return refuse('2020', 'Fields would be cleared')
  const refused = nameRefusal(company, DisplayName, customer.Id)
  if (refused) return refused
  Object.assign(customer, { DisplayName, inactive: false, version: (customer.version ?? 0) + 1 })
  return { value: customer }
}

/** Makes a customer inactive as a person may, or merges it into another one, which gets its documents. */
export function archiveAsPerson(company: QboCompany, name: string, into = ''): boolean {
  const active = (wanted: string) =>
    company.customers.find(({ DisplayName, inactive }) => !inactive && DisplayName === wanted)
  const [customer, target] = [active(name), active(into)]
  if (!customer || (into !== '' && !target)) return false
  Object.assign(customer, { DisplayName: `${name}${DELETED}`, inactive: true })
  customer.version = (customer.version ?? 0) + 1
  if (!target) return true
  for (const entry of [...company.sales, ...company.payments])
    if (entry.customer === customer.Id) entry.customer = target.Id
  return true
}
