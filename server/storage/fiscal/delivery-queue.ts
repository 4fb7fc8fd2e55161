import { sql } from 'kysely'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { DeliveryState } from '#domain/invoices/invoice.ts'
import { parseInteger, parseNullableMoment } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { IdentityScope } from '../scope.ts'
import { OPEN_STATES } from './open-states.ts'
import { type StoredReceipt, toReceipt } from './receipts.ts'
import type { Sender } from './senders.ts'

/** Head-of-line time-out: how long a receipt of unknown outcome blocks later ones (field practice: skip, then retry). */
export type HeadOfLineTimeout = { readonly attempts: number; readonly since: Instant }

/**
 * The receipt to send next: the lowest open number. One in unknown state that waits for its next attempt is
 * skipped after the head-of-line timeout.
 */
export async function findNextOpenReceipt(
  db: Db,
  identity: IdentityScope,
  now: Instant,
  headOfLineTimeout: HeadOfLineTimeout,
): Promise<StoredReceipt | undefined> {
  const row = await db
    .selectFrom('receipts')
    .selectAll()
    .where('company_id', '=', identity.companyId)
    .where('identity_id', '=', identity.id)
    .where('delivery', 'in', OPEN_STATES)
    .where((where) =>
      where.or([
        where('next_attempt_at', 'is', null),
        where('next_attempt_at', '<=', now),
        where('unknown_since', 'is', null),
        where.and([
          where('unknown_since', '>', headOfLineTimeout.since),
          where('attempts', '<', headOfLineTimeout.attempts),
        ]),
      ]),
    )
    .orderBy('gc')
    .limit(1)
    .executeTakeFirst()
  return row && toReceipt(row)
}

/** Whether a lower number of the identity is still open: this one went past it. */
export async function hasLowerOpenReceipt(db: Db, identity: IdentityScope, gc: number): Promise<boolean> {
  const lower = await db
    .selectFrom('receipts')
    .select('gc')
    .where('company_id', '=', identity.companyId)
    .where('identity_id', '=', identity.id)
    .where('delivery', 'in', OPEN_STATES)
    .where('gc', '<', String(gc))
    .limit(1)
    .executeTakeFirst()
  return lower !== undefined
}

/** The open receipts of an identity in order, at most `limit`, waiting or not. */
export async function listOpenReceipts(
  db: Db,
  identity: IdentityScope,
  limit: number,
): Promise<StoredReceipt[]> {
  const rows = await db
    .selectFrom('receipts')
    .selectAll()
    .where('company_id', '=', identity.companyId)
    .where('identity_id', '=', identity.id)
    .where('delivery', 'in', OPEN_STATES)
    .orderBy('gc')
    .limit(limit)
    .execute()
  return rows.map(toReceipt)
}

/**
 * Marks receipts as about to be sent, so that after a crash their outcome counts as unknown, not as unsent.
 * Returns since when the outcome of each is unknown, by number; `undefined` when another sender has claimed the identity.
 */
export async function updateReceiptsSending(
  db: Db,
  sender: Sender,
  gcs: readonly number[],
  now: Instant,
): Promise<ReadonlyMap<number, Instant | null> | undefined> {
  const { rows } = await sql<{ gc: string; unknown_since: string | null }>`
    with mine as (
      select company_id, id from fiscal_identities
      where company_id = ${sender.identity.companyId} and id = ${sender.identity.id} and fence = ${sender.fence} for update
    )
    update receipts set delivery = 'sending', attempts = attempts + 1,
      unknown_since = case when delivery in ('sending', 'missing') then coalesce(unknown_since, ${now}) else unknown_since end
    from mine where receipts.company_id = mine.company_id and receipts.identity_id = mine.id
      and gc = any(${[...gcs]}::bigint[])
    returning gc, unknown_since
  `.execute(db)
  if (rows.length !== gcs.length) return undefined
  return new Map(rows.map((row) => [parseInteger(row.gc), parseNullableMoment(row.unknown_since)]))
}

