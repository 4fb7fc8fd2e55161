import type { Transaction } from 'kysely'
import { type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Attempt } from '#domain/fiscal/attempt.ts'
import { insertDeliveryLog } from '../../storage/fiscal/delivery-log.ts'
import { type FiscalIdentity, updateLastContact } from '../../storage/fiscal/identities.ts'
import { lockIdentityAtFence, type Sender } from '../../storage/fiscal/senders.ts'
import {
  findNextOpenZReport,
  type StoredZReport,
  updateZDelivery,
  updateZReportSending,
} from '../../storage/fiscal/z-reports.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Database } from '../../storage/schema.ts'
import { type ChangedRecord, upsertChanges } from '../../storage/sync/changes.ts'
import { announce } from '../webhooks/announce.ts'
import { classifyDelivery, type DeliveryDecision } from './classify-delivery.ts'
import {
  backOffMs,
  credentialsOf,
  type DeliveryDeps,
  documentOf,
  endpointOf,
  type ShouldContinue,
} from './delivery-deps.ts'
import { type DrainResult, findSendableIdentity } from './drain-receipts.ts'
import { applyIdentityStatus, refreshIdentityStatus, statusAfterCommand } from './identity-status.ts'

const Z_ROUTING_KEY = 'vfdzreport'
const APPROVAL_RETRY_MS = 60 * 60_000

/** What an attempt means for a report. Only a token says something of its device. */
type ReportDecision =
  | DeliveryDecision
  /** An earlier attempt, whose answer was lost, had arrived. */
  | { readonly kind: 'repeated'; readonly code: string; readonly message: string }

function deliveryAfter(report: StoredZReport, decision: ReportDecision, now: Instant) {
  const attempts = report.attempts + 1
  const after = (ms: number) => toInstant(instantMs(now) + ms)
  const ack = {
    ackCode: 'code' in decision ? decision.code : null,
    ackMessage: 'message' in decision ? decision.message : null,
  }
  const open = { ...ack, attempts, acknowledgedAt: null }
  switch (decision.kind) {
    case 'taken':
    case 'repeated':
      return { ...open, delivery: 'acknowledged' as const, nextAttemptAt: null, acknowledgedAt: now }
    case 'command':
    case 'stop':
      return { ...open, delivery: report.delivery, nextAttemptAt: null }
    case 'hold':
      return { ...open, delivery: report.delivery, nextAttemptAt: after(APPROVAL_RETRY_MS) }
    case 'later':
      return {
        ...open,
        delivery: report.delivery,
        nextAttemptAt: after(backOffMs(attempts, decision.retryAfterMs)),
      }
    case 'unknown':
      return {
        ...open,
        delivery: 'unknown' as const,
        nextAttemptAt: after(backOffMs(attempts, decision.retryAfterMs)),
      }
    case 'parked':
      return { ...open, delivery: 'refused' as const, nextAttemptAt: null }
  }
}

/** Applies the decision on a report to its device and notifies the users of the company. */
async function applyDecision(
  tx: Transaction<Database>,
  identity: FiscalIdentity,
  report: StoredZReport,
  decision: ReportDecision,
  at: Instant,
): Promise<ChangedRecord[]> {
  switch (decision.kind) {
    case 'command': {
      const next = statusAfterCommand(identity, decision.command, decision.message)
      return await applyIdentityStatus(tx, identity, next, at)
    }
    case 'stop': {
      const reason = decision.code === null ? decision.message : `${decision.code}: ${decision.message}`
      return await applyIdentityStatus(tx, identity, { state: 'stopped', reason }, at)
    }
    case 'parked': {
      const notification = { event: 'z-report-refused', label: report.day, operatorId: null, at } as const
      return [
        { t: 'company', id: identity.companyId, notification: { ...notification, subject: report.day } },
      ]
    }
    default:
      return []
  }
}

async function saveZReportOutcome(
  deps: DeliveryDeps,
  sender: Sender,
  report: StoredZReport,
  decision: ReportDecision,
  attempt: Attempt,
): Promise<boolean> {
  const { services } = deps
  const now = toInstant(services.clock.now())
  return inTransaction(services.db, async (tx) => {
    const identity = await lockIdentityAtFence(tx, sender)
    if (identity === undefined) return false
    await updateZDelivery(tx, report, deliveryAfter(report, decision, now))
    await insertDeliveryLog(tx, [
      {
        companyId: identity.companyId,
        identityId: identity.id,
        subject: `z:${report.day}`,
        kind: decision.kind,
        attempt,
      },
    ])
    if (decision.kind === 'taken' || decision.kind === 'repeated') {
      const { day, report: figures } = report
      await announce(tx, identity, {
        ...{ type: 'z_report.acknowledged', key: `z-report:${identity.id}:${day}`, at: now },
        data: { day, znumber: figures.znumber, acknowledgedAt: now },
      })
    }
    if (attempt.httpStatus !== null) await updateLastContact(tx, identity, now, 'document')
    const feed = await applyDecision(tx, identity, report, decision, now)
    if (feed.length > 0) await upsertChanges(tx, { companyId: identity.companyId }, feed)
    return true
  })
}

