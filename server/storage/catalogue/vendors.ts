import type { Category } from '#domain/categories/category.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** Other vendors of the company with the same tax number or serial; empty numbers match none. */
export async function listVendorsByNumbers(
  db: Db,
  scope: CompanyScope,
  vendor: Pick<Vendor, 'id' | 'taxNumber' | 'serial'>,
): Promise<Vendor[]> {
  const { id, taxNumber, serial } = vendor
  const rows = await db
    .selectFrom('vendors')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .where('id', '<>', id)
    .where((where) =>
      where.or([
        where.and([where('tax_number', '=', taxNumber), where('tax_number', '<>', '')]),
        where.and([where('serial', '=', serial), where('serial', '<>', '')]),
      ]),
    )
    .execute()
  return rows.map((row) => row.document)
}

/** Another category of the company with the same code. */
export async function findCategoryByCode(
  db: Db,
  scope: CompanyScope,
  category: Pick<Category, 'id' | 'code'>,
): Promise<Category | undefined> {
  const row = await db
    .selectFrom('expense_categories')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .where('code', '=', category.code)
    .where('id', '<>', category.id)
    .executeTakeFirst()
  return row?.document
}
