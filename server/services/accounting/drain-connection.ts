import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import {
  lockConnection,
  passOwnChange,
  type StoredConnection,
  updateConnection,
} from '../../storage/accounting/connections.ts'
import {
  type ConnectionScope,
  claimDocument,
  lockDocument,
  type StoredDocument,
  updateDocument,
} from '../../storage/accounting/documents.ts'
import { findCompanyOfConnection } from '../../storage/accounting/due-connections.ts'
import { listSteps } from '../../storage/accounting/steps.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { findInvoice, lockInvoice, upsertInvoices } from '../../storage/invoices/invoices.ts'
import { parseInteger } from '../../storage/row-values.ts'
import type { Db } from '../../storage/schema.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import type { Services } from '../context.ts'
import { type AccountingGateways, withAccess } from './book-access.ts'
import type { Bookkeeper } from './bookkeeper.ts'
import { planDocuments } from './plan-documents.ts'
import { runStep } from './run-step.ts'
import { sendAgain } from './send-again.ts'
import type { StepResult } from './step-result.ts'

/** No other process takes a document for this long. */
const CLAIM_MS = 3 * 60_000
/** How long after each attempt without an answer the next one comes; later ones every hour. */
const BACK_OFF_MS = [2_000, 10_000, 60_000, 600_000]
const HOUR_MS = 3_600_000
/** So often the contact of a document is renewed in one go. */
const MOST_RENEWALS = 3
/** After this time a person is asked. */
const GIVE_UP_MS = 24 * HOUR_MS

/** What a document is left with. */
type Ended = Exclude<StepResult, { readonly kind: 'again' }>

async function hasOpenSteps(db: Db, scope: ConnectionScope, invoiceId: string): Promise<boolean> {
  return (await listSteps(db, scope, invoiceId)).some(({ state }) => state !== 'done')
}

/** Ends the work on a document: its state, and the number of the books on the invoice, which the feed announces. */
async function finishDocument(
  { services, mapping }: Bookkeeper,
  scope: ConnectionScope,
  document: StoredDocument,
  claim: string,
  result: Ended,
): Promise<void> {
  const nowMs = services.clock.now()
  const now = toInstant(nowMs)
  await inTransaction(services.db, async (tx) => {
    const held = await lockDocument(tx, scope, document.invoice_id)
    if (held?.claimed_by !== claim) return
    const released = { claimed_by: null, claimed_until: null }
    // A mapping that was saved meanwhile may be the answer already; the lock lets `saveMapping` see what is noted here.
    const isMappingChanged =
      result.kind === 'attention' &&
      result.problem === 'mapping' &&
      !isDeepStrictEqual((await lockConnection(tx, scope, scope.connectionId))?.mapping, mapping)
    if (result.kind === 'paused' || result.kind === 'ended' || result.kind === 'lost') {
      const next = toInstant(nowMs + (result.kind === 'paused' ? result.waitMs : 0))
      await updateDocument(tx, scope, document.invoice_id, { ...released, next_attempt_at: next })
      if (result.kind !== 'paused') return
    } else if (isMappingChanged) {
      await updateDocument(tx, scope, document.invoice_id, released)
      await sendAgain(tx, scope, document.invoice_id, now)
    } else if (result.kind === 'attention') {
      const { problem, detail } = result
      const change = { ...released, state: 'attention' as const, problem, detail, changed_at: now }
      await updateDocument(tx, scope, document.invoice_id, change)
    } else if (result.kind === 'later') {
      const since = document.unknown_since ?? now
      const isOver = nowMs - Date.parse(since) > GIVE_UP_MS
      const wait = result.afterMs ?? BACK_OFF_MS[document.attempts] ?? HOUR_MS
      await updateDocument(tx, scope, document.invoice_id, {
        ...{ ...released, attempts: document.attempts + 1, unknown_since: since, changed_at: now },
        ...{ next_attempt_at: toInstant(nowMs + wait), detail: result.detail },
        ...(isOver && { state: 'attention' as const, problem: 'unknown' as const }),
      })
    } else if (await hasOpenSteps(tx, scope, document.invoice_id)) {
      // Another process added one meanwhile.
      await updateDocument(tx, scope, document.invoice_id, { ...released, next_attempt_at: now })
    } else {
      const change = { ...released, state: 'done' as const, problem: null, detail: '', changed_at: now }
      await updateDocument(tx, scope, document.invoice_id, { ...change, attempts: 0, unknown_since: null })
    }
    if (held.number === '') return
    const stored = await lockInvoice(tx, scope, document.invoice_id)
    if (!stored || stored.invoice.accountingNumber === held.number) return
    const invoice = { ...stored.invoice, rev: stored.invoice.rev + 1, accountingNumber: held.number }
    await upsertInvoices(tx, scope, [invoice], now)
    // Our own writing is no reason to plan again; another change of the invoice is.
    const isPlanned = stored.invoice.rev === held.seen_rev
    if (isPlanned) await updateDocument(tx, scope, document.invoice_id, { seen_rev: invoice.rev })
    const changeId = await upsertChanges(tx, scope, [{ t: 'invoice', id: invoice.id }])
    if (isPlanned) await passOwnChange(tx, scope, changeId)
  })
}

