import type { Selectable, Updateable } from 'kysely'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import { changedIds } from './changed-rows.ts'
import type { AccountingDocumentsTable, AccountingStepsTable } from './tables.ts'

export type StoredDocument = Selectable<AccountingDocumentsTable>
export type StoredStep = Selectable<AccountingStepsTable>

/** One connection of one company. */
export type ConnectionScope = CompanyScope & { readonly connectionId: string }

/**
 * Receipts since a day, and those of invoices of the books, that the feed has after a number and whose present revision
 * has no plan yet, oldest first.
 */
export async function listUnplanned(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  { since, plannedUpTo, limit }: { since: string | null; plannedUpTo: number; limit: number },
): Promise<Invoice[]> {
  const rows = await db
    .selectFrom('invoices')
    .select('document')
    .where('company_id', '=', companyId)
    .where('status', 'in', ['issued', 'canceled'])
    // A canceled draft has no receipt to book.
    .where('issued_day', 'is not', null)
    .where('id', 'in', changedIds('invoice', companyId, plannedUpTo))
    .where((where) =>
      where.or([
        ...(since === null ? [] : [where('issued_day', '>=', since)]),
        where.exists(
          where
            .selectFrom('accounting_inbox')
            .select('their_id')
            .where('company_id', '=', companyId)
            .where('connection_id', '=', connectionId)
            .whereRef('accounting_inbox.invoice_id', '=', 'invoices.id'),
        ),
      ]),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('accounting_documents')
            .select('seen_rev')
            .where('company_id', '=', companyId)
            .where('connection_id', '=', connectionId)
            .whereRef('accounting_documents.invoice_id', '=', 'invoices.id')
            .whereRef('accounting_documents.seen_rev', '=', 'invoices.rev'),
        ),
      ),
    )
    .orderBy('sale_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ document }) => document)
}

/** What was written for the receipts of some days: invoices and refunds, with the receipts as they are now. */
export async function listWritten(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<
  {
    readonly step: string
    readonly theirId: string
    readonly instruction: object | null
    readonly invoice: Invoice
  }[]
> {
  const rows = await db
    .selectFrom('invoices as i')
    .innerJoin('accounting_documents as d', (join) =>
      join.onRef('d.invoice_id', '=', 'i.id').onRef('d.company_id', '=', 'i.company_id'),
    )
    .innerJoin('accounting_steps as s', (join) =>
      join
        .onRef('s.invoice_id', '=', 'd.invoice_id')
        .onRef('s.company_id', '=', 'd.company_id')
        .onRef('s.connection_id', '=', 'd.connection_id'),
    )
    .select(['s.step', 's.their_id', 's.instruction', 'i.document'])
    .where('i.company_id', '=', companyId)
    .where('i.issued_day', '>=', from)
    .where('i.issued_day', '<=', to)
    .where('d.company_id', '=', companyId)
    .where('d.connection_id', '=', connectionId)
    // What a person left out may be gone there, and what waits is about to change.
    .where('d.state', 'not in', ['left-out', 'waiting'])
    .where('s.company_id', '=', companyId)
    // Written with other figures, a step stays unknown with the id of what was written.
    .where('s.state', 'in', ['done', 'unknown'])
    .where('s.their_id', 'is not', null)
    .where((where) =>
      where.or([
        where('s.step', '=', 'invoice'),
        ...['credit:%', 'memo:%'].map((pattern) => where('s.step', 'like', pattern)),
      ]),
    )
    .orderBy('i.sale_at')
    .orderBy('i.id')
    .execute()
  return rows.map(({ step, their_id: theirId, instruction, document }) => ({
    ...{ step, theirId: theirId ?? '', instruction, invoice: document },
  }))
}

function selectDocument(db: Db, { companyId, connectionId }: ConnectionScope, invoiceId: string) {
  return db
    .selectFrom('accounting_documents')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('invoice_id', '=', invoiceId)
}

/** The document of an invoice as it is at this moment. */
export async function findDocument(
  db: Db,
  scope: ConnectionScope,
  invoiceId: string,
): Promise<StoredDocument | undefined> {
  return await selectDocument(db, scope, invoiceId).executeTakeFirst()
}

/** The document of an invoice, locked until the transaction ends. */
export async function lockDocument(
  db: Db,
  scope: ConnectionScope,
  invoiceId: string,
): Promise<StoredDocument | undefined> {
  return await selectDocument(db, scope, invoiceId).forUpdate().executeTakeFirst()
}

/** Selects the invoices whose documents need a person for one reason. */
function selectWithProblem(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  problem: StoredDocument['problem'],
) {
  return db
    .selectFrom('accounting_documents')
    .select('invoice_id')
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'attention')
    .where('problem', '=', problem)
}

