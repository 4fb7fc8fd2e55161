import type { Db } from '../schema.ts'

/** Whether receipts of any company but a sandbox go to a simulated authority. */
export async function hasSimulatedIdentity(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('fiscal_identities as f')
    .innerJoin('companies as c', 'c.id', 'f.company_id')
    .select('f.id')
    .where('f.environment', '=', 'simulator')
    .where('c.sandbox_of', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Points the simulated identities at the address the simulator listens on now; its ledger is still the same.
 * Identities at the real authority are never changed.
 */
export async function updateSimulatedEndpoints(
  db: Db,
  endpoint: { readonly baseUrl: string; readonly verifyUrl: string },
): Promise<void> {
  await db
    .updateTable('fiscal_identities')
    .set({ base_url: endpoint.baseUrl, verify_url: endpoint.verifyUrl })
    .where('environment', '=', 'simulator')
    .where('base_url', '<>', endpoint.baseUrl)
    .execute()
}
