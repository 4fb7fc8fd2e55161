import { addDays, fiscalDayOf, instantMs, startOfDay, toInstant } from '#domain/calendar/east-africa.ts'
import type { Services } from '../services/context.ts'
import { releaseReconciledHolds } from '../services/recovery/release-numbering.ts'
import { listConnectionsToDrain, listConnectionsToRead } from '../storage/accounting/due-connections.ts'
import { listCompaniesToLookUp } from '../storage/catalogue/expense-look-ups.ts'
import { listCompaniesToRead } from '../storage/catalogue/expense-readings.ts'
import { listCompaniesToExport, lostSince } from '../storage/data-export/exports.ts'
import { listIdentitiesToVerify } from '../storage/fiscal/delivery-queue.ts'
import { listIdentitiesForStatusCheck } from '../storage/fiscal/due-identities.ts'
import { takeDueIdentities } from '../storage/fiscal/due-work.ts'
import { listCompaniesToMail } from '../storage/invoices/invoice-mails.ts'
import { listCompaniesToText } from '../storage/ussd/sms.ts'
import { listWebhooksToDrain } from '../storage/webhooks/webhooks.ts'
import type { QueueName } from './queues.ts'
import { repeat } from './repeat.ts'

type Enqueue = (queue: QueueName, subjectIds: readonly string[]) => Promise<void>

/** Device statuses are queried at 02:00 (field practice), and those of blocked devices every ten minutes. */
const NIGHTLY_STATUS_CHECK_MS = 2 * 3_600_000
const BLOCKED_STATUS_CHECK_MS = 10 * 60_000
/** An authority that does not answer is asked again after this long. */
const STATUS_CHECK_RETRY_MS = 5 * 60_000

/** What a search took is found again after this long, unless its delivery said when it is due. */
const TAKEN_MS = 10_000
/** A search takes so many of a kind; the next one goes on where it ended. At midnight every identity is due. */
const MAX_TAKEN = 500

/** When this process had each device asked of which it waits for the answer, milliseconds. */
export type LastStatusChecks = Map<string, number>

/** Finds everything that is due and puts a job for it into its queue. A job that is there already is not doubled. */
export async function enqueueDueWork(
  services: Services,
  enqueue: Enqueue,
  lastStatusChecks: LastStatusChecks = new Map(),
): Promise<void> {
  const { db } = services
  const nowMs = services.clock.now()
  const now = toInstant(nowMs)
  await enqueue('fiscal-deliver', await releaseReconciledHolds(services))
  const takenUntil = toInstant(nowMs + TAKEN_MS)
  for (const kind of ['send', 'close'] as const)
    await enqueue('fiscal-deliver', await takeDueIdentities(db, kind, now, takenUntil, MAX_TAKEN))
  await enqueue('fiscal-verify', await listIdentitiesToVerify(db, now, MAX_TAKEN))
  await enqueue('invoice-mail', await listCompaniesToMail(db, now))
  await enqueue('expense-look-up', await listCompaniesToLookUp(db, now))
  await enqueue('expense-read', await listCompaniesToRead(db, now))
  await enqueue('data-export', await listCompaniesToExport(db, { now, lostSince: lostSince(nowMs) }))
  await enqueue('accounting-book', await listConnectionsToDrain(db, now))
  await enqueue('accounting-read', await listConnectionsToRead(db, now))
  await enqueue('ussd-sms', await listCompaniesToText(db, now))
  await enqueue('webhook-send', await listWebhooksToDrain(db, now))
  const tonight = instantMs(startOfDay(fiscalDayOf(now))) + NIGHTLY_STATUS_CHECK_MS
  const lastNight =
    nowMs >= tonight
      ? tonight
      : instantMs(startOfDay(addDays(fiscalDayOf(now), -1))) + NIGHTLY_STATUS_CHECK_MS
  const due = { any: toInstant(lastNight), blocked: toInstant(nowMs - BLOCKED_STATUS_CHECK_MS) }
  for (const [id, askedAt] of lastStatusChecks)
    if (Math.abs(nowMs - askedAt) >= STATUS_CHECK_RETRY_MS) lastStatusChecks.delete(id)
  const unchecked = await listIdentitiesForStatusCheck(db, due, [...lastStatusChecks.keys()], MAX_TAKEN)
  for (const id of unchecked) lastStatusChecks.set(id, nowMs)
  await enqueue('fiscal-standing', unchecked)
}

/**
 * Sweeps repeatedly, never two at once. It finds the work that no job announced: after a lost wake-up, a
 * pause that is over, or a day that ended.
 */
export function startSweeper(
  services: Services,
  enqueue: Enqueue,
  intervalMs: number,
): { stop(): Promise<void> } {
  const lastStatusChecks: LastStatusChecks = new Map()
  return repeat(
    () => enqueueDueWork(services, enqueue, lastStatusChecks),
    intervalMs,
    (error) => services.log({ event: 'sweep-failed', message: String(error) }),
  )
}