/**
 * Reads every refusal of a report as one of the report alone: the receipts, which are sent before it, show by themselves
 * whether the device is refused. If one report stopped the device, no receipt of the shop would be sent until the
 * authority takes that report.
 */
function reportRefusal(
  outcome: Awaited<ReturnType<DeliveryDeps['sendWithToken']>>,
  decision: DeliveryDecision,
): Extract<DeliveryDecision, { kind: 'parked' }> | undefined {
  if (decision.kind === 'parked') return decision
  if (decision.kind !== 'stop') return undefined
  if (outcome.kind !== 'refused' && outcome.kind !== 'misconfigured') return undefined
  return { kind: 'parked', code: outcome.code, message: outcome.message }
}

/** Why nothing is sent: another sender has claimed the identity, or the report was made again or settled. */
type NotMarked = 'replaced' | 'changed'

class SendingStopped extends Error {
  readonly because: NotMarked

  constructor(because: NotMarked) {
    super(because)
    this.because = because
  }
}

/** Notes that a report is about to leave. */
async function markSending(
  deps: DeliveryDeps,
  sender: Sender,
  report: StoredZReport,
): Promise<'marked' | NotMarked> {
  return await inTransaction(deps.services.db, async (tx) => {
    if ((await lockIdentityAtFence(tx, sender)) === undefined) return 'replaced'
    return (await updateZReportSending(tx, report)) ? 'marked' : 'changed'
  })
}

/**
 * Sends one day's report. A refusal may mean that the device was just blocked, which its token says. A refusal without
 * a public meaning of a report whose outcome was unknown is taken for that of a repeat: no portal shows reports.
 */
async function sendZReport(
  deps: DeliveryDeps,
  sender: Sender,
  identity: FiscalIdentity,
  report: StoredZReport,
): Promise<{ readonly decision: ReportDecision; readonly attempt: Attempt } | NotMarked> {
  const document = documentOf(deps, identity, Z_ROUTING_KEY, report)
  const endpoint = endpointOf(deps, identity)
  let sent = false
  const outcome = await deps
    .sendWithToken(
      {
        endpoint,
        credentials: credentialsOf(deps, identity),
        tokens: deps.tokenStoreOf(identity.id),
      },
      async (accessToken) => {
        // After the token came: nothing leaves before that.
        const marked = await markSending(deps, sender, report)
        if (marked !== 'marked') throw new SendingStopped(marked)
        sent = true
        const answer = await deps.tra.sendZReport(endpoint, { ...document, accessToken })
        // Then what follows is the outcome of asking for another token.
        sent = answer.kind !== 'unauthorized'
        return answer
      },
    )
    .catch((error: unknown) => {
      if (error instanceof SendingStopped) return error.because
      throw error
    })
  if (typeof outcome === 'string') return outcome
  const { attempt } = outcome
  const decision = classifyDelivery(outcome, sent)
  const refusal = sent ? reportRefusal(outcome, decision) : undefined
  if (refusal === undefined) return { decision, attempt }
  const { code, message } = refusal
  const { answered: asked, state } = await refreshIdentityStatus(deps, identity)
  if (!asked || state !== 'active') return { decision: { kind: 'later', message, retryAfterMs: 0 }, attempt }
  if (report.delivery === 'unknown' && decision.kind === 'parked') {
    return { decision: { kind: 'repeated', code, message }, attempt }
  }
  deps.services.log({ event: 'z-report-refused', day: report.day, code, alert: true })
  return { decision: refusal, attempt }
}

/**
 * Sends the Z reports of an identity that the authority has not taken, oldest first. A refused one is left
 * for a person; sales and receipts continue in every case.
 */
export async function deliverZReports(
  deps: DeliveryDeps,
  sender: Sender,
  shouldContinue: ShouldContinue = () => true,
): Promise<DrainResult> {
  while (await shouldContinue()) {
    const identity = await findSendableIdentity(deps, sender.identity)
    if (identity === undefined) return 'stopped'
    const report = await findNextOpenZReport(deps.services.db, identity)
    if (report === undefined) return 'idle'
    const now = toInstant(deps.services.clock.now())
    if (report.nextAttemptAt !== null && report.nextAttemptAt > now) return 'waiting'
    const answered = await sendZReport(deps, sender, identity, report)
    if (answered === 'replaced') return 'replaced'
    if (answered === 'changed') continue
    const { decision, attempt } = answered
    deps.services.onCrashPoint?.('report:answered')
    if (!(await saveZReportOutcome(deps, sender, report, decision, attempt))) return 'replaced'
  }
  return 'waiting'
}
