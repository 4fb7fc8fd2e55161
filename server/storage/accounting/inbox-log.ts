import { type Selectable, sql } from 'kysely'
import type { InboxState } from '#domain/accounting/inbox-problem.ts'
import type { Db } from '../schema.ts'
import type { ConnectionScope } from './documents.ts'
import type { AccountingStepsTable } from './tables.ts'

/** Invoices that came in, newest first; `status` is that of the invoice here. */
export async function listInbox(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  page: { readonly onlyAttention: boolean; readonly limit: number },
) {
  let query = db
    .selectFrom('accounting_inbox as b')
    .leftJoin('invoices as i', (join) =>
      join
        .onRef('i.id', '=', 'b.invoice_id')
        .onRef('i.company_id', '=', 'b.company_id')
        .on('i.company_id', '=', companyId),
    )
    .select([
      ...(['b.their_id', 'b.state', 'b.problem', 'b.detail', 'b.number', 'b.customer', 'b.total'] as const),
      ...(['b.invoice_id', 'b.changed_at', 'i.status'] as const),
    ])
    .where('b.company_id', '=', companyId)
    .where('b.connection_id', '=', connectionId)
    .where('b.state', 'not in', ['ours'])
  if (page.onlyAttention) query = query.where('b.state', '=', 'attention')
  return await query.orderBy('b.changed_at', 'desc').orderBy('b.their_id').limit(page.limit).execute()
}

/** How many invoices of the books are in each state; ours are none of them. */
export async function countInbox(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
): Promise<ReadonlyMap<InboxState, number>> {
  const rows = await db
    .selectFrom('accounting_inbox')
    .select(({ fn }) => ['state', fn.countAll<string>().as('count')])
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .groupBy('state')
    .execute()
  return new Map(rows.map(({ state, count }) => [state, Number(count)]))
}

/** The step that wrote, or is writing, an invoice under a number. */
export async function findWrittenUnder(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  number: string,
): Promise<Pick<Selectable<AccountingStepsTable>, 'state' | 'their_id'> | undefined> {
  return await db
    .selectFrom('accounting_steps')
    .select(['state', 'their_id'])
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('step', '=', 'invoice')
    .where(sql<string>`instruction #>> '{document,number}'`, '=', number)
    .executeTakeFirst()
}
