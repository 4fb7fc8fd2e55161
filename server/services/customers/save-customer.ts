import type { OperationBody } from '#contract/operations.ts'
import { fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { checkCustomer } from '#domain/customers/check-customer.ts'
import type { Customer } from '#domain/customers/customer.ts'
import { normalizeIdentity } from '#domain/customers/normalize-identity.ts'
import { fieldsOf } from '#domain/records/fields-of.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findCustomersByNumber } from '../../storage/catalogue/customers.ts'
import { findUndeleted, lockDocument, upsertDocuments } from '../../storage/catalogue/documents.ts'
import { insertAlias, resolveId } from '../../storage/sync/record-aliases.ts'
import { requireRight } from '../context.ts'
import { auditOverwritten } from '../operations/audit-overwritten.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { customerChange } from '../operations/feed-changes.ts'
import { mergeFields } from '../operations/merge-fields.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

type Body = OperationBody<'customer.save'>

function sameName(a: string, b: string): boolean {
  return a.toLocaleLowerCase('en') === b.toLocaleLowerCase('en')
}

/** The fields in stored form; refuses what the form's rules refuse. */
function validateFields(execution: Execution, fields: Body['fields']): Body['fields'] {
  const checked = checkCustomer(fields, fiscalDayOf(execution.at))
  if (!checked.ok) refuseFields(checked.refusals)
  return { ...fields, ...(checked.ok ? checked.value : {}) }
}

/** Numbers are unique within the company (spec §5). Returns the customer that a new one turns out to be. */
async function findOrRefuseDuplicate(
  execution: Execution,
  customer: Customer,
  isNew: boolean,
): Promise<Customer | undefined> {
  const { byIdentification, byVrn } = await findCustomersByNumber(execution.tx, execution.scope, customer)
  const known = byIdentification ?? byVrn
  const samePerson =
    known !== undefined &&
    sameName(known.name, customer.name) &&
    (byVrn === undefined || byIdentification === undefined || byVrn.id === byIdentification.id)
  if (isNew && samePerson) return known
  if (byIdentification) {
    throw new Refusal('CUSTOMER_ID_DUPLICATED', {
      fields: [{ path: 'identificationNumber', code: 'CUSTOMER_ID_DUPLICATED' }],
      data: { existingId: byIdentification.id },
    })
  }
  if (byVrn) {
    throw new Refusal('CUSTOMER_VRN_DUPLICATED', {
      fields: [{ path: 'vatRegistrationNumber', code: 'CUSTOMER_VRN_DUPLICATED' }],
      data: { existingId: byVrn.id },
    })
  }
  return undefined
}

/** The customer under an id, locked, unless it was deleted. */
async function lockUndeleted({ tx, scope }: Execution, id: string): Promise<Customer | undefined> {
  await lockDocument(tx, scope, 'customers', id)
  return await findUndeleted(tx, scope, 'customers', id)
}

/** Answers a row or form about a known customer. An archived one who is registered again is put back on the list. */
async function adoptKnown(execution: Execution, known: Customer, body: Body): Promise<Executed> {
  const { tx, scope, at } = execution
  const alias = { from: body.customerId, to: known.id }
  if (known.active || !body.fields.active) return { change: customerChange(known), changed: [], alias }
  const listed = { ...known, active: true, rev: known.rev + 1 }
  await upsertDocuments(tx, scope, 'customers', [listed], at)
  return { change: customerChange(listed), changed: [{ t: 'customer', id: known.id }], alias }
}

/**
 * Saves a customer, new or edited: edits of several phones are merged field by field. The same customer
 * registered twice (same number, same name) becomes one, under the id the company already knows; the phone
 * gets the alias.
 */
export async function saveCustomer(execution: Execution, body: Body): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'customer.save', scope)
  const id = await resolveId(tx, scope, 'customer', body.customerId)
  const current = await lockDocument(tx, scope, 'customers', id)
  if (current === undefined && body.base !== null) throw new Refusal('CUSTOMER_NOT_FOUND')
  const { merged, overwritten } = current
    ? mergeFields(
        fieldsOf(current),
        body.base && normalizeIdentity(body.base),
        normalizeIdentity(body.fields),
      )
    : { merged: body.fields, overwritten: [] }
  const fields = validateFields(execution, merged)
  const customer = { ...fields, id, companyId: scope.companyId, rev: (current?.rev ?? 0) + 1 }
  const existing = await findOrRefuseDuplicate(execution, customer, current === undefined)
  // One that was deleted since it was found gave its numbers up.
  const known = existing && (await lockUndeleted(execution, existing.id))
  if (known) {
    await insertAlias(tx, scope, { t: 'customer', from: id, to: known.id })
    return await adoptKnown(execution, known, body)
  }
  await upsertDocuments(tx, scope, 'customers', [customer], at)
  await auditOverwritten(execution, 'customer', id, overwritten)
  return {
    change: customerChange(customer),
    changed: [{ t: 'customer', id }],
    ...(id !== body.customerId && { alias: { from: body.customerId, to: id } }),
  }
}

/**
 * Saves a row of a file like a customer of its own. A row that the phone took for a new one, and that was merged into
 * another customer after an earlier import of the same file, changes nothing of the other one, who is not what the file
 * describes; only one of the same name is put back on the list. One that was deleted is written again from the row.
 */
export async function importCustomer(execution: Execution, row: Body): Promise<Executed> {
  const { tx, scope } = execution
  const id = await resolveId(tx, scope, 'customer', row.customerId)
  const merged = row.base === null && id !== row.customerId ? await lockUndeleted(execution, id) : undefined
  if (!merged) return await saveCustomer(execution, row)
  if (sameName(merged.name, row.fields.name)) return await adoptKnown(execution, merged, row)
  return { change: customerChange(merged), changed: [], alias: { from: row.customerId, to: id } }
}
