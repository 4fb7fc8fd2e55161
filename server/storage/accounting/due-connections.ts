import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import { changedIds } from './changed-rows.ts'
import { collectionsDiffer } from './newly-collected.ts'

/** A connection that is not used for so long gets new tokens, so that it stays alive. */
const KEEP_ALIVE = sql`interval '7 days'`
const COMPARED_EVERY = sql`interval '24 hours'`
const PLANNED_UP_TO = sql`coalesce(c.planned_up_to, 0)`

/** The connections of all companies that have something to book now, as ids. */
export async function listConnectionsToDrain(db: Db, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounting_connections as c')
    .select('c.id')
    .where('c.state', '=', 'active')
    .where((where) => where.or([where('c.since', 'is not', null), where('c.pull_from', 'is not', null)]))
    .where((where) => where.or([where('c.paused_until', 'is', null), where('c.paused_until', '<=', now)]))
    .where((where) =>
      where.or([
        where.exists(
          where
            .selectFrom('accounting_documents as d')
            .select('d.invoice_id')
            .whereRef('d.connection_id', '=', 'c.id')
            .where('d.state', '=', 'waiting')
            .where('d.next_attempt_at', '<=', now),
        ),
        where.exists(
          where
            .selectFrom('invoices as i')
            .select('i.id')
            .whereRef('i.company_id', '=', 'c.company_id')
            .where('i.status', 'in', ['issued', 'canceled'])
            .where(
              sql<boolean>`(i.issued_day >= c.since or exists (select 1 from accounting_inbox b
                where b.connection_id = c.id and b.invoice_id = i.id))`,
            )
            .where('i.id', 'in', changedIds('invoice', sql.ref('c.company_id'), PLANNED_UP_TO))
            .where(
              sql<boolean>`not exists (select 1 from accounting_documents p
                where p.connection_id = c.id and p.invoice_id = i.id and p.seen_rev = i.rev)`,
            ),
        ),
        where.exists(
          where
            .selectFrom('collections as k')
            .innerJoin('accounting_documents as d', (join) =>
              join.onRef('d.invoice_id', '=', 'k.invoice_id').onRef('d.company_id', '=', 'k.company_id'),
            )
            .select('k.id')
            .whereRef('k.company_id', '=', 'c.company_id')
            .whereRef('d.connection_id', '=', 'c.id')
            .where('k.id', 'in', changedIds('collection', sql.ref('c.company_id'), PLANNED_UP_TO))
            .where(collectionsDiffer(sql.ref('k.company_id'))),
        ),
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
