import type { Transaction } from 'kysely'
import { type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Attempt } from '../../gateways/tra/gateway.ts'
import { type ChangedRecord, recordChanges } from '../../storage/changes.ts'
import { logDeliveries } from '../../storage/delivery-log.ts'
import { type FiscalIdentity, keepContact, lockFenced } from '../../storage/fiscal-identities.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Database } from '../../storage/schema.ts'
import { keepZDelivery, nextOpenZReport, type StoredZReport } from '../../storage/z-reports.ts'
import { backOffMs, credentialsOf, type DeliveryDeps, documentOf, type GoOn } from './delivery-deps.ts'
import { type DrainEnd, sendingIdentity } from './drain-receipts.ts'
import { judgeDelivery, type Verdict } from './judge-delivery.ts'
import type { Sender } from './settle-receipt.ts'
import { applyStanding, askStanding, standingAfter } from './standing.ts'

const Z_ROUTING_KEY = 'vfdzreport'
const HOLD_MS = 60 * 60_000

function deliveryAfter(report: StoredZReport, verdict: Verdict, now: Instant) {
  const attempts = report.attempts + 1
  const after = (ms: number) => toInstant(instantMs(now) + ms)
  const ack = {
    ackCode: 'code' in verdict ? verdict.code : null,
    ackMessage: 'message' in verdict ? verdict.message : null,
  }
  const open = { ...ack, attempts, acknowledgedAt: null }
  switch (verdict.kind) {
    case 'taken':
      return { ...open, delivery: 'acknowledged' as const, nextAttemptAt: null, acknowledgedAt: now }
    case 'command':
    case 'stop':
      return { ...open, delivery: report.delivery, nextAttemptAt: null }
    case 'hold':
      return { ...open, delivery: report.delivery, nextAttemptAt: after(HOLD_MS) }
    case 'later':
      return {
        ...open,
        delivery: report.delivery,
        nextAttemptAt: after(backOffMs(attempts, verdict.askedMs)),
      }
    case 'unknown':
      return {
        ...open,
        delivery: 'unknown' as const,
        nextAttemptAt: after(backOffMs(attempts, verdict.askedMs)),
      }
    case 'aside':
      return { ...open, delivery: 'refused' as const, nextAttemptAt: null }
  }
}

/** What a verdict on a report means for its device and for the people of the company. */
async function afterwards(
  tx: Transaction<Database>,
  identity: FiscalIdentity,
  report: StoredZReport,
  verdict: Verdict,
  at: Instant,
): Promise<ChangedRecord[]> {
  switch (verdict.kind) {
    case 'command': {
      const standing = standingAfter(identity, verdict.command, verdict.message)
      return await applyStanding(tx, identity, standing, at)
    }
    case 'stop': {
      const reason = verdict.code === null ? verdict.message : `${verdict.code}: ${verdict.message}`
      return await applyStanding(tx, identity, { state: 'stopped', reason }, at)
    }
    case 'aside': {
      const news = { event: 'z-report-refused', label: report.day, operatorId: null, at } as const
      return [{ t: 'company', id: identity.companyId, news: { ...news, subject: report.day } }]
    }
    default:
      return []
  }
}

async function settleZReport(
  deps: DeliveryDeps,
  sender: Sender,
  report: StoredZReport,
  verdict: Verdict,
  attempt: Attempt,
): Promise<boolean> {
  const { services } = deps
  const now = toInstant(services.clock.now())
  return inTransaction(services.db, async (tx) => {
    const identity = await lockFenced(tx, sender.identityId, sender.fence)
    if (identity === undefined) return false
    await keepZDelivery(tx, report, deliveryAfter(report, verdict, now))
    await logDeliveries(tx, [
      {
        companyId: identity.companyId,
        identityId: identity.id,
        subject: `z:${report.day}`,
        kind: verdict.kind,
        attempt,
      },
    ])
    if (attempt.httpStatus !== null) await keepContact(tx, identity.id, now, 'document')
    const feed = await afterwards(tx, identity, report, verdict, now)
    if (feed.length > 0) await recordChanges(tx, { companyId: identity.companyId }, feed)
    return true
  })
}

/** Sends one day's report. A refusal in words of its own may mean that the device was just blocked. */
async function sendZReport(
  deps: DeliveryDeps,
  identity: FiscalIdentity,
  report: StoredZReport,
): Promise<{ readonly verdict: Verdict; readonly attempt: Attempt }> {
  const document = documentOf(deps, identity, Z_ROUTING_KEY, report.signedBytes)
  let sent = false
  const outcome = await deps.sendWithToken(
    {
      endpoint: deps.endpoint,
      credentials: credentialsOf(deps, identity),
      shelf: deps.shelfOf(identity.id),
    },
    (accessToken) => {
      sent = true
      return deps.tra.sendZReport(deps.endpoint, { ...document, accessToken })
    },
  )
  const verdict = judgeDelivery(outcome, sent)
  if (verdict.kind !== 'aside') return { verdict, attempt: outcome.attempt }
  const { asked, state } = await askStanding(deps, identity.id)
  if (asked && state === 'active') {
    deps.services.log({ event: 'z-report-refused', day: report.day, code: verdict.code, alert: true })
    return { verdict, attempt: outcome.attempt }
  }
  return { verdict: { kind: 'later', message: verdict.message, askedMs: 0 }, attempt: outcome.attempt }
}

/**
 * Sends the Z reports of an identity that the authority has not taken, oldest first. A refused one is set aside for a
 * person; sales go on whatever becomes of a report.
 */
export async function deliverZReports(
  deps: DeliveryDeps,
  sender: Sender,
  goOn: GoOn = () => true,
): Promise<DrainEnd> {
  while (await goOn()) {
    const identity = await sendingIdentity(deps, sender.identityId)
    if (identity === undefined) return 'stopped'
    const report = await nextOpenZReport(deps.services.db, identity.id)
    if (report === undefined) return 'idle'
    const now = toInstant(deps.services.clock.now())
    if (report.nextAttemptAt !== null && report.nextAttemptAt > now) return 'waiting'
    const { verdict, attempt } = await sendZReport(deps, identity, report)
    if (!(await settleZReport(deps, sender, report, verdict, attempt))) return 'replaced'
  }
  return 'waiting'
}
