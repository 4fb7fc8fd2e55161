import { sql } from 'kysely'
import { inTransaction } from '#server/storage/in-transaction.ts'
import type { Db } from '#server/storage/schema.ts'

/**
 * Gives a company that has issued invoices `count` more, copied from them, sold one after the other over the
 * last `days` days: a history for a phone to fetch. Only the invoices: totals and the authority's ledger do
 * not include them.
 */
export async function insertHistory(db: Db, companyId: string, count: number, days = 360): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ change_seq: string }>`
      update companies set change_seq = change_seq + ${count} where id = ${companyId} returning change_seq
    `.execute(tx)
    if (rows.length !== 1) throw new Error('no such company')
    // Ids like those of a phone, in the order of the sales.
    await sql`
      create temporary table history on commit drop as
      select n, (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || substr(md5(${companyId} || n), 1, 12))::uuid as id,
        now() - make_interval(secs => ${days * 86_400}::double precision * (${count} - n) / ${count}) as sale_at
      from generate_series(1, ${count}) as n
    `.execute(tx)
    await sql`
      insert into invoices (company_id, id, rev, status, sale_at, operator_id, document, changed_at, others_rev)
      select ${companyId}, history.id, 1, 'issued', history.sale_at, model.operator_id,
        model.document || jsonb_build_object(
          'id', history.id, 'rev', 1,
          'saleAt', to_char(history.sale_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
        history.sale_at, 0
      from history join (
        select operator_id, document, row_number() over (order by id) as place, count(*) over () as places
        from invoices where company_id = ${companyId} and status = 'issued'
      ) as model on model.place = 1 + history.n % model.places
    `.execute(tx)
    await sql`
      insert into changes (company_id, t, row_id, change_id, deleted)
      select ${companyId}, 'invoice', id::text, ${rows[0]?.change_seq ?? 0}::bigint - ${count} + n, false from history
    `.execute(tx)
  })
}
