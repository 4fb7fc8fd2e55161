import { sql } from 'kysely'
import { inTransaction } from '#server/storage/in-transaction.ts'
import type { Db } from '#server/storage/schema.ts'

/** Receipts inserted by one transaction. */
const BATCH = 10_000

/**
 * Gives a database years of trade: `companies` copies of a company that has sold and delivered, each with `each` receipts
 * copied from its own, over the last four years: invoice, receipt, operation, entry of the feed, delivery and link. What is
 * kept for each day or month, accounts and catalogues is not copied. Returns how many receipts there are now.
 */
export async function insertYears(
  db: Db,
  model: { readonly companyId: string; readonly identityId: string },
  { companies, each }: { readonly companies: number; readonly each: number },
  onProgress: (receipts: number) => void = () => undefined,
): Promise<number> {
  const perBatch = Math.max(1, Math.floor(BATCH / each))
  for (let first = 0; first < companies; first += perBatch) {
    const last = Math.min(companies, first + perBatch)
    await inTransaction(db, async (tx) => await insertCompanies(tx, model, { first, last, each }))
    onProgress(last * each)
  }
  await sql`analyze`.execute(db)
  return companies * each
}

async function insertCompanies(
  tx: Db,
  { companyId, identityId }: { readonly companyId: string; readonly identityId: string },
  { first, last, each }: { readonly first: number; readonly last: number; readonly each: number },
): Promise<void> {
  await sql`
    create temporary table shops on commit drop as
    select n, md5('company ' || n)::uuid as company_id, md5('identity ' || n)::uuid as identity_id
    from generate_series(${first}::int, ${last}::int - 1) as n
  `.execute(tx)
  await sql`
    insert into companies (id, organization_id, name, tin, vrn, address, phone, email, change_seq)
    select shops.company_id, organization_id, name || ' ' || n, (700000000 + n)::text, vrn, address, phone, email, ${each}
    from shops, companies where companies.id = ${companyId}
  `.execute(tx)
  const identity = await columnsOf(tx, 'fiscal_identities', ['company_id', 'id', 'cert_key', 'next_gc'])
  await sql`
    insert into fiscal_identities (company_id, id, cert_key, next_gc, ${identity})
    select shops.company_id, shops.identity_id, 'Y' || n, ${each} + 1, ${identity}
    from shops, fiscal_identities model where model.company_id = ${companyId} and model.id = ${identityId}
  `.execute(tx)
  // Ids like those of a phone, in the order of the sales.
  await sql`
    create temporary table sales on commit drop as
    select company_id, identity_id, gc, sold.invoice_id as model_id,
      (lpad(to_hex(gc), 8, '0') || '-0000-7000-8000-' || substr(md5(n || ' ' || gc), 1, 12))::uuid as id,
      now() - make_interval(secs => 4 * 365 * 86400::double precision * (${each} - gc) / ${each}) as at
    from shops cross join generate_series(1, ${each}::int) as gc join (
      select invoice_id, row_number() over (order by gc) as place, count(*) over () as places
      from receipts where company_id = ${companyId} and delivery in ('acknowledged', 'verified')
    ) as sold on sold.place = 1 + gc % sold.places
  `.execute(tx)
  await insertSales(tx, companyId)
}

async function insertSales(tx: Db, companyId: string): Promise<void> {
  const invoice = await columnsOf(tx, 'invoices', [
    'company_id',
    'id',
    'sale_at',
    'changed_at',
    'document',
    'issued_day',
  ])
  await sql`
    insert into invoices (company_id, id, sale_at, changed_at, document, ${invoice})
    select sales.company_id, sales.id, sales.at, sales.at, document || jsonb_build_object('id', sales.id), ${invoice}
    from sales join invoices model on model.company_id = ${companyId} and model.id = sales.model_id
  `.execute(tx)
  const receipt = await columnsOf(tx, 'receipts', [
    'company_id',
    'invoice_id',
    'identity_id',
    'gc',
    'dc',
    'issued_at',
  ])
  await sql`
    insert into receipts (company_id, invoice_id, identity_id, gc, dc, issued_at, ${receipt})
    select sales.company_id, sales.id, sales.identity_id, sales.gc, sales.gc, sales.at, ${receipt}
    from sales join receipts model on model.company_id = ${companyId} and model.invoice_id = sales.model_id
  `.execute(tx)
  const operation = await columnsOf(tx, 'operations', [
    'company_id',
    'op_id',
    'device_seq',
    'executed_at',
    'change_id',
  ])
  await sql`
    insert into operations (company_id, op_id, device_seq, executed_at, change_id, ${operation})
    select sales.company_id, sales.id, sales.gc, sales.at, sales.gc, ${operation}
    from sales join operations model on model.company_id = ${companyId} and model.type = 'invoice.submit'
      and model.result #>> '{change,id}' = sales.model_id::text
  `.execute(tx)
  const delivery = await columnsOf(tx, 'delivery_log', ['id', 'company_id', 'identity_id', 'subject', 'at'])
  await sql`
    insert into delivery_log (company_id, identity_id, subject, at, ${delivery})
    select sales.company_id, sales.identity_id, 'receipt:' || sales.gc, sales.at, ${delivery}
    from sales join delivery_log model on model.company_id = ${companyId} and model.subject = (
      select 'receipt:' || sold.gc from receipts sold
      where sold.company_id = ${companyId} and sold.invoice_id = sales.model_id)
  `.execute(tx)
  await sql`
    insert into changes (company_id, t, row_id, change_id, deleted)
    select company_id, 'invoice', id::text, gc, false from sales
  `.execute(tx)
  await sql`
    insert into slips (token, company_id, invoice_id)
    select left(encode(sha256((company_id::text || gc)::bytea), 'base64'), 22), company_id, id from sales
  `.execute(tx)
}

/** The columns of a table but some, to be copied as they are. */
async function columnsOf(tx: Db, table: string, but: readonly string[]) {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and column_name <> all(${[...but]}::text[])
  `.execute(tx)
  return sql.join(rows.map(({ name }) => sql.ref(name)))
}

/** The tables that grow with each receipt, with the bytes of one of them: rows, long values and indexes. */
export async function bytesPerReceipt(db: Db, receipts: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; bytes: string }>`
    select coalesce(parent.relname, part.relname) as name, sum(pg_total_relation_size(part.oid)) as bytes
    from pg_class part left join pg_inherits on inhrelid = part.oid left join pg_class parent on parent.oid = inhparent
    where part.relkind = 'r' and coalesce(parent.relname, part.relname) in
      ('invoices', 'receipts', 'operations', 'delivery_log', 'changes', 'slips')
    group by 1 order by 2 desc
  `.execute(db)
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes) / receipts]))
}
