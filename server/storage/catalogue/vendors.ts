import { sql } from 'kysely'
import type { Category } from '#domain/categories/category.ts'
import { distinctTaxNumber } from '#domain/identity/tin.ts'
import { isSameFromAbroad, isSharedTaxNumber } from '#domain/vendors/same-vendor.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** Other vendors of the company with the same tax number or serial; empty ones, and a tax number that many share, match none. */
export async function listVendorsByNumbers(
  db: Db,
  scope: CompanyScope,
  vendor: Pick<Vendor, 'id' | 'taxNumber' | 'serial'>,
): Promise<Vendor[]> {
  const { id, serial } = vendor
  const taxNumber = distinctTaxNumber(vendor.taxNumber)
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

/**
 * Another vendor of the company with a tax number that many share, and this name; of several records an active one, and
 * none that was merged into another where those are left out. No index keeps such records unique: until the transaction ends, another one that asks for the company waits.
 */
export async function findVendorFromAbroad(
  db: Db,
  scope: CompanyScope,
  vendor: Pick<Vendor, 'id' | 'name' | 'taxNumber'>,
  { withMerged }: { readonly withMerged: boolean },
): Promise<Vendor | undefined> {
  const { id, taxNumber } = vendor
  if (!isSharedTaxNumber(taxNumber)) return undefined
  await sql`select pg_advisory_xact_lock(hashtext('vendors'), hashtext(${scope.companyId}))`.execute(db)
  const rows = await db
    .selectFrom('vendors')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .where('id', '<>', id)
    .where(sql<string>`document->>'taxNumber'`, '=', taxNumber)
    .orderBy('id')
    .execute()
  const same = rows
    .map((row) => row.document)
    .filter((other) => isSameFromAbroad(other, vendor) && (withMerged || !other.mergedInto))
  return same.find(({ active }) => active) ?? same[0]
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
