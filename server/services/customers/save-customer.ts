import type { OperationBody } from '#contract/operations.ts'
import { fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { checkCustomer } from '#domain/customers/check-customer.ts'
import type { Customer } from '#domain/customers/customer.ts'
import { normalizeIdentity } from '#domain/customers/normalize-identity.ts'
import { recordAudit } from '../../storage/audit.ts'
import { findCustomersByNumber, lockCustomer, saveCustomers } from '../../storage/customers.ts'
import { keepAlias, resolveId } from '../../storage/record-aliases.ts'
import { requireRight } from '../context.ts'
import { refuseFields } from '../invoices/refuse-fields.ts'
import { Refusal } from '../refusal.ts'
import { customerChange } from '../sync/change-of-record.ts'
import type { Executed, Execution } from '../sync/execution.ts'
import { mergeFields, type Overruled } from '../sync/merge-fields.ts'

type Body = OperationBody<'customer.save'>

function sameName(a: string, b: string): boolean {
  return a.toLocaleLowerCase('en') === b.toLocaleLowerCase('en')
}

/** The fields in stored form; refuses what the form's rules refuse. */
function checkedFields(execution: Execution, fields: Body['fields']): Body['fields'] {
  const checked = checkCustomer(fields, fiscalDayOf(execution.at))
  if (checked.kind === 'refused') refuseFields(checked.refusals)
  return { ...fields, ...(checked.kind === 'ok' ? checked.customer : {}) }
}

/** Numbers are unique within the company (spec §5). Gives the customer that a new one turns out to be. */
async function refuseDuplicates(
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

async function auditOverruled(
  execution: Execution,
  id: string,
  overruled: readonly Overruled[],
): Promise<void> {
  if (overruled.length === 0) return
  await recordAudit(execution.tx, {
    companyId: execution.scope.companyId,
    userId: execution.context.actor.userId,
    at: execution.at,
    action: 'customer.overrule',
    subject: `customer:${id}`,
    detail: { overruled },
  })
}

function fieldsOf(customer: Customer): Body['fields'] {
  const { id: _id, companyId: _company, rev: _rev, ...fields } = customer
  return fields
}

/**
 * Saves a customer, new or edited: edits of several phones are merged field by field. The same customer registered
 * twice (same number, same name) becomes one, under the id the company already knows; the phone is told the alias.
 */
export async function saveCustomer(execution: Execution, body: Body): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'customer.save', scope)
  const id = await resolveId(tx, scope, 'customer', body.customerId)
  const current = await lockCustomer(tx, scope, id)
  if (current === undefined && body.base !== null) throw new Refusal('CUSTOMER_NOT_FOUND')
  const { merged, overruled } = current
    ? mergeFields(
        fieldsOf(current),
        body.base && normalizeIdentity(body.base),
        normalizeIdentity(body.fields),
      )
    : { merged: body.fields, overruled: [] }
  const fields = checkedFields(execution, merged)
  const customer = { ...fields, id, companyId: scope.companyId, rev: (current?.rev ?? 0) + 1 }
  const known = await refuseDuplicates(execution, customer, current === undefined)
  if (known) {
    await keepAlias(tx, scope, { t: 'customer', from: id, to: known.id })
    return { change: customerChange(known), changed: [], alias: { from: body.customerId, to: known.id } }
  }
  await saveCustomers(tx, scope, [customer], at)
  await auditOverruled(execution, id, overruled)
  return {
    change: customerChange(customer),
    changed: [{ t: 'customer', id }],
    ...(id !== body.customerId && { alias: { from: body.customerId, to: id } }),
  }
}
