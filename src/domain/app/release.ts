/** One build of the app as stored on a phone. */
export type Release = {
  /** Fingerprint of its page, which names all scripts that it starts. */
  readonly id: string
  /** The cache keys of its files. */
  readonly files: readonly string[]
}

/** The starts of an activated release on this phone so far. Moments in milliseconds. */
export type StartHistory = {
  /** Its first screen was shown once; since then it is trusted. */
  readonly started: boolean
  /** When its page was served before that report came. */
  readonly begun: readonly number[]
  /** When the person asked for another release because this one did not start. */
  readonly givenUpAt: number | null
}

/** The releases on a phone: the current one, and the last one before it that worked here. */
export type Releases = {
  readonly present: Release & StartHistory
  readonly kept: Release | null
}

const NEVER_STARTED: StartHistory = { started: false, begun: [], givenUpAt: null }
/** A cheap phone needs less than this for a cold start. */
const START_TIMEOUT_MS = 10_000
/** A release that seemed broken is tried again then: the phone may have been at fault. */
const FAILURE_TTL_MS = 24 * 60 * 60 * 1000
const MAX_FAILED_STARTS = 2

/**
 * The releases on a phone after one was activated. The previous one is kept if it worked; a release that never
 * started is not worth keeping, so the one kept before it stays.
 */
export function activateRelease(before: Releases | null, next: Release): Releases {
  if (before === null) return { present: { ...next, ...NEVER_STARTED }, kept: null }
  const { present, kept } = before
  // The same page: only the worker itself changed.
  if (present.id === next.id) return { present: { ...present, files: next.files }, kept }
  const previousRelease = present.started ? { id: present.id, files: present.files } : kept
  return {
    present: { ...next, ...NEVER_STARTED },
    kept: previousRelease?.id === next.id ? null : previousRelease,
  }
}

function isRecent(at: number, now: number): boolean {
  return now >= at && now - at < FAILURE_TTL_MS
}

/** Whether the current release does not start: the person said so, or it was served twice without a report. */
export function seemsBroken({ started, begun, givenUpAt }: StartHistory, now: number): boolean {
  if (started) return false
  if (givenUpAt !== null && isRecent(givenUpAt, now)) return true
  return begun.filter((at) => isRecent(at, now) && now - at >= START_TIMEOUT_MS).length >= MAX_FAILED_STARTS
}

/** Records that the page of the current release is served now, and drops records that are too old. */
export function addStart(history: StartHistory, now: number): StartHistory {
  if (history.started) return history
  return {
    ...history,
    begun: [...history.begun.filter((at) => isRecent(at, now)), now].slice(-MAX_FAILED_STARTS * 4),
  }
}
