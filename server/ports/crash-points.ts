/**
 * Moments of the work that must not be done twice or half: at each of them a test can end or freeze this process,
 * as a power cut or a stalled machine would.
 */
export const CRASH_POINTS = [
  /** The transaction is open and the ledger looked at, no number is taken. */
  'push:begun',
  /** Numbers are taken, the receipt is signed and written, still uncommitted. */
  'push:numbered',
  /** Everything of the operation is written, still uncommitted. */
  'push:before-commit',
  /** Committed, the queue is not woken yet. */
  'push:committed',
  /** Everything of the push is done but its answer. */
  'push:answering',
  /** The receipt is noted as leaving and has not left. */
  'deliver:marked',
  /** The authority answered, nothing is written about it. */
  'deliver:answered',
  /** What the authority answered is written, still uncommitted. */
  'deliver:before-commit',
  /** The delivery is committed, the next receipt is not looked for yet. */
  'deliver:committed',
  /** The authority answered about a Z report, nothing is written about it. */
  'report:answered',
  /** An entry of the books is written down and has not left. */
  'book:marked',
  /** The accounting service answered, nothing is written about it. */
  'book:answered',
  /** New tokens came, the old ones are still stored. */
  'book:refreshed',
  /** Changed invoices of the books are announced, the time up to which they were read is not stored. */
  'book:announced',
  /** The draft of an invoice of the books is written, its row there is not. */
  'book:drafted',
] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

/** Where a process ends (`CRASH_AT`) or freezes (`PAUSE_AT`) and at the how-manieth passing of it. */
export type ArmedPoint = {
  readonly point: CrashPoint
  readonly nth: number
  readonly signal: 'SIGKILL' | 'SIGSTOP'
}

/** Reads `name[:nth]`, with names that themselves contain a colon; `undefined` when it is none of our points. */
export function readCrashPoint(text: string): Pick<ArmedPoint, 'point' | 'nth'> | undefined {
  const [, name, nth = '1'] = /^([a-z]+:[a-z-]+)(?::([1-9]\d{0,5}))?$/.exec(text) ?? []
  const point = CRASH_POINTS.find((known) => known === name)
  return point && { point, nth: Number(nth) }
}

/** What services call at their points: does what was armed, when its turn comes, to this process. */
export function armCrashPoints(armed: readonly ArmedPoint[]): (point: CrashPoint) => void {
  const timesPassed = new Map<CrashPoint, number>()
  return (point) => {
    const times = (timesPassed.get(point) ?? 0) + 1
    timesPassed.set(point, times)
    const triggered = armed.find((candidate) => candidate.point === point && candidate.nth === times)
    if (triggered) process.kill(process.pid, triggered.signal)
  }
}
