import { HEAD_OF_LINE_TIMEOUT_MS } from '#server/services/fiscal/drain-receipts.ts'
import type { ReceiptRecord, ReceivedRecord } from '#server/simulators/tra/ledger-entries.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

type Receipt = RunEvidence['server']['receipts'][number]

const MAX_ATTEMPTS = 10
/** Answers after which a receipt waits and the ones behind it with it: an error of theirs, a stopped device. */
const WAITS_AFTER = new Set([0, 5, 8, 916])

/** The authority's words for a receipt out of its order; a lax one keeps what a strict one refuses (903, 907). */
const OUT_OF_ORDER = ['GC_GAP', 'DC_SEQUENCE']
/** Times never go back along the counter, also after refusals and late arrivals (904). */
const NEVER = ['DATE_OLDER', 'TIME_OLDER']

/**
 * I4: the numbers of a device arrive at the authority one after the other. A later number may overtake one
 * only while it is parked because the authority refused the receipt itself, or after ten minutes or ten
 * attempts with an unknown outcome; it then comes late or never. Times never go back.
 */
export function checkArrivals({ server, authority, plan }: RunEvidence): Violation[] {
  const found: Violation[] = []
  const refused = refusals(authority.received)
  // Servers whose clocks jump reach the timeout at other times.
  const jumps = plan.faults.some(({ kind }) => kind === 'server clock')
  const firstTries = firstTriesIn(server.delivery_log)
  const ours = new Map(server.receipts.map((row) => [row.rctvnum, row]))
  const arrived = new Map<string, Set<number>>()
  for (const accepted of authority.receipts.values()) {
    const { rctvnum, gc, flags } = accepted
    for (const flag of flags) {
      if (NEVER.includes(flag))
        found.push({ invariant: 'I4', message: `receipt ${rctvnum} arrived as ${flag}` })
    }
    const identity = ours.get(rctvnum)?.identity_id
    // A receipt that only the authority has breaks another law.
    if (identity === undefined) continue
    const before = arrived.get(identity) ?? new Set<number>()
    const passed = server.receipts.filter(
      (row) => row.identity_id === identity && Number(row.gc) < gc && !before.has(Number(row.gc)),
    )
    for (const row of passed) {
      if (!mayBePassed(row, accepted, { refused, firstTries, jumps })) {
        found.push({ invariant: 'I4', message: `receipt ${rctvnum} arrived before ${row.rctvnum}` })
      }
    }
    const isLate = [...before].some((other) => other > gc)
    const odd = flags.filter((flag) => OUT_OF_ORDER.includes(flag))
    if (odd.length > 0 && passed.length === 0 && !isLate) {
      found.push({ invariant: 'I4', message: `receipt ${rctvnum} arrived in its order as ${odd.join(', ')}` })
    }
    arrived.set(identity, before.add(gc))
  }
  return found
}

/** When each receipt was first refused for itself. */
function refusals(received: readonly ReceivedRecord[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { call, subject, ackCode, atMs } of received) {
    if (call !== 'receipt' || subject === null || ackCode === null || WAITS_AFTER.has(ackCode)) continue
    if (!found.has(subject)) found.set(subject, atMs)
  }
  return found
}

const subjectOf = (identityId: string, gc: number | string) => `${identityId} receipt:${gc}`

/** When each receipt was first sent, as the delivery log has it. */
function firstTriesIn(log: RunEvidence['server']['delivery_log']): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { identity_id, subject, at } of log) {
    const key = `${identity_id} ${subject}`
    const atMs = Date.parse(String(at))
    found.set(key, Math.min(atMs, found.get(key) ?? atMs))
  }
  return found
}

type KnownTries = {
  readonly refused: ReadonlyMap<string, number>
  readonly firstTries: ReadonlyMap<string, number>
  readonly jumps: boolean
}

function mayBePassed(
  row: Receipt,
  { receivedAtMs }: ReceiptRecord,
  { refused, firstTries, jumps }: KnownTries,
): boolean {
  if ((refused.get(row.rctvnum) ?? Number.POSITIVE_INFINITY) <= receivedAtMs) return true
  const firstTryMs = firstTries.get(subjectOf(row.identity_id, row.gc))
  if (firstTryMs === undefined) return false
  const waitedMs = receivedAtMs - firstTryMs
  return jumps || row.attempts >= MAX_ATTEMPTS || waitedMs >= HEAD_OF_LINE_TIMEOUT_MS
}
