import { PUSH_MAX_BYTES, PUSH_MAX_OPERATIONS } from '#contract/sync.ts'
import { isDue, isKnownOperation } from '#data/outbox-entry.ts'
import type { OutboxEntry } from '#data/rows.ts'

export type BatchQuery = {
  /** Entries in state `queued`, in order of arrival. */
  readonly candidates: readonly OutboxEntry[]
  /** The lowest position per ordering key of an entry that is unsent but not queued (sending, attention, blocked). */
  readonly occupied: ReadonlyMap<string, number>
  /** Those operations named in `dependsOn` that are not done. */
  readonly unfinished: ReadonlySet<string>
  readonly now: number
  /** The person asked to send now: waits of single entries do not count. */
  readonly ignoreWaits: boolean
}

/** Upper limit of the bytes beside the body of one operation in a request. */
const ENVELOPE_BYTES = 1_500

const encoder = new TextEncoder()

/** The bytes of one operation in the request: its body is JSON text inside JSON. */
export function wireBytes(entry: Pick<OutboxEntry, 'body'>): number {
  return encoder.encode(JSON.stringify(entry.body)).length + ENVELOPE_BYTES
}

/**
 * The largest batch that may contain this entry. Batches that failed three times in a row are halved again and again,
 * so that an operation that breaks the server ends up alone and the others get through; likewise, an entry during
 * which page or worker died three times is sent alone.
 */
export function maxBatchSize(entry: Pick<OutboxEntry, 'serverErrors' | 'crashes'>): number {
  if (entry.crashes >= 3) return 1
  if (entry.serverErrors < 3) return PUSH_MAX_OPERATIONS
  return Math.max(1, Math.floor(PUSH_MAX_OPERATIONS / 2 ** (entry.serverErrors - 2)))
}

/**
 * Entries of one batch size that may be sent now. One that may not be sent blocks the later ones of its ordering key.
 */
function selectOfSize(query: BatchQuery, batchSize: number): OutboxEntry[] {
  const closedKeys = new Set<string>()
  const chosen: OutboxEntry[] = []
  // The server executes the operations of one request by their device numbers, which may differ from the order here:
  // an operation sent again under a new id has a new number and its old position.
  const deviceSeqs = new Map<string, number>()
  const isAfter = (entry: OutboxEntry, named: string, otherwise: number) =>
    entry.deviceSeq > (deviceSeqs.get(named) ?? otherwise)
  let bytes = 0
  for (const entry of query.candidates) {
    const before = query.occupied.get(entry.lane)
    const eligible =
      !closedKeys.has(entry.lane) &&
      (before === undefined || before > entry.seq) &&
      isKnownOperation(entry) &&
      (query.ignoreWaits || isDue(entry, query.now)) &&
      isAfter(entry, entry.lane, 0) &&
      entry.dependsOn.every(
        (id) => !query.unfinished.has(id) || isAfter(entry, id, Number.POSITIVE_INFINITY),
      ) &&
      maxBatchSize(entry) === batchSize &&
      chosen.length < batchSize
    const size = eligible ? wireBytes(entry) : 0
    if (!eligible || (chosen.length > 0 && bytes + size > PUSH_MAX_BYTES)) {
      closedKeys.add(entry.lane)
      continue
    }
    chosen.push(entry)
    for (const name of [entry.opId, entry.lane]) deviceSeqs.set(name, entry.deviceSeq)
    bytes += size
  }
  return chosen
}

/**
 * The entries of the next request: order kept under each ordering key, nothing before what it depends on (that may be
 * in the same request, before it), 50 operations and 256 KiB at most. Entries that allow larger batches go first, so
 * that a defective entry does not block the others.
 */
export function nextBatch(query: BatchQuery): OutboxEntry[] {
  const batchSizes = [...new Set(query.candidates.map(maxBatchSize))].sort((a, b) => b - a)
  for (const batchSize of batchSizes) {
    // An entry that allows large batches can depend on one that is sent alone: then the latter's size is tried.
    const batch = selectOfSize(query, batchSize)
    if (batch.length > 0) return batch
  }
  return []
}
