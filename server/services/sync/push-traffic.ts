/** Records pushes, so that work that can wait gives way to them. */
export type PushTraffic = {
  /** A push arrived. */
  onPush(): void
  /**
   * Milliseconds that work which can wait should wait: some while pushes follow each other, none after a
   * single one, and none any more after so long that waiting would only postpone the work.
   */
  deferralMs(): number
}

/** Pushes closer to each other than this follow each other. */
const BURST_GAP_MS = 750
const DEFERRAL_MS = 150
/** A receipt is on its way to the authority within a minute under any load. */
const MAX_DEFERRAL_MS = 60_000

/** `now` returns milliseconds of a monotonic clock, independent of the business clock. */
export function createPushTraffic(now: () => number): PushTraffic {
  let lastAt = Number.NEGATIVE_INFINITY
  /** When the first of those that follow each other came; `null` after a single one. */
  let burstStartedAt: number | null = null
  return {
    onPush() {
      const at = now()
      if (at - lastAt >= BURST_GAP_MS) burstStartedAt = null
      else burstStartedAt ??= at
      lastAt = at
    },
    deferralMs() {
      if (burstStartedAt === null || now() - lastAt >= BURST_GAP_MS) return 0
      return now() - burstStartedAt < MAX_DEFERRAL_MS ? DEFERRAL_MS : 0
    },
  }
}
