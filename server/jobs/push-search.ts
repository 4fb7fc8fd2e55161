import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Services } from '../services/context.ts'
import { listCompaniesToPush } from '../storage/notifications/push-registrations.ts'

/** Between two looks at every device: retries after a long pause, and what a process that is gone left, wait for it. */
const EVERY_DEVICE_MS = 5 * 60_000
/** Far longer than that: clocks of processes differ, and a device has its pauses. */
const NEWS_MS = 10 * 60_000

/**
 * Gives a search for the companies whose devices are to be notified now. It looks at what happened in the last minutes, so
 * that it costs what happens and not what there is; at every device it looks first, and then every five minutes.
 */
export function createPushSearch({ db, clock }: Pick<Services, 'db' | 'clock'>): () => Promise<string[]> {
  let everyDeviceAt: number | undefined
  return async () => {
    const nowMs = clock.now()
    const now = toInstant(nowMs)
    if (everyDeviceAt !== undefined && Math.abs(nowMs - everyDeviceAt) < EVERY_DEVICE_MS)
      return await listCompaniesToPush(db, now, toInstant(nowMs - NEWS_MS))
    const companyIds = await listCompaniesToPush(db, now)
    everyDeviceAt = nowMs
    return companyIds
  }
}
