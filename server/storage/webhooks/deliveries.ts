import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import type { WebhookDeliveriesTable } from './tables.ts'

export type StoredDelivery = Selectable<WebhookDeliveriesTable>

/** Enters messages, due at once and in this order; what was entered before stays as it is. */
export async function insertDeliveries(
  db: Db,
  { companyId }: CompanyScope,
  deliveries: readonly Pick<
    Insertable<WebhookDeliveriesTable>,
    'id' | 'webhook_id' | 'event_key' | 'type' | 'body'
  >[],
  at: string,
): Promise<void> {
  if (deliveries.length === 0) return
  const common = { company_id: companyId, state: 'waiting' as const, changed_at: at, next_attempt_at: at }
  await db
    .insertInto('webhook_deliveries')
    .values(
      deliveries.map((one, index) => ({
        ...{ ...one, ...common, last_status: null, last_ms: null },
        created_at: sql<string>`${at}::timestamptz + ${index} * interval '1 microsecond'`,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes the oldest message that is due for one attempt; until `until` no other process takes it. */
export async function claimDelivery(
  db: Db,
  { companyId }: CompanyScope,
  webhookId: string,
  { now, until }: { readonly now: string; readonly until: string },
): Promise<StoredDelivery | undefined> {
  return await db
    .updateTable('webhook_deliveries')
    .set((set) => ({ attempts: set('attempts', '+', 1), next_attempt_at: until }))
    .where('company_id', '=', companyId)
    .where('id', '=', (select) =>
      select
        .selectFrom('webhook_deliveries as d')
        .select('d.id')
        .where('d.company_id', '=', companyId)
        .where('d.webhook_id', '=', webhookId)
        .where('d.state', '=', 'waiting')
        .where('d.next_attempt_at', '<=', now)
        .orderBy('d.next_attempt_at')
        .orderBy('d.created_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

export async function updateDelivery(
  db: Db,
  { companyId }: CompanyScope,
  id: string,
  changes: Partial<
    Pick<
      StoredDelivery,
      'state' | 'attempts' | 'next_attempt_at' | 'last_status' | 'last_problem' | 'last_ms' | 'changed_at'
    >
  >,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set(changes)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The last messages to an address, newest first. */
export async function listDeliveries(
  db: Db,
  { companyId }: CompanyScope,
  webhookId: string,
  limit: number,
): Promise<StoredDelivery[]> {
  return await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * Deletes what was settled before a moment, once nothing can find its event again: a row is all that says that its event
 * was announced, and what happened before `since` is announced no more. What needs attention has no moment of its own;
 * it is seldom, and stays.
 */
export async function deleteOldDeliveries(
  db: Db,
  { companyId }: CompanyScope,
  webhookId: string,
  before: string,
): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('company_id', '=', companyId)
    .where('webhook_id', '=', webhookId)
    .where('state', '<>', 'waiting')
    .where('type', '<>', 'invoice.attention')
    .where('changed_at', '<', before)
    .where('created_at', '<', (of) =>
      of
        .selectFrom('webhooks as w')
        .select('w.since')
        .where('w.company_id', '=', companyId)
        .where('w.id', '=', webhookId),
    )
    .execute()
}
