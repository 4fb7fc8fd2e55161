import type { Selectable, Updateable } from 'kysely'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import type { Db } from '../schema.ts'
import type { ConnectionScope } from './documents.ts'
import type { AccountingInboxTable } from './tables.ts'

export type InboxEntry = Selectable<AccountingInboxTable>

/** Rows of one statement: far below the parameters that it may have. */
const BATCH = 500

/** The ids that are not of invoices that we wrote ourselves, or that were found to be ours. */
async function withoutOwn(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  ids: readonly string[],
): Promise<string[]> {
  const written = await db
    .selectFrom('accounting_steps')
    .select('their_id')
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('step', '=', 'invoice')
    .where('their_id', 'in', ids)
    .execute()
  const known = await db
    .selectFrom('accounting_inbox')
    .select('their_id')
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'ours')
    .where('their_id', 'in', ids)
    .execute()
  const own = new Set([...written, ...known].map(({ their_id }) => their_id))
  return ids.filter((id) => !own.has(id))
}

/** Notes that invoices of the books are new or have changed. How often it is said about one only makes it read again. */
export async function announceSales(
  db: Db,
  scope: ConnectionScope,
  ids: readonly string[],
  now: string,
): Promise<void> {
  const unique = [...new Set(ids)]
  for (let first = 0; first < unique.length; first += BATCH) {
    const batch = await withoutOwn(db, scope, unique.slice(first, first + BATCH))
    if (batch.length === 0) continue
    await db
      .insertInto('accounting_inbox')
      .values(
        // In one order in all processes, so that two never wait for each other.
        [...batch].sort().map((theirId) => ({
          ...{ company_id: scope.companyId, connection_id: scope.connectionId, their_id: theirId },
          ...{ state: 'waiting' as const, total: 0, next_attempt_at: now, changed_at: now },
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'connection_id', 'their_id']).doUpdateSet((eb) => ({
          announced: eb('accounting_inbox.announced', '+', 1),
          next_attempt_at: now,
        })),
      )
      .execute()
  }
}

/** The connections that take invoices of these organizations: a message of a service names no company. */
export async function listPullingConnections(
  db: Db,
  provider: AccountingProvider,
  organizationIds: readonly string[],
): Promise<{ id: string; company_id: string; organization_id: string | null }[]> {
  if (organizationIds.length === 0) return []
  return await db
    .selectFrom('accounting_connections')
    .select(['id', 'company_id', 'organization_id'])
    .where('provider', '=', provider)
    .where('organization_id', 'in', organizationIds)
    .where('state', '=', 'active')
    .where('pull_from', 'is not', null)
    .execute()
}

/** Takes the next invoice that is to be read for one process; after `until` another may take it. */
export async function claimSale(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  claim: { readonly by: string; readonly now: string; readonly until: string },
): Promise<InboxEntry | undefined> {
  return await db
    .updateTable('accounting_inbox')
    .set({ claimed_by: claim.by, claimed_until: claim.until })
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('their_id', '=', (where) =>
      where
        .selectFrom('accounting_inbox as due')
        .select('due.their_id')
        .where('due.company_id', '=', companyId)
        .where('due.connection_id', '=', connectionId)
        .whereRef('due.announced', '>', 'due.read')
        .where('due.state', 'not in', ['ours', 'left-out'])
        .where('due.next_attempt_at', '<=', claim.now)
        .where((free) =>
          free.or([free('due.claimed_until', 'is', null), free('due.claimed_until', '<=', claim.now)]),
        )
        .orderBy('due.next_attempt_at')
        .orderBy('due.their_id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

export type InboxChange = Omit<
  Updateable<AccountingInboxTable>,
  'company_id' | 'connection_id' | 'their_id' | 'claimed_by' | 'claimed_until'
>

/** Ends the work on an invoice, if this process still has it. */
export async function releaseSale(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  { their_id: theirId }: Pick<InboxEntry, 'their_id'>,
  claim: string,
  change: InboxChange,
): Promise<void> {
  await db
    .updateTable('accounting_inbox')
    .set({ ...change, claimed_by: null, claimed_until: null })
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('their_id', '=', theirId)
    .where('claimed_by', '=', claim)
    .execute()
}

/** Forgets an invoice that is not taken, such as one from before the first day. */
export async function deleteSale(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  { their_id: theirId, announced }: Pick<InboxEntry, 'their_id' | 'announced'>,
): Promise<void> {
  await db
    .deleteFrom('accounting_inbox')
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('their_id', '=', theirId)
    .where('announced', '=', announced)
    .where('invoice_id', 'is', null)
    .execute()
}

/** An invoice of the books, locked until the transaction ends. */
export async function lockSale(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  theirId: string,
): Promise<InboxEntry | undefined> {
  return await db
    .selectFrom('accounting_inbox')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('their_id', '=', theirId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateSale(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  theirId: string,
  change: InboxChange,
): Promise<void> {
  await db
    .updateTable('accounting_inbox')
    .set(change)
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('their_id', '=', theirId)
    .execute()
}

/** The id in the books of an invoice that began there; `undefined`: it began elsewhere. */
export async function findTheirSale(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  invoiceId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounting_inbox')
    .select('their_id')
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
  return row?.their_id
}
