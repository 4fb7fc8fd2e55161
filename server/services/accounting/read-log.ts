import type { AccountingConnection, AccountingEntry } from '#contract/accounting-endpoints.ts'
import type { EndpointRequest } from '#contract/endpoints.ts'
import { sentProblem } from '#domain/accounting/book-problem.ts'
import type { InboxState } from '#domain/accounting/inbox-problem.ts'
import { ACCOUNTING_PROVIDERS } from '#domain/accounting/provider.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findConnection, listConnections } from '../../storage/accounting/connections.ts'
import {
  countDocuments,
  listDocuments,
  lockDocument,
  updateDocument,
} from '../../storage/accounting/documents.ts'
import { countInbox } from '../../storage/accounting/inbox-log.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { parseDay, parseMoment, parseNullableMoment } from '../../storage/row-values.ts'
import { auditAccounting } from './audit-accounting.ts'
import type { AccountingGateways } from './book-access.ts'
import { type AccountingContext, accountingScope } from './connections.ts'
import { sendAgain } from './send-again.ts'

const MOST_ENTRIES = 100

/** Both services with the state of their connection. */
export async function readAccountingState(
  context: AccountingContext,
  gateways: AccountingGateways,
): Promise<{ connections: AccountingConnection[] }> {
  const scope = accountingScope(context)
  const stored = await listConnections(context.db, scope)
  const connections = await Promise.all(
    ACCOUNTING_PROVIDERS.map(async (provider): Promise<AccountingConnection> => {
      const gateway = gateways.find((known) => known.provider === provider)
      const connection = stored.find((known) => known.provider === provider)
      const counts =
        connection && (await countDocuments(context.db, { ...scope, connectionId: connection.id }))
      const inbox = connection && (await countInbox(context.db, { ...scope, connectionId: connection.id }))
      const taken = (state: InboxState) => inbox?.get(state) ?? 0
      return {
        ...{ provider, available: gateway !== undefined, simulated: gateway?.simulated ?? false },
        ...{ state: connection?.state ?? 'none', organization: connection?.organization_name ?? '' },
        offered: connection?.offered ?? [],
        mapped: connection ? connection.mapping !== null : false,
        since: connection?.since ? parseDay(connection.since) : null,
        pausedUntil: parseNullableMoment(connection?.paused_until ?? null),
        sentAt: parseNullableMoment(connection?.sent_at ?? null),
        ...{ attaches: connection?.attaches ?? true, comparison: connection?.comparison ?? null },
        pullFrom: connection?.pull_from ? parseDay(connection.pull_from) : null,
        pulledAt: parseNullableMoment(connection?.pulled_at ?? null),
        comparedAt: parseNullableMoment(connection?.compared_at ?? null),
        inbox: { taken: taken('draft') + taken('submitted'), attention: taken('attention') },
        counts: {
          ...{ waiting: counts?.get('waiting') ?? 0, done: counts?.get('done') ?? 0 },
          ...{ attention: counts?.get('attention') ?? 0, leftOut: counts?.get('left-out') ?? 0 },
        },
      }
    }),
  )
  return { connections }
}

/** The connection of the owner's company to a service, whatever its state. */
export async function connectionScopeOf(
  context: AccountingContext,
  provider: EndpointRequest<'accounting.log'>['provider'],
) {
  const scope = accountingScope(context)
  const connection = await findConnection(context.db, scope, provider)
  if (!connection) throw new Refusal('NOT_FOUND')
  return { ...scope, connectionId: connection.id }
}

/** The last receipts that were booked or wait: those that need a person before the others, newest first. */
export async function readAccountingLog(
  context: AccountingContext,
  { provider, only }: EndpointRequest<'accounting.log'>,
): Promise<{ entries: AccountingEntry[] }> {
  const scope = await connectionScopeOf(context, provider)
  const page = { onlyAttention: only === 'attention', limit: MOST_ENTRIES }
  const rows = await listDocuments(context.db, scope, page)
  const entries = rows.map(({ document, ...row }) => ({
    ...{ invoiceId: row.invoice_id, receipt: document.receipt?.rctvnum ?? '' },
    ...{ customer: document.customer.name, total: document.totals.totalIncludingTax },
    state: row.state === 'nothing' ? ('left-out' as const) : row.state,
    ...sentProblem(row.problem),
    ...{ detail: row.detail, number: row.number, at: parseMoment(row.changed_at) },
  }))
  return { entries }
}

/**
 * Sends a receipt again that needs a person, or leaves it out. Sent again, a refused step is made again under a new key; an
 * unknown one is looked up first.
 */
export async function settleEntry(
  context: AccountingContext,
  { provider, invoiceId, action }: EndpointRequest<'accounting.settle'>,
): Promise<Record<string, never>> {
  const scope = await connectionScopeOf(context, provider)
  const now = toInstant(context.clock.now())
  await inTransaction(context.db, async (tx) => {
    const document = await lockDocument(tx, scope, invoiceId)
    if (!document) throw new Refusal('NOT_FOUND')
    if (action === 'leave-out') {
      await updateDocument(tx, scope, invoiceId, { state: 'left-out', problem: null, changed_at: now })
      return
    }
    await sendAgain(tx, scope, invoiceId, now)
  })
  await auditAccounting(context, 'change', provider)
  return {}
}
