import type { AuditRow, OutboxEntry } from '#data/rows.ts'
import type { HistoryEntry } from '../world/history.ts'

/** One transaction of a phone that changed its outbox, and the outbox after it. */
export type OutboxStep = {
  readonly at: number
  readonly phone: string
  readonly database: string
  readonly upserted: readonly OutboxEntry[]
  readonly removed: readonly OutboxEntry[]
  /** By place, as after the transaction. */
  readonly after: ReadonlyMap<number, OutboxEntry>
  readonly before: ReadonlyMap<number, OutboxEntry>
  /** The kept counter after it; `undefined` before it was ever written. */
  readonly pending: number | undefined
  /** Rows are gone from the disk, and the counter does not say so yet. */
  readonly emptied: boolean
}

/** What happens to an outbox from outside. */
type Blow = Extract<HistoryEntry, { kind: 'evicted' | 'copied' | 'damaged' | 'emptied' }>
type Stored = Extract<HistoryEntry, { kind: 'stored' }>

function isOutboxEntry(value: unknown): value is OutboxEntry {
  return typeof value === 'object' && value !== null && 'opId' in value && 'lane' in value
}

/** The entry in place of a row that could not be read: it has the place, and of the text only what was left. */
export function isPlaceholder(entry: OutboxEntry): boolean {
  return entry.last?.code === 'OPERATION_DAMAGED'
}

function isPending(value: unknown): value is { key: 'pending'; value: number } {
  return typeof value === 'object' && value !== null && 'key' in value && value.key === 'pending'
}

const BLOWS: readonly string[] = ['evicted', 'copied', 'damaged', 'emptied']

function isBlow(entry: HistoryEntry): entry is HistoryEntry & Blow {
  return BLOWS.includes(entry.kind)
}

/** Writes of one transaction: they were recorded together. */
function transactions(history: readonly HistoryEntry[]): (Stored[] | Blow)[] {
  const groups: (Stored[] | Blow)[] = []
  let last: Stored | undefined
  for (const entry of history) {
    if (isBlow(entry)) groups.push(entry)
    if (entry.kind !== 'stored') {
      last = undefined
      continue
    }
    const same =
      last && last.at === entry.at && last.phone === entry.phone && last.database === entry.database
    const group = groups.at(-1)
    if (same && Array.isArray(group)) group.push(entry)
    else groups.push([entry])
    last = entry
  }
  return groups
}

const known = new WeakMap<readonly HistoryEntry[], OutboxStep[]>()

/** The outboxes of all phones, step by step. Of a history that is over: many laws ask, and each gets the same. */
export function outboxSteps(history: readonly HistoryEntry[]): readonly OutboxStep[] {
  const steps = known.get(history) ?? followOutboxes(history)
  known.set(history, steps)
  return steps
}

function followOutboxes(history: readonly HistoryEntry[]): OutboxStep[] {
  const boxes = new Map<string, Map<number, OutboxEntry>>()
  const counters = new Map<string, number>()
  const emptied = new Set<string>()
  const steps: OutboxStep[] = []
  for (const group of transactions(history)) {
    if (!Array.isArray(group)) {
      if (group.kind === 'evicted') {
        for (const key of boxes.keys()) if (key.startsWith(`${group.phone} `)) boxes.delete(key)
        for (const key of counters.keys()) if (key.startsWith(`${group.phone} `)) counters.delete(key)
        continue
      }
      if (group.kind === 'copied') {
        copyTo(boxes, group)
        copyTo(counters, group)
        continue
      }
      const key = `${group.phone} ${group.database}`
      if (group.kind === 'emptied') emptied.add(key)
      boxes.set(key, afterLoss(boxes.get(key), group))
      continue
    }
    const [first] = group
    if (!first || !group.some(({ store, value }) => store === 'outbox' || isPending(value))) continue
    const key = `${first.phone} ${first.database}`
    const before = boxes.get(key) ?? new Map<number, OutboxEntry>()
    const after = new Map(before)
    const upserted: OutboxEntry[] = []
    const removed: OutboxEntry[] = []
    for (const { store, write, value } of group) {
      if (isPending(value)) counters.set(key, value.value)
      if (store !== 'outbox') continue
      if (write === 'put' && isOutboxEntry(value)) {
        if (!isPlaceholder(value)) upserted.push(value)
        after.set(value.seq, value)
      }
      if (write === 'delete' && typeof value === 'number') {
        const gone = after.get(value)
        if (gone) removed.push(gone)
        after.delete(value)
      }
    }
    boxes.set(key, after)
    const { at, phone, database } = first
    const pending = counters.get(key)
    const owed = [...after.values()].filter(({ state }) => state !== 'done').length
    if ((pending ?? 0) === owed) emptied.delete(key)
    steps.push({
      ...{ at, phone, database, upserted, removed, before, after, pending },
      emptied: emptied.has(key),
    })
  }
  return steps
}

/** What one phone has is from here on what the other has as well. */
function copyTo<T>(of: Map<string, T>, { phone, to }: Extract<Blow, { kind: 'copied' }>): void {
  for (const [key, value] of [...of]) {
    if (key.startsWith(`${phone} `)) of.set(`${to}${key.slice(phone.length)}`, value)
  }
}

/** A spoiled row keeps its place and counts; what else it says is not to be relied on. */
function afterLoss(
  before: ReadonlyMap<number, OutboxEntry> | undefined,
  { kind, row }: Extract<Blow, { kind: 'damaged' | 'emptied' }>,
): Map<number, OutboxEntry> {
  const after = new Map(before)
  const seq = Number(row['seq'])
  const entry = after.get(seq)
  if (kind === 'emptied') after.delete(seq)
  else if (entry) after.set(seq, { ...entry, opId: '', lane: `damaged:${seq}`, dependsOn: [] })
  return after
}

/** Every line that a phone's audit ever had: also those that the browser dropped with everything else. */
export function auditLines(history: readonly HistoryEntry[]): { phone: string; line: AuditRow }[] {
  return history.flatMap((entry) =>
    entry.kind === 'stored' && entry.store === 'audit' && isAudit(entry.value)
      ? [{ phone: entry.phone, line: entry.value }]
      : [],
  )
}

export function isAudit(value: unknown): value is AuditRow {
  return typeof value === 'object' && value !== null && 'action' in value && 'subject' in value
}
