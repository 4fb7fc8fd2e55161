import { sql } from 'kysely'
import type { OperationBody } from '#contract/operations.ts'
import { DAY_MS, type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/**
 * Whether a movement is in the audit trail, where every one is kept. Only what was written since it was entered is
 * searched, with a day for a phone whose clock is wrong. Read it under the lock of the product.
 */
export async function hasStockMovement(
  db: Db,
  { companyId }: CompanyScope,
  { movementId, productId, at }: OperationBody<'stock.add'>,
  now: Instant,
): Promise<boolean> {
  const since = toInstant(Math.min(instantMs(at), instantMs(now)) - DAY_MS)
  const { rows } = await sql`
    select 1 from audit
    where company_id = ${companyId} and at >= ${since} and action = 'stock.add'
      and subject = ${`product:${productId}`} and detail->>'movementId' = ${movementId}
    limit 1
  `.execute(db)
  return rows.length > 0
}
