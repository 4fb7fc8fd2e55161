import { addDays, fiscalDayOf, instantMs, startOfDay, toInstant } from '#domain/calendar/east-africa.ts'
import type { Services } from '../services/context.ts'
import { lastClosableDay } from '../services/fiscal/close-days.ts'
import { HEAD_OF_LINE_TIMEOUT_MS } from '../services/fiscal/drain-receipts.ts'
import { releaseReconciledHolds } from '../services/recovery/release-numbering.ts'
import { listConnectionsToDrain } from '../storage/accounting/due-connections.ts'
import { listCompaniesToLookUp } from '../storage/catalogue/expense-look-ups.ts'
import { listCompaniesToExport, lostSince } from '../storage/data-export/exports.ts'
import { listIdentitiesToSend, listIdentitiesToVerify } from '../storage/fiscal/delivery-queue.ts'
import { listIdentitiesForStatusCheck, listIdentitiesToClose } from '../storage/fiscal/due-identities.ts'
import { listCompaniesToMail } from '../storage/invoices/invoice-mails.ts'
import type { QueueName } from './queues.ts'
import { repeat } from './repeat.ts'

type Enqueue = (queue: QueueName, subjectId: string) => Promise<void>

/** Device statuses are queried at 02:00 (field practice), and those of blocked devices every ten minutes. */
const NIGHTLY_STATUS_CHECK_MS = 2 * 3_600_000
const BLOCKED_STATUS_CHECK_MS = 10 * 60_000
/** An authority that does not answer is asked again after this long. */
const STATUS_CHECK_RETRY_MS = 5 * 60_000

/** When this process last had each device asked, milliseconds. */
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
  for (const id of await releaseReconciledHolds(services)) await enqueue('fiscal-deliver', id)
  const headOfLineSince = toInstant(nowMs - HEAD_OF_LINE_TIMEOUT_MS)
  for (const id of await listIdentitiesToSend(db, now, headOfLineSince)) await enqueue('fiscal-deliver', id)
  for (const id of await listIdentitiesToVerify(db, now)) await enqueue('fiscal-verify', id)
  for (const id of await listIdentitiesToClose(db, now, lastClosableDay(now)))
    await enqueue('fiscal-deliver', id)
  for (const id of await listCompaniesToMail(db, now)) await enqueue('invoice-mail', id)
  for (const id of await listCompaniesToLookUp(db, now)) await enqueue('expense-look-up', id)
  for (const id of await listCompaniesToExport(db, { now, lostSince: lostSince(nowMs) }))
    await enqueue('data-export', id)
  for (const id of await listConnectionsToDrain(db, now)) await enqueue('accounting-book', id)
  const tonight = instantMs(startOfDay(fiscalDayOf(now))) + NIGHTLY_STATUS_CHECK_MS
  const lastNight =
    nowMs >= tonight
      ? tonight
      : instantMs(startOfDay(addDays(fiscalDayOf(now), -1))) + NIGHTLY_STATUS_CHECK_MS
  const due = { any: toInstant(lastNight), blocked: toInstant(nowMs - BLOCKED_STATUS_CHECK_MS) }
  for (const id of await listIdentitiesForStatusCheck(db, due)) {
    if (nowMs - (lastStatusChecks.get(id) ?? 0) < STATUS_CHECK_RETRY_MS) continue
    lastStatusChecks.set(id, nowMs)
    await enqueue('fiscal-standing', id)
  }
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