async function bookDocument(
  keeper: Bookkeeper,
  scope: ConnectionScope,
  document: StoredDocument,
  claim: string,
): Promise<Ended> {
  const invoice = await findInvoice(keeper.services.db, scope, document.invoice_id)
  if (!invoice || invoice.receipt === null)
    return { kind: 'attention', problem: 'changed', detail: 'the receipt is gone' }
  const receipt: NumberedInvoice = invoice
  let renewals = 0
  for (;;) {
    const steps = await listSteps(keeper.services.db, scope, document.invoice_id)
    const next = steps.find(({ state }) => state !== 'done')
    if (!next) return { kind: 'done', number: '' }
    const result = await runStep(keeper, { scope, invoice: receipt, claim }, steps, next)
    if (result.kind === 'again') {
      renewals += 1
      if (renewals > MOST_RENEWALS) return { kind: 'later', detail: 'the contact is refused' }
    } else if (result.kind !== 'done') return result
  }
}

/** What a drain needs of a connection; `undefined` while it must not be used. */
function usable(connection: StoredConnection | undefined, now: string) {
  if (connection?.state !== 'active' || connection.mapping === null) return undefined
  // Without a first day only what began in the books is answered there.
  if (connection.since === null && connection.pull_from === null) return undefined
  if (connection.paused_until !== null && connection.paused_until > now) return undefined
  return { ...connection, mapping: connection.mapping }
}

/**
 * Books everything that a connection has due: plans what changed, then works on one document after the other. It may
 * run in several processes at once; each document is with one of them.
 */
export async function drainConnection(
  services: Services,
  gateways: AccountingGateways,
  scope: ConnectionScope,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  const nowText = () => toInstant(services.clock.now())
  const readUsable = async () =>
    usable(await lockConnection(services.db, scope, scope.connectionId), nowText())
  const connection = await readUsable()
  const gateway = connection && gateways.find(({ provider }) => provider === connection.provider)
  if (!connection || !gateway) return
  const { provider, since, attaches } = connection
  const plannedUpTo = parseInteger(connection.planned_up_to ?? '0')
  await planDocuments(services, scope, { provider, since, plannedUpTo, attaches })
  const call: Bookkeeper['call'] = (work) => withAccess(services, gateway, scope, work)
  while (shouldContinue()) {
    // The owner may save other choices while this goes on.
    const mapping = (await readUsable())?.mapping
    if (!mapping) return
    const keeper: Bookkeeper = { services, gateway, mapping, attaches, call }
    const claim = randomUUID()
    const until = toInstant(services.clock.now() + CLAIM_MS)
    const document = await claimDocument(services.db, scope, { by: claim, now: nowText(), until })
    if (!document) return
    const result = await bookDocument(keeper, scope, document, claim)
    await finishDocument(keeper, scope, document, claim, result)
    services.log({ event: 'booked', invoiceId: document.invoice_id, provider, result: result.kind })
    if (result.kind === 'done')
      await updateConnection(services.db, scope, scope.connectionId, { sent_at: nowText() })
    if (result.kind === 'ended' || result.kind === 'paused') return
  }
}

/** The same for a job, which names only the connection. */
export async function drainConnectionById(
  services: Services,
  gateways: AccountingGateways,
  connectionId: string,
  shouldContinue: () => boolean,
): Promise<void> {
  const companyId = await findCompanyOfConnection(services.db, connectionId)
  if (companyId !== undefined)
    await drainConnection(services, gateways, { companyId, connectionId }, shouldContinue)
}