/** What an attempt changed on receipts. Left out means left as it was. */
export type DeliveryChange = {
  readonly delivery: DeliveryState
  readonly ackCode: string | null
  readonly ackMessage: string | null
  readonly nextAttemptAt: Instant | null
  readonly unknownSince: Instant | null
  readonly acknowledgedAt?: Instant
  readonly lookUps?: number
}

/** Writes the outcomes of attempts or look-ups. */
export async function updateDelivery(
  db: Db,
  identity: IdentityScope,
  changes: readonly (DeliveryChange & { readonly gc: number })[],
): Promise<void> {
  const column = <V>(value: (change: DeliveryChange) => V): V[] => changes.map(value)
  await sql`
    update receipts set
      delivery = news.delivery, ack_code = news.ack_code, ack_message = news.ack_message,
      next_attempt_at = news.next_attempt_at, unknown_since = news.unknown_since,
      acknowledged_at = coalesce(news.acknowledged_at, receipts.acknowledged_at),
      look_ups = coalesce(news.look_ups, receipts.look_ups)
    from unnest(
      ${changes.map((change) => change.gc)}::bigint[], ${column((change) => change.delivery)}::text[],
      ${column((change) => change.ackCode)}::text[], ${column((change) => change.ackMessage)}::text[],
      ${column((change) => change.nextAttemptAt)}::timestamptz[],
      ${column((change) => change.unknownSince)}::timestamptz[],
      ${column((change) => change.acknowledgedAt ?? null)}::timestamptz[],
      ${column((change) => change.lookUps ?? null)}::int[]
    ) as news (gc, delivery, ack_code, ack_message, next_attempt_at, unknown_since, acknowledged_at, look_ups)
    where receipts.company_id = ${identity.companyId} and receipts.identity_id = ${identity.id}
      and receipts.gc = news.gc
  `.execute(db)
}

/** Acknowledged receipts whose look-up on the public portal is due, oldest first. */
export async function listReceiptsToVerify(
  db: Db,
  identity: IdentityScope,
  now: Instant,
  limit: number,
): Promise<StoredReceipt[]> {
  const rows = await db
    .selectFrom('receipts')
    .selectAll()
    .where('company_id', '=', identity.companyId)
    .where('identity_id', '=', identity.id)
    .where('delivery', '=', 'acknowledged')
    .where((where) => where.or([where('next_attempt_at', 'is', null), where('next_attempt_at', '<=', now)]))
    .orderBy('acknowledged_at')
    .limit(limit)
    .execute()
  return rows.map(toReceipt)
}

/** Identities with acknowledged receipts whose look-up on the public portal is due, at most `limit`. */
export async function listIdentitiesToVerify(db: Db, now: Instant, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('receipts')
    .select('identity_id')
    .distinct()
    .where('delivery', '=', 'acknowledged')
    .where((where) => where.or([where('next_attempt_at', 'is', null), where('next_attempt_at', '<=', now)]))
    .limit(limit)
    .execute()
  return rows.map((row) => row.identity_id)
}

/** How many receipts of an identity the authority has not acknowledged yet, parked ones included. */
export async function countUndelivered(db: Db, identity: IdentityScope): Promise<number> {
  const row = await db
    .selectFrom('receipts')
    .select((select) => select.fn.countAll<string>().as('waiting'))
    .where('company_id', '=', identity.companyId)
    .where('identity_id', '=', identity.id)
    .where('delivery', 'in', [...OPEN_STATES, 'parked'])
    .executeTakeFirstOrThrow()
  return parseInteger(row.waiting)
}

/** Makes waiting receipts due at once, after a person corrected the cause. */
export async function clearNextAttempts(db: Db, identity: IdentityScope): Promise<void> {
  await db
    .updateTable('receipts')
    .set({ next_attempt_at: null })
    .where('company_id', '=', identity.companyId)
    .where('identity_id', '=', identity.id)
    .where('delivery', 'in', OPEN_STATES)
    .execute()
}
