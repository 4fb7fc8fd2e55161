import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** A connection that is not used for so long gets new tokens, so that it stays alive. */
const KEEP_ALIVE = sql`interval '7 days'`
const COMPARED_EVERY = sql`interval '24 hours'`

/**
 * The connections of all companies that have something to book now, or may have because the feed of their company has
 * grown, as ids.
 */
export async function listConnectionsToDrain(db: Db, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounting_connections as c')
    .innerJoin('company_feeds as feed', 'feed.company_id', 'c.company_id')
    .select('c.id')
    .where('c.state', '=', 'active')
    .where('c.mapping', 'is not', null)
    .where((where) => where.or([where('c.since', 'is not', null), where('c.pull_from', 'is not', null)]))
    .where((where) => where.or([where('c.paused_until', 'is', null), where('c.paused_until', '<=', now)]))
    .where((where) =>
      where.or([
        where.exists(
          where
            .selectFrom('accounting_documents as d')
            .select('d.invoice_id')
            .whereRef('d.company_id', '=', 'c.company_id')
            .whereRef('d.connection_id', '=', 'c.id')
            .where('d.state', '=', 'waiting')
            .where('d.next_attempt_at', '<=', now),
        ),
        sql<boolean>`feed.change_seq > coalesce(c.planned_up_to, -1)`,
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The connections of all companies whose books are to be read now: announced invoices, changes to ask for, both sides to
 * compare, tokens to keep alive. As ids.
 */
export async function listConnectionsToRead(db: Db, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounting_connections as c')
    .select('c.id')
    .where('c.state', '=', 'active')
    .where((where) => where.or([where('c.paused_until', 'is', null), where('c.paused_until', '<=', now)]))
    .where((where) =>
      where.or([
        where.and([
          where('c.pull_from', 'is not', null),
          where.exists(
            where
              .selectFrom('accounting_inbox as b')
              .select('b.their_id')
              .whereRef('b.company_id', '=', 'c.company_id')
              .whereRef('b.connection_id', '=', 'c.id')
              .whereRef('b.announced', '>', 'b.read')
              .where('b.state', 'not in', ['ours', 'left-out'])
              .where('b.next_attempt_at', '<=', now),
          ),
        ]),
        where.and([
          where.or([where('c.next_pull_at', 'is', null), where('c.next_pull_at', '<=', now)]),
          where.or([
            where.and([where('c.pull_from', 'is not', null), where('c.mapping', 'is not', null)]),
            where.and([
              where('c.since', 'is not', null),
              where('c.mapping', 'is not', null),
              sql<boolean>`coalesce(c.compared_at, '-infinity') < ${now}::timestamptz - ${COMPARED_EVERY}`,
            ]),
            sql<boolean>`c.access_ends_at < ${now}::timestamptz - ${KEEP_ALIVE}`,
          ]),
        ]),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** The company of a connection that a job names. */
export async function findCompanyOfConnection(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounting_connections')
    .select('company_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.company_id
}
