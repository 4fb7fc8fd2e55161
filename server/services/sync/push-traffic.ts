/** What this process is told about pushes, so that work that can wait lets them pass. */
export type PushTraffic = {
  /** A push arrived. */
  noted(): void
  /**
   * Milliseconds for which work that can wait should: some while pushes follow each other, none after a single one,
   * and none any more once they have gone on for so long that waiting would be putting off.
   */
  pauseMs(): number
}

/** Pushes closer to each other than this follow each other. */
const CLOSE_MS = 750
const PAUSE_MS = 150
/** A receipt is on its way to the authority within a minute, whatever is going on. */
const LONGEST_COURTESY_MS = 60_000

/** `now` counts milliseconds of the machine, wherever the clock of the trade stands. */
export function createPushTraffic(now: () => number): PushTraffic {
  let lastAt = Number.NEGATIVE_INFINITY
  /** When the first of those that follow each other came; `null` after a single one. */
  let busySince: number | null = null
  return {
    noted() {
      const at = now()
      if (at - lastAt >= CLOSE_MS) busySince = null
      else busySince ??= at
      lastAt = at
    },
    pauseMs() {
      if (busySince === null || now() - lastAt >= CLOSE_MS) return 0
      return now() - busySince < LONGEST_COURTESY_MS ? PAUSE_MS : 0
    },
  }
}
