import { addDays, fiscalDayOf, instantMs, startOfDay, toInstant } from '#domain/calendar/east-africa.ts'
import type { Services } from '../services/context.ts'
import { lastClosableDay } from '../services/fiscal/close-days.ts'
import { PATIENCE_MS } from '../services/fiscal/drain-receipts.ts'
import { releaseClearedUp } from '../services/recovery/release-numbering.ts'
import { identitiesToSend, identitiesToVerify } from '../storage/delivery-queue.ts'
import { companiesToLookUp } from '../storage/expense-look-ups.ts'
import { identitiesToAsk, identitiesToClose } from '../storage/identity-duties.ts'
import { companiesToMail } from '../storage/invoice-mails.ts'
import type { QueueName } from './queues.ts'
import { repeat } from './repeat.ts'

type Enqueue = (queue: QueueName, subjectId: string) => Promise<void>

/** Devices are asked how they stand at 02:00 (field practice), and blocked ones every ten minutes. */
const ASK_AFTER_MIDNIGHT_MS = 2 * 3_600_000
const ASK_BLOCKED_MS = 10 * 60_000
/** An authority that does not answer is asked again after this long. */
const ASK_AGAIN_MS = 5 * 60_000

/** When this process last had each device asked, milliseconds. */
export type LastAsked = Map<string, number>

/** Finds everything that is due and puts a job for it into its queue. A job that is there already is not doubled. */
export async function sweepOnce(
  services: Services,
  enqueue: Enqueue,
  lastAsked: LastAsked = new Map(),
): Promise<void> {
  const { db } = services
  const nowMs = services.clock.now()
  const now = toInstant(nowMs)
  for (const id of await releaseClearedUp(services)) await enqueue('fiscal-deliver', id)
  const patienceSince = toInstant(nowMs - PATIENCE_MS)
  for (const id of await identitiesToSend(db, now, patienceSince)) await enqueue('fiscal-deliver', id)
  for (const id of await identitiesToVerify(db, now)) await enqueue('fiscal-verify', id)
  for (const id of await identitiesToClose(db, now, lastClosableDay(now))) await enqueue('fiscal-deliver', id)
  for (const id of await companiesToMail(db, now)) await enqueue('invoice-mail', id)
  for (const id of await companiesToLookUp(db, now)) await enqueue('expense-look-up', id)
  const tonight = instantMs(startOfDay(fiscalDayOf(now))) + ASK_AFTER_MIDNIGHT_MS
  const lastNight =
    nowMs >= tonight ? tonight : instantMs(startOfDay(addDays(fiscalDayOf(now), -1))) + ASK_AFTER_MIDNIGHT_MS
  const due = { any: toInstant(lastNight), blocked: toInstant(nowMs - ASK_BLOCKED_MS) }
  for (const id of await identitiesToAsk(db, due)) {
    if (nowMs - (lastAsked.get(id) ?? 0) < ASK_AGAIN_MS) continue
    lastAsked.set(id, nowMs)
    await enqueue('fiscal-standing', id)
  }
}

/**
 * Sweeps again and again, never two at once: what no job was told about (a lost wake-up, a pause that is over, a day
 * that ended) is found here.
 */
export function startSweep(services: Services, enqueue: Enqueue, everyMs: number): { stop(): Promise<void> } {
  const lastAsked: LastAsked = new Map()
  return repeat(
    () => sweepOnce(services, enqueue, lastAsked),
    everyMs,
    (error) => services.log({ event: 'sweep-failed', message: String(error) }),
  )
}
