import type { AuditRow, OutboxEntry } from '#data/rows.ts'
import type { HistoryEntry } from '../world/history.ts'
import { isOfDoor } from './doors.ts'
import { struckLanes, struckOperations } from './lost-work.ts'
import { auditLines, isAudit, outboxSteps } from './outbox-model.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'
import { outboxKey } from './transferred.ts'

/**
 * I1, I11: everything the app reported as saved is on the phone or on the server with the same text; every
 * operation ever queued is done, waits, needs attention, or left with a copy in the audit; the server did
 * nothing that no phone asked for, and nothing twice.
 */
export function checkConservation(evidence: RunEvidence): Violation[] {
  const { history, phones, server } = evidence
  const found: Violation[] = []
  const queued = new Map<string, OutboxEntry>()
  const holders = new Map<string, { entry: OutboxEntry; phone: string; database: string }>()
  const textsAt = new Map<string, Set<string>>()
  const copies = new Set(history.flatMap((entry) => (entry.kind === 'copied' ? [entry.to] : [])))
  for (const { upserted: put, phone, database } of outboxSteps(history)) {
    for (const entry of put) {
      const known = queued.get(entry.opId)
      if (known && (known.body !== entry.body || known.bodyHash !== entry.bodyHash)) {
        found.push({ invariant: 'I1', message: `the text of ${entry.opId} changed after it was queued` })
      }
      const outboxName = outboxKey({ phone, database })
      const position = `${outboxName} ${entry.epoch} ${entry.seq}`
      const texts = textsAt.get(position) ?? new Set()
      // Sent again where it was written, after another phone that took it over had done so under the same next id.
      const again = texts.has(entry.bodyHash)
      textsAt.set(position, texts.add(entry.bodyHash))
      // Transferred work is marked as such; its source and importer are checked with the transfers.
      if (
        known &&
        !holders.has(`${outboxName} ${entry.opId}`) &&
        !entry.writtenBy &&
        !again &&
        !copies.has(phone)
      ) {
        found.push({
          invariant: 'I7',
          message: `${entry.opId} of another outbox is in that of ${outboxName}`,
        })
      }
      queued.set(entry.opId, entry)
      holders.set(`${outboxName} ${entry.opId}`, { entry, phone, database })
    }
  }
  const audit = auditByOperation(history)
  const struck = struckOperations(history)
  const ledger = new Map(server.operations.map((row) => [row.op_id, row]))
  for (const [key, { entry, phone, database }] of holders) {
    const { opId } = entry
    const state = phones.find((account) => account.phone === phone && account.database === database)
    const row = ledger.get(opId)
    if (row && row.body_hash !== entry.bodyHash) {
      found.push({ invariant: 'I1', message: `the server did ${opId} with another text` })
    }
    const waits = state?.outbox.some((other) => other.opId === opId && other.state !== 'done') ?? false
    const lines = audit.get(key)?.lines ?? []
    const answered = row !== undefined && lines.some(({ action }) => / (done|refused)$/.test(action))
    const copied = lines.some((line) => line.entry?.opId === opId)
    // What became of those that the disk spoiled or lost is asked in `lost-work.ts`.
    if (!waits && !answered && !copied && !struck.has(key)) {
      found.push({ invariant: 'I11', message: `${entry.type} ${opId} of ${phone} is gone without a trace` })
    }
  }
  for (const [key, { most }] of audit) {
    if (most > 1) found.push({ invariant: 'I11', message: `${key}: its answer was taken ${most} times` })
  }
  const positions = new Set<string>()
  for (const row of server.operations) {
    if (isOfDoor(row)) continue
    if (!queued.has(row.op_id))
      found.push({ invariant: 'I11', message: `no phone asked for operation ${row.op_id}` })
    const position = `${row.device_id} ${row.epoch} ${row.user_id} ${row.device_seq}`
    // A phone and its copy number on from the same place until they are told.
    if (positions.has(position) && copies.size === 0)
      found.push({ invariant: 'I11', message: `place ${position} was executed under two ids` })
    positions.add(position)
  }
  return [...found, ...reportedSaved(evidence)]
}

/**
 * What the audit of an outbox says about an operation, and how many final answers to it the phone had at
 * once.
 */
type Audited = { readonly lines: AuditRow[]; answers: number; most: number }

/** By outbox and operation. A phone that was emptied may be given the same again: then it has no answer yet. */
function auditByOperation(history: RunEvidence['history']): Map<string, Audited> {
  const found = new Map<string, Audited>()
  for (const entry of history) {
    if (entry.kind === 'evicted') {
      for (const [key, audited] of found) if (key.startsWith(`${entry.phone} `)) audited.answers = 0
    }
    if (entry.kind !== 'stored' || entry.store !== 'audit' || !isAudit(entry.value)) continue
    const line = entry.value
    if (line.opId === null) continue
    const key = `${outboxKey(entry)} ${line.opId}`
    const audited = found.get(key) ?? { lines: [], answers: 0, most: 0 }
    audited.lines.push(line)
    if (/ (done|refused)$/.test(line.action)) audited.answers += 1
    // Its "no" was one that may pass, and the same operation waits for another answer.
    if (line.action === 'sent again under its id') audited.answers = 0
    audited.most = Math.max(audited.most, audited.answers)
    found.set(key, audited)
  }
  return found
}

const TABLES: Readonly<Record<string, 'invoices' | 'expenses' | 'vendors' | 'collections'>> = {
  ...{ inv: 'invoices', exp: 'expenses', vend: 'vendors', pay: 'collections' },
}

function laneOf({
  invoiceId,
  expenseId,
  lane,
}: Extract<HistoryEntry, { kind: 'command' }>): string | undefined {
  if (invoiceId !== undefined) return `inv:${invoiceId}`
  return expenseId === undefined ? lane : `exp:${expenseId}`
}

/** I1: "saved" is said after the work is durable, and what was saved still exists. */
function reportedSaved({ history, phones, server }: RunEvidence): Violation[] {
  const found: Violation[] = []
  const durable = new Set<string>()
  const struck = struckLanes(history)
  const discarded = new Set(
    auditLines(history)
      .filter(({ line }) => line.action === 'discarded' || line.action === 'canceled before it was sent')
      .map(({ phone, line }) => `${phone} ${line.subject}`),
  )
  for (const entry of history) {
    if (entry.kind === 'stored' && entry.store === 'outbox' && entry.write === 'put') {
      const { value } = entry
      if (typeof value === 'object' && value !== null && 'lane' in value)
        durable.add(`${entry.phone} ${String(value.lane)}`)
    }
    if (entry.kind !== 'command' || entry.outcome !== 'kept') continue
    const lane = laneOf(entry)
    const [prefix = '', id = ''] = lane?.split(':') ?? []
    const table = TABLES[prefix]
    if (table === undefined) continue
    const orderingKey = `${entry.phone} ${lane}`
    if (!durable.has(orderingKey))
      found.push({ invariant: 'I1', message: `${id} was called saved before it was` })
    const onPhone = phones.some(
      (state) => state.phone === entry.phone && state[table].some((row) => row.id === id),
    )
    // One that the company knows already is found under the id that it has there.
    const onServer =
      server[table].some((row) => row.id === id) || server.record_aliases.some((row) => row.from_id === id)
    if (!onPhone && !onServer && !discarded.has(orderingKey) && !struck.has(orderingKey)) {
      found.push({ invariant: 'I1', message: `${orderingKey}, called saved, is nowhere` })
    }
  }
  return found
}