/** The ids of the invoices whose documents need a person for one reason. */
export async function listWithProblem(
  db: Db,
  scope: ConnectionScope,
  problem: StoredDocument['problem'],
): Promise<string[]> {
  const rows = await selectWithProblem(db, scope, problem).execute()
  return rows.map((row) => row.invoice_id)
}

/** The newest of these invoices themselves. */
export async function listInvoicesWithProblem(
  db: Db,
  scope: ConnectionScope,
  problem: StoredDocument['problem'],
  limit: number,
): Promise<Invoice[]> {
  const rows = await db
    .selectFrom('invoices')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .where('id', 'in', selectWithProblem(db, scope, problem))
    .orderBy('sale_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ document }) => document)
}

export async function insertDocument(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  document: Pick<StoredDocument, 'invoice_id' | 'seen_rev' | 'seen_collections' | 'state'>,
  now: string,
): Promise<void> {
  await db
    .insertInto('accounting_documents')
    .values({
      ...document,
      ...{ company_id: companyId, connection_id: connectionId, next_attempt_at: now, changed_at: now },
    })
    .execute()
}

export async function updateDocument(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  invoiceId: string,
  change: Omit<Updateable<AccountingDocumentsTable>, 'company_id' | 'connection_id' | 'invoice_id'>,
): Promise<void> {
  await db
    .updateTable('accounting_documents')
    .set(change)
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('invoice_id', '=', invoiceId)
    .execute()
}

/** Takes the next due document for one process; after `until` another may take it. */
export async function claimDocument(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  claim: { readonly by: string; readonly now: string; readonly until: string },
): Promise<StoredDocument | undefined> {
  return await db
    .updateTable('accounting_documents')
    .set({ claimed_by: claim.by, claimed_until: claim.until })
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .where('invoice_id', '=', (where) =>
      where
        .selectFrom('accounting_documents as due')
        .select('due.invoice_id')
        .where('due.company_id', '=', companyId)
        .where('due.connection_id', '=', connectionId)
        .where('due.state', '=', 'waiting')
        .where('due.next_attempt_at', '<=', claim.now)
        .where((free) =>
          free.or([free('due.claimed_until', 'is', null), free('due.claimed_until', '<=', claim.now)]),
        )
        .orderBy('due.next_attempt_at')
        .orderBy('due.invoice_id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** What needs a person, then what was booked last, newest first. */
export async function listDocuments(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
  page: { readonly onlyAttention: boolean; readonly limit: number },
) {
  let query = db
    .selectFrom('accounting_documents')
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.id', '=', 'accounting_documents.invoice_id')
        .onRef('invoices.company_id', '=', 'accounting_documents.company_id'),
    )
    .select([
      ...(['accounting_documents.invoice_id', 'accounting_documents.state', 'problem', 'detail'] as const),
      ...(['number', 'accounting_documents.changed_at', 'invoices.document'] as const),
    ])
    .where('invoices.company_id', '=', companyId)
    .where('accounting_documents.company_id', '=', companyId)
    .where('accounting_documents.connection_id', '=', connectionId)
    .where('accounting_documents.state', '<>', 'nothing')
  if (page.onlyAttention) query = query.where('accounting_documents.state', '=', 'attention')
  return await query
    .orderBy((order) =>
      order.case().when('accounting_documents.state', '=', 'attention').then(0).else(1).end(),
    )
    .orderBy('accounting_documents.changed_at', 'desc')
    .orderBy('accounting_documents.invoice_id')
    .limit(page.limit)
    .execute()
}

/** How many documents are in each state. */
export async function countDocuments(
  db: Db,
  { companyId, connectionId }: ConnectionScope,
): Promise<ReadonlyMap<StoredDocument['state'], number>> {
  const rows = await db
    .selectFrom('accounting_documents')
    .select(({ fn }) => ['state', fn.countAll<string>().as('count')])
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .groupBy('state')
    .execute()
  return new Map(rows.map(({ state, count }) => [state, Number(count)]))
}
