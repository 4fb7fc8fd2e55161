import { warnCertificates } from '../services/fiscal/warn-certificates.ts'
import type { MailServices } from '../services/invoices/send-invoice-mails.ts'
import { maintainFeeds } from '../services/sync/maintain-feed.ts'

const INTERVAL_MS = 60 * 60_000

/** Runs the daily maintenance, at the latest an hour after midnight in East Africa. */
export function startMaintenance(services: MailServices): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = Promise.all([maintainFeeds(services), warnCertificates(services)])
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
