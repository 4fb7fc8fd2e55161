import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** What is known of an idempotency key. */
export type ApiRequest = {
  readonly fingerprint: string
  readonly answer: { readonly status: number; readonly text: string } | undefined
}

/**
 * The one transaction of a statement that names it does not wait for the disk: what a crash takes of it is made again by
 * the next request of the key. Never inside a longer transaction, which would not wait either.
 */
const NOT_AWAITED = sql`set_config('synchronous_commit', 'off', true) as not_awaited`

/** The request under a key of a client; a new key is noted with the fingerprint of what it asks. */
export async function openApiRequest(
  db: Db,
  { companyId }: CompanyScope,
  request: {
    readonly clientId: string
    readonly key: string
    readonly fingerprint: string
    readonly at: string
  },
): Promise<ApiRequest> {
  const { clientId, key, fingerprint, at } = request
  // What is done under the key is on the disk only after this is: the log is written in its order.
  const { rows: noted } = await sql<{ key: string }>`
    insert into api_requests (company_id, client_id, key, fingerprint, at)
    select ${companyId}, ${clientId}, ${key}, ${fingerprint}, ${at} from ${NOT_AWAITED} where not_awaited = 'off'
    on conflict do nothing returning key
  `.execute(db)
  if (noted.length > 0) return { fingerprint, answer: undefined }
  const row = await db
    .selectFrom('api_requests')
    .select(['fingerprint', 'status', 'answer'])
    .where('company_id', '=', companyId)
    .where('client_id', '=', clientId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  const answered = row.status !== null && row.answer !== null
  return {
    fingerprint: row.fingerprint,
    answer: answered ? { status: row.status ?? 0, text: row.answer ?? '' } : undefined,
  }
}

/**
 * Keeps the final answer of a key, letter for letter; the first one stays and is returned. A refusal is on the disk
 * before it is answered; what was done is in the operation ledger, which gives the same answer again.
 */
export async function saveApiAnswer(
  db: Db,
  { companyId }: CompanyScope,
  answer: {
    readonly clientId: string
    readonly key: string
    readonly status: number
    readonly text: string
  },
): Promise<{ readonly status: number; readonly text: string }> {
  const { clientId, key, status, text } = answer
  const { rows } = await sql<{ status: number | null; answer: string | null }>`
    update api_requests set status = coalesce(status, ${status}::int), answer = coalesce(answer, ${text})
    from ${status < 300 ? NOT_AWAITED : sql`(values ('on')) as not_awaited (not_awaited)`}
    where company_id = ${companyId} and client_id = ${clientId} and key = ${key} and not_awaited <> ''
    returning status, answer
  `.execute(db)
  const [row] = rows
  return { status: row?.status ?? status, text: row?.answer ?? text }
}

/** Notes which invoice a reference of a client's own program names; the first one stays. */
export async function insertApiReference(
  db: Db,
  { companyId }: CompanyScope,
  row: { readonly clientId: string; readonly reference: string; readonly invoiceId: string },
): Promise<void> {
  await db
    .insertInto('api_references')
    .values({
      ...{ company_id: companyId, client_id: row.clientId },
      ...{ reference: row.reference, invoice_id: row.invoiceId },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The references of invoices, by the id of the invoice. */
export async function listApiReferences(
  db: Db,
  { companyId }: CompanyScope,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (invoiceIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('api_references')
    .select(['invoice_id', 'reference'])
    .where('company_id', '=', companyId)
    .where('invoice_id', 'in', invoiceIds)
    .execute()
  return new Map(rows.map((row) => [row.invoice_id, row.reference]))
}
