import { type Selectable, sql } from 'kysely'
import type { InboxState } from '#domain/accounting/inbox-problem.ts'
import type { Db } from '../schema.ts'
import type { ConnectionScope } from './documents.ts'
import type { AccountingDocumentsTable, AccountingStepsTable } from './tables.ts'

/** Invoices that came in, those that need a person before the others, newest first; `status` is that of the invoice here. */
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
  return await query
    .orderBy((order) => order.case().when('b.state', '=', 'attention').then(0).else(1).end())
    .orderBy('b.changed_at', 'desc')
    .orderBy('b.their_id')
    .limit(page.limit)
    .execute()
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

/** The step that wrote, or is to write, an invoice under a number, and the state of its document. */
export async function findWrittenUnder(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  number: string,
): Promise<
  | (Pick<Selectable<AccountingStepsTable>, 'state' | 'their_id'> & {
      readonly document: Selectable<AccountingDocumentsTable>['state']
    })
  | undefined
> {
  return await db
    .selectFrom('accounting_steps as s')
    .innerJoin('accounting_documents as d', (join) =>
      join
        .onRef('d.company_id', '=', 's.company_id')
        .onRef('d.connection_id', '=', 's.connection_id')
        .onRef('d.invoice_id', '=', 's.invoice_id')
        .on('d.company_id', '=', companyId),
    )
    .select(['s.state', 's.their_id', 'd.state as document'])
    .where('s.company_id', '=', companyId)
    .where('s.connection_id', '=', connectionId)
    .where('s.step', '=', 'invoice')
    .where(sql<string>`s.instruction #>> '{document,number}'`, '=', number)
    .executeTakeFirst()
}
