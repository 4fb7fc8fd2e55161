import type { Customer } from '#domain/customers/customer.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** Other customers of the company with the same identification or VAT registration number; empty numbers match none. */
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
