import type { Customer } from '#domain/customers/customer.ts'
import type { Db } from '../../services/context.ts'
import { anyId } from '../row-values.ts'
import type { CompanyScope } from '../scope.ts'

/** The customer under an id, locked until the transaction ends. */
export async function lockCustomer(db: Db, scope: CompanyScope, id: string): Promise<Customer | undefined> {
  const row = await db
    .selectFrom('customers')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.document
}

/** Customers by id, in no order; unknown and foreign ids are left out. */
export async function listCustomers(
  db: Db,
  scope: CompanyScope,
  ids: readonly string[],
): Promise<Customer[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('customers')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .where('id', 'in', ids)
    .execute()
  return rows.map((row) => row.document)
}

/** Which of these ids are customers of the company. */
export async function listExistingCustomerIds(
  db: Db,
  scope: CompanyScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('customers')
    .select('id')
    .where('company_id', '=', scope.companyId)
    .where('id', '=', anyId(ids))
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Who else of the company carries an identification or a VAT registration number. Empty numbers match nobody. */
export async function findCustomersByNumber(
  db: Db,
  scope: CompanyScope,
  customer: Pick<Customer, 'id' | 'identificationNumber' | 'vatRegistrationNumber'>,
): Promise<{ byIdentification?: Customer; byVrn?: Customer }> {
  const rows = await db
    .selectFrom('customers')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .where('id', '<>', customer.id)
    .where((where) =>
      where.or([
        where.and([
          where('identification_number', '=', customer.identificationNumber),
          where('identification_number', '<>', ''),
        ]),
        where.and([
          where('vat_registration_number', '=', customer.vatRegistrationNumber),
          where('vat_registration_number', '<>', ''),
        ]),
      ]),
    )
    .execute()
  const found = rows.map((row) => row.document)
  const { identificationNumber, vatRegistrationNumber } = customer
  const byIdentification = found.find(
    (other) => other.identificationNumber === identificationNumber && identificationNumber !== '',
  )
  const byVrn = found.find(
    (other) => other.vatRegistrationNumber === vatRegistrationNumber && vatRegistrationNumber !== '',
  )
  return { ...(byIdentification && { byIdentification }), ...(byVrn && { byVrn }) }
}

/** Writes customers as they are now. Their numbers are unique within the company (SQLSTATE 23505). */
export async function upsertCustomers(
  db: Db,
  scope: CompanyScope,
  customers: readonly Customer[],
  changedAt: string,
): Promise<void> {
  await db
    .insertInto('customers')
    .values(
      customers.map((customer) => ({
        company_id: scope.companyId,
        id: customer.id,
        rev: customer.rev,
        identification_number: customer.identificationNumber,
        vat_registration_number: customer.vatRegistrationNumber,
        document: JSON.stringify(customer),
        changed_at: changedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'id']).doUpdateSet((excluded) => ({
        rev: excluded.ref('excluded.rev'),
        identification_number: excluded.ref('excluded.identification_number'),
        vat_registration_number: excluded.ref('excluded.vat_registration_number'),
        document: excluded.ref('excluded.document'),
        changed_at: excluded.ref('excluded.changed_at'),
      })),
    )
    .execute()
}
