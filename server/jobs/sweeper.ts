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
import type { Db } from '../storage/schema.ts'
import { isServerFault } from '../storage/sql-errors.ts'
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

/**
 * Finds everything that is due and puts a job for it into its queue. A job that is there already is not doubled. A search
 * that fails keeps no other from its work: what failed is thrown at the end.
 */
export async function enqueueDueWork(
  services: Services,
  enqueue: Enqueue,
  lastStatusChecks: LastStatusChecks = new Map(),
): Promise<void> {
  const { db } = services
  const nowMs = services.clock.now()
  const now = toInstant(nowMs)
  const takenUntil = toInstant(nowMs + TAKEN_MS)
  const take = async (kind: 'send' | 'close') => await takeDueIdentities(db, kind, now, takenUntil, MAX_TAKEN)
  const searches: readonly (readonly [QueueName, () => Promise<readonly string[]>])[] = [
    ['fiscal-deliver', async () => await releaseReconciledHolds(services)],
    ['fiscal-deliver', async () => await take('send')],
    ['fiscal-deliver', async () => await take('close')],
    ['fiscal-verify', async () => await listIdentitiesToVerify(db, now, MAX_TAKEN)],
    ['invoice-mail', async () => await listCompaniesToMail(db, now)],
    ['expense-look-up', async () => await listCompaniesToLookUp(db, now)],
    ['expense-read', async () => await listCompaniesToRead(db, now)],
    ['data-export', async () => await listCompaniesToExport(db, { now, lostSince: lostSince(nowMs) })],
    ['accounting-book', async () => await listConnectionsToDrain(db, now)],
    ['accounting-read', async () => await listConnectionsToRead(db, now)],
    ['ussd-sms', async () => await listCompaniesToText(db, now)],
    ['webhook-send', async () => await listWebhooksToDrain(db, now)],
    ['fiscal-standing', async () => await takeStatusChecks(db, nowMs, lastStatusChecks)],
  ]
  const errors: unknown[] = []
  for (const [queue, search] of searches) {
    try {
      await enqueue(queue, await search())
    } catch (error) {
      // Without its database no other search would find anything.
      if (isServerFault(error)) throw error
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '))
}

/** Identities whose device is to be asked for its status, noted as asked: those of the night, and blocked ones. */
async function takeStatusChecks(
  db: Db,
  nowMs: number,
  lastStatusChecks: LastStatusChecks,
): Promise<readonly string[]> {
  const today = fiscalDayOf(toInstant(nowMs))
  const tonight = instantMs(startOfDay(today)) + NIGHTLY_STATUS_CHECK_MS
  const lastNight =
    nowMs >= tonight ? tonight : instantMs(startOfDay(addDays(today, -1))) + NIGHTLY_STATUS_CHECK_MS
  const due = { any: toInstant(lastNight), blocked: toInstant(nowMs - BLOCKED_STATUS_CHECK_MS) }
  for (const [id, askedAt] of lastStatusChecks)
    if (Math.abs(nowMs - askedAt) >= STATUS_CHECK_RETRY_MS) lastStatusChecks.delete(id)
  const unchecked = await listIdentitiesForStatusCheck(db, due, [...lastStatusChecks.keys()], MAX_TAKEN)
  for (const id of unchecked) lastStatusChecks.set(id, nowMs)
  return unchecked
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
