import type { PgBoss } from 'pg-boss'
import { type NotifyDeps, notifyDevices } from '../services/notifications/notify-devices.ts'
import { createPushSearch } from './push-search.ts'
import { repeat } from './repeat.ts'

const QUEUE = 'push'

type PushJob = { readonly companyId: string }

/**
 * Sends push messages about changes, on a queue and a sweep of its own, so that a push service that hangs or
 * is down delays nothing else. A job contains only the company; what is due is in our own tables.
 */
export async function startPushJobs(
  boss: PgBoss,
  deps: NotifyDeps,
  sweepMs: number,
): Promise<{ stop(): Promise<void> }> {
  const { services } = deps
  let stopping = false
  const shouldContinue = () => !stopping
  await boss.createQueue(QUEUE, {
    policy: 'stately',
    notify: true,
    // What fails is found again by the next look.
    retryLimit: 0,
    heartbeatSeconds: 10,
    expireInSeconds: 15 * 60,
    deleteAfterSeconds: 3600,
  })
  await boss.work<PushJob>(
    QUEUE,
    { localConcurrency: 2, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 },
    async (jobs) => {
      for (const { data } of jobs)
        if (shouldContinue()) await notifyDevices(deps, data.companyId, shouldContinue)
    },
  )
  const findCompanies = createPushSearch(services)
  const sweeper = repeat(
    async () => {
      for (const companyId of await findCompanies()) {
        if (shouldContinue()) await boss.send(QUEUE, { companyId }, { singletonKey: companyId })
      }
    },
    sweepMs,
    (error) => services.log({ event: 'push-sweep-failed', message: String(error) }),
  )
  return {
    async stop() {
      stopping = true
      await sweeper.stop()
    },
  }
}
