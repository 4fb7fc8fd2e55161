import { addDays, type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import {
  bringForwardForgotten,
  lockOpenWork,
  type OpenWork,
  updateDue,
} from '../../storage/fiscal/due-work.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { IdentityScope } from '../../storage/scope.ts'
import type { Services } from '../context.ts'
import { closableFrom, lastClosableDay } from './close-days.ts'
import { type DrainResult, HEAD_OF_LINE_TIMEOUT_MS } from './drain-receipts.ts'

/** A day whose receipts are still on their way is tried again this often; their delivery closes it too. */
const DAY_RETRY_MS = 5 * 60_000
/** A device that may not send is looked at again this often; what lets it send again sends at once. */
const STOPPED_RETRY_MS = 60_000

/** When a day can be closed next, or the next report be sent. */
function nextClosing(work: OpenWork, now: Instant): Instant {
  const nextDay = work.lastDay === null ? work.registeredDay : addDays(work.lastDay, 1)
  const closable = closableFrom(nextDay)
  const closeAt = closable > now ? closable : toInstant(instantMs(now) + DAY_RETRY_MS)
  return work.reportAt !== null && work.reportAt < closeAt ? work.reportAt : closeAt
}

/** Notes after a delivery when the identity has to be looked at again; what became due meanwhile counts. */
export async function settleDueWork(
  services: Pick<Services, 'db' | 'clock'>,
  identity: IdentityScope,
  result: DrainResult,
): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const now = toInstant(services.clock.now())
    const work = await lockOpenWork(tx, identity, now, HEAD_OF_LINE_TIMEOUT_MS)
    if (work === undefined) return
    const due = { sendAt: work.sendAt, closeAt: nextClosing(work, now) }
    const earliest = toInstant(instantMs(now) + STOPPED_RETRY_MS)
    const notBefore = (at: Instant) => (result === 'stopped' && at < earliest ? earliest : at)
    await updateDue(tx, identity, {
      sendAt: due.sendAt === null ? null : notBefore(due.sendAt),
      closeAt: notBefore(due.closeAt),
    })
  })
}

/** Finds the work that nothing says is due, and says so. It never has anything to do unless something else changed the data. */
export async function findForgottenWork(services: Pick<Services, 'db' | 'clock' | 'log'>): Promise<number> {
  const nowMs = services.clock.now()
  const now = toInstant(nowMs)
  // What was put off for longer than a delivery does is forgotten.
  const later = toInstant(nowMs + DAY_RETRY_MS)
  const identities = await bringForwardForgotten(services.db, now, lastClosableDay(now), later)
  if (identities > 0) services.log({ event: 'forgotten-work-found', identities })
  return identities
}
