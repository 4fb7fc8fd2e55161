import { announceAllExpiringKeys } from '../services/api-keys/announce-expiring.ts'
import type { AuthServices } from '../services/auth/auth-services.ts'
import { mailWaitingMessages } from '../services/contact/send-contact-message.ts'
import { findForgottenWork } from '../services/fiscal/settle-due-work.ts'
import { warnCertificates } from '../services/fiscal/warn-certificates.ts'
import { notifySevereInsights } from '../services/insights/notify-severe.ts'
import { checkTotals } from '../services/reports/check-totals.ts'
import { keepRetention } from '../services/retention/keep-retention.ts'
import { maintainFeeds } from '../services/sync/maintain-feed.ts'

const INTERVAL_MS = 60 * 60_000

/** Runs the maintenance: every hour what no process announced and what is to be kept, once a week the stored totals, once a day the rest, an hour after midnight at the latest. */
export function startMaintenance(services: AuthServices): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = Promise.all([
      findForgottenWork(services),
      maintainFeeds(services, () => !stopped),
      keepRetention(services, () => !stopped),
      warnCertificates(services),
      announceAllExpiringKeys(services),
      notifySevereInsights(services),
      mailWaitingMessages(services),
      checkTotals(services, () => !stopped),
    ])
      .catch((error: unknown) => services.log({ event: 'upkeep-failed', message: String(error) }))
      .then(() => {
        if (!stopped) timer = setTimeout(run, INTERVAL_MS)
      })
  }
  run()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
