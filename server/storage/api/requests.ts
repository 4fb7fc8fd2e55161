import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** What is known of an idempotency key. */
export type ApiRequest = {
  readonly fingerprint: string
  readonly answer: { readonly status: number; readonly text: string } | undefined
}

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
  await db
    .insertInto('api_requests')
    .values({
      ...{ company_id: companyId, client_id: clientId, key, fingerprint },
      ...{ status: null, answer: null, at },
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'key']).doNothing())
    .execute()
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

/** Keeps the final answer of a key, letter for letter; the first one stays and is returned. */
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
  const row = await db
    .updateTable('api_requests')
    .set((set) => ({
      status: set.fn.coalesce('status', set.val(status)),
      answer: set.fn.coalesce('answer', set.val(text)),
    }))
    .where('company_id', '=', companyId)
    .where('client_id', '=', clientId)
    .where('key', '=', key)
    .returning(['status', 'answer'])
    .executeTakeFirst()
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
    .onConflict((conflict) => conflict.columns(['client_id', 'reference']).doNothing())
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
