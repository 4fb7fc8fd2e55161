import type { AccountingInboxEntry } from '#contract/accounting-endpoints.ts'
import type { EndpointRequest } from '#contract/endpoints.ts'
import type { BookComparison } from '#domain/accounting/compare-books.ts'
import type { InboxState } from '#domain/accounting/inbox-problem.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'
import { Refusal } from '../../ports/refusal.ts'
import { updateConnection } from '../../storage/accounting/connections.ts'
import { lockSale, updateSale } from '../../storage/accounting/inbox.ts'
import { listInbox } from '../../storage/accounting/inbox-log.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { parseInteger, parseMoment } from '../../storage/row-values.ts'
import { auditAccounting } from './audit-accounting.ts'
import { type AccountingGateways, withAccess } from './book-access.ts'
import type { Bookkeeper } from './bookkeeper.ts'
import { compareConnection } from './compare-connection.ts'
import { type AccountingContext, accountingScope, answerOf } from './connections.ts'
import { openBooks, requireComplete } from './mapping.ts'
import { connectionScopeOf } from './read-log.ts'

const MOST_ENTRIES = 100

/** Begins to take invoices that are written in the books from a day on, or ends it; drafts that exist stay. */
export async function choosePull(
  context: AccountingContext,
  gateways: AccountingGateways,
  { provider, from }: EndpointRequest<'accounting.pull'>,
): Promise<Record<string, never>> {
  const books = await openBooks(context, gateways, provider)
  if (from !== null) requireComplete(books.connection.mapping, books)
  await updateConnection(context.db, accountingScope(context), books.connection.id, {
    pull_from: from,
    // Another first day is read from the beginning.
    ...(from !== null && { pulled_at: null, next_pull_at: null }),
    changed_at: toInstant(context.clock.now()),
  })
  await auditAccounting(context, 'change', provider)
  return {}
}

/** Whether receipts are attached as files: a service with few calls a day has enough with the link. */
export async function chooseAttaching(
  context: AccountingContext,
  { provider, attaches }: EndpointRequest<'accounting.attach'>,
): Promise<Record<string, never>> {
  const { connectionId, ...scope } = await connectionScopeOf(context, provider)
  await updateConnection(context.db, scope, connectionId, { attaches })
  await auditAccounting(context, 'change', provider)
  return {}
}

function shownState(state: InboxState, status: string | null): AccountingInboxEntry['state'] {
  // The draft was submitted or given up here; the books have said nothing since.
  if (state === 'draft' && status !== null && status !== 'draft')
    return status === 'canceled' ? 'left-out' : 'submitted'
  return state === 'ours' ? 'left-out' : state
}

/** The last invoices of the books that came in, newest first. */
export async function readInbox(
  context: AccountingContext,
  { provider, only }: EndpointRequest<'accounting.inbox'>,
): Promise<{ entries: AccountingInboxEntry[] }> {
  const scope = await connectionScopeOf(context, provider)
  const page = { onlyAttention: only === 'attention', limit: MOST_ENTRIES }
  const rows = await listInbox(context.db, scope, page)
  const entries = rows.map((row) => ({
    ...{ theirId: row.their_id, invoiceId: row.invoice_id, state: shownState(row.state, row.status) },
    ...{ problem: row.problem, detail: row.detail, number: row.number, customer: row.customer },
    ...{ total: toCents(parseInteger(row.total)), at: parseMoment(row.changed_at) },
  }))
  return { entries }
}

/** Takes an invoice again that needs a person, over what was changed here; or leaves it out from now on. */
export async function settleSale(
  context: AccountingContext,
  { provider, theirId, action }: EndpointRequest<'accounting.settle-inbox'>,
): Promise<Record<string, never>> {
  const scope = await connectionScopeOf(context, provider)
  const now = toInstant(context.clock.now())
  await inTransaction(context.db, async (tx) => {
    const sale = await lockSale(tx, scope, theirId)
    if (!sale || sale.state === 'ours') throw new Refusal('NOT_FOUND')
    await updateSale(
      tx,
      scope,
      theirId,
      action === 'leave-out'
        ? { state: 'left-out', problem: null, detail: '', changed_at: now }
        : {
            ...{ state: 'waiting', announced: sale.announced + 1, attempts: 0, next_attempt_at: now },
            ...{ detail: '', changed_at: now },
          },
    )
  })
  await auditAccounting(context, 'change', provider)
  return {}
}

/** Compares both sides now. */
export async function compareNow(
  context: AccountingContext,
  gateways: AccountingGateways,
  { provider }: EndpointRequest<'accounting.compare'>,
): Promise<BookComparison> {
  const { gateway, connection } = await openBooks(context, gateways, provider)
  const { mapping, attaches, since } = connection
  if (mapping === null || since === null) throw new Refusal('NOT_FOUND')
  const scope = { ...accountingScope(context), connectionId: connection.id }
  const call: Bookkeeper['call'] = (work) => withAccess(context, gateway, scope, work)
  const keeper: Bookkeeper = { services: context, gateway, mapping, attaches, call }
  return answerOf(await compareConnection(keeper, scope, connection))
}
