import { randomUUID } from 'node:crypto'
import { planNotes, planSteps, strayId, withStrays } from '#domain/accounting/plan-steps.ts'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice, NumberedInvoice } from '#domain/invoices/invoice.ts'
import { updatePlannedUpTo } from '../../storage/accounting/connections.ts'
import {
  type ConnectionScope,
  insertDocument,
  listUnplanned,
  lockDocument,
  updateDocument,
} from '../../storage/accounting/documents.ts'
import { findTheirSale } from '../../storage/accounting/inbox.ts'
import { listNewlyCollected } from '../../storage/accounting/newly-collected.ts'
import { listSteps, savePlan } from '../../storage/accounting/steps.ts'
import { listCollectionsOf } from '../../storage/catalogue/collections.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import { getLastChangeId } from '../../storage/sync/changes.ts'
import type { Services } from '../context.ts'
import { bookedCredits } from './booked-credits.ts'
import { revisionsOf } from './step-instruction.ts'

const BATCH = 200

type Planner = { readonly provider: AccountingProvider; readonly attaches: boolean }

/** What an invoice needs in the books now, and which collections that is planned for. */
async function readPlan(
  tx: Db,
  scope: ConnectionScope,
  { provider, attaches }: Planner,
  invoice: NumberedInvoice,
): Promise<{ readonly plan: readonly string[]; readonly isDone: boolean; readonly seenCollections: number }> {
  const steps = await listSteps(tx, scope, invoice.id)
  const begun = new Set(steps.filter(({ state }) => state !== 'waiting').map(({ step }) => step))
  const done = new Set(steps.filter(({ state }) => state === 'done').map(({ step }) => step))
  const collections = await listCollectionsOf(tx, scope, invoice.id)
  const theirs = invoice.origin === 'app' ? undefined : await findTheirSale(tx, scope, invoice.id)
  const wanted =
    theirs === undefined
      ? planSteps(provider, invoice, begun, {
          ...{ attaches, collections, booked: bookedCredits(provider, invoice, steps) },
        })
      : planNotes(invoice, begun, { attaches, collections })
  const strays = steps.flatMap(({ step }) => (strayId(step) === undefined ? [] : [step]))
  const plan = withStrays(wanted, strays)
  return {
    plan,
    isDone: plan.every((step) => done.has(step)),
    seenCollections: revisionsOf(collections),
  }
}

async function writePlan(tx: Db, scope: ConnectionScope, invoiceId: string, plan: readonly string[]) {
  const entries = plan.map((step, position) => ({ step, position, key: randomUUID() }))
  await savePlan(tx, scope, invoiceId, entries)
}

/** Plans a document again that this process works on and has locked, because a part of a credit note was taken back. */
export async function planAgain(
  tx: Db,
  scope: ConnectionScope,
  planner: Planner,
  invoice: NumberedInvoice,
): Promise<void> {
  const { plan, seenCollections } = await readPlan(tx, scope, planner, invoice)
  await updateDocument(tx, scope, invoice.id, { seen_collections: seenCollections })
  await writePlan(tx, scope, invoice.id, plan)
}

/** Brings the steps of one invoice to what it needs now. A document that a process works on is planned later. */
async function planDocument(
  { db, clock }: Services,
  scope: ConnectionScope,
  planner: Planner,
  invoice: Invoice,
): Promise<boolean> {
  if (invoice.receipt === null) return true
  const receipt: NumberedInvoice = invoice
  const now = toInstant(clock.now())
  return await inTransaction(db, async (tx) => {
    const stored = await lockDocument(tx, scope, invoice.id)
    if (stored?.claimed_until && stored.claimed_until > now) return false
    const { plan, isDone, seenCollections } = await readPlan(tx, scope, planner, receipt)
    const seen = { seen_rev: invoice.rev, seen_collections: seenCollections }
    const state = plan.length === 0 ? 'nothing' : isDone ? 'done' : 'waiting'
    if (!stored) {
      await insertDocument(tx, scope, { invoice_id: invoice.id, ...seen, state }, now)
    } else {
      // What a person left out, or must settle first, stays so; only its plan follows the invoice.
      const stays = stored.state === 'left-out' || stored.state === 'attention'
      await updateDocument(tx, scope, invoice.id, {
        ...seen,
        // A process that is back from a long sleep must not go on with the plan that was.
        ...{ claimed_by: null, claimed_until: null },
        ...(!stays && { state, next_attempt_at: now, changed_at: now }),
      })
    }
    await writePlan(tx, scope, invoice.id, plan)
    return true
  })
}

/**
 * Plans every receipt since the first day, and every one of an invoice of the books, that changed since it was planned or
 * for which money was collected.
 */
export async function planDocuments(
  services: Services,
  scope: ConnectionScope,
  connection: {
    readonly provider: AccountingProvider
    readonly attaches: boolean
    readonly since: string | null
    readonly plannedUpTo: number
  },
): Promise<void> {
  const { since, plannedUpTo } = connection
  for (;;) {
    const lastChange = await getLastChangeId(services.db, scope)
    const page = { since, plannedUpTo, limit: BATCH }
    const invoices = [
      ...(await listUnplanned(services.db, scope, page)),
      ...(await listNewlyCollected(services.db, scope, page)),
    ]
    let planned = 0
    for (const invoice of invoices) if (await planDocument(services, scope, connection, invoice)) planned += 1
    if (invoices.length >= BATCH && planned > 0) continue
    if (planned === invoices.length)
      await updatePlannedUpTo(services.db, scope, scope.connectionId, {
        ...{ since, from: plannedUpTo, to: lastChange },
      })
    return
  }
}
