import type { Services } from '../services/context.ts'
import { keepFeedsUp } from '../services/sync/keep-feed-up.ts'

const EVERY_MS = 60 * 60_000

/** Does once a day, at the latest an hour after midnight in East Africa, what nobody waits for. */
export function startUpkeep(services: Services): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = keepFeedsUp(services)
      .catch((error: unknown) => services.log({ event: 'upkeep-failed', message: String(error) }))
      .then(() => {
        if (!stopped) timer = setTimeout(run, EVERY_MS)
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
