import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** A connection that is not used for so long gets new tokens, so that it stays alive. */
const KEEP_ALIVE = sql`interval '7 days'`
const OVERLAP = sql`interval '10 minutes'`

/** The connections of all companies that have something to book now, as ids. */
export async function listConnectionsToDrain(db: Db, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounting_connections as c')
    .select('c.id')
    .where('c.state', '=', 'active')
    .where('c.since', 'is not', null)
    .where((where) => where.or([where('c.paused_until', 'is', null), where('c.paused_until', '<=', now)]))
    .where((where) =>
      where.or([
        sql<boolean>`c.access_ends_at < ${now}::timestamptz - ${KEEP_ALIVE}`,
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
            .whereRef('i.issued_day', '>=', 'c.since')
            .where(sql<boolean>`i.changed_at >= coalesce(c.collected_at, '-infinity') - ${OVERLAP}`)
            .where(
              sql<boolean>`not exists (select 1 from accounting_documents p
                where p.connection_id = c.id and p.invoice_id = i.id and p.seen_rev = i.rev)`,
            ),
        ),
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
