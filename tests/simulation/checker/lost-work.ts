import { hashText } from '#data/hash-text.ts'
import { damagedField, isBodyIntact } from '#data/outbox-entry-schema.ts'
import type { HistoryEntry } from '../world/history.ts'
import type { AccountState } from '../world/read-phone.ts'
import { isAudit } from './outbox-model.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'
import { outboxKey } from './transferred.ts'

type Blow = Extract<HistoryEntry, { kind: 'damaged' | 'emptied' }>

function blows(history: RunEvidence['history']): Blow[] {
  return history.flatMap((entry) => (entry.kind === 'damaged' || entry.kind === 'emptied' ? [entry] : []))
}

/** Operations that the disk spoiled or lost, by outbox and id. */
export function struckOperations(history: RunEvidence['history']): Set<string> {
  return new Set(blows(history).map((blow) => `${outboxKey(blow)} ${String(blow.row['opId'])}`))
}

/** What they were about, by phone. */
export function struckLanes(history: RunEvidence['history']): Set<string> {
  return new Set(blows(history).map(({ phone, row }) => `${phone} ${String(row['lane'])}`))
}

/**
 * I1, I9, I11: a row that cannot be read asks for a person, holds up no other and never leaves with another text; work
 * that is gone from a phone is named there and reported to the server.
 */
export function checkLostWork(evidence: RunEvidence): Violation[] {
  if (blows(evidence.history).length === 0) return []
  return [...unreadable(evidence), ...quarantined(evidence), ...neverSent(evidence), ...reported(evidence)]
}

function unreadable({ phones }: RunEvidence): Violation[] {
  return phones.flatMap(({ phone, database, outbox }) =>
    outbox.flatMap((row): Violation[] => {
      const field = damagedField(row)
      const spoiled = field !== undefined || (row.state !== 'attention' && !isBodyIntact(row))
      const message = `${phone} ${database} has a row with a spoiled ${field ?? 'text'} that asks nobody`
      return spoiled ? [{ invariant: 'I9', message }] : []
    }),
  )
}

type Evidence = Pick<RunEvidence, 'history'>

/**
 * By outbox: places whose damaged row is kept in the audit, operations that a person replaced or took back before, and
 * what the audit says is lost.
 */
function noted({ history }: Evidence) {
  const places = new Set<string>()
  const lanes = new Set<string>()
  const removed = new Set<string>()
  for (const entry of history) {
    if (entry.kind !== 'stored' || entry.store !== 'audit' || !isAudit(entry.value)) continue
    const { action, subject, detail, opId, entry: copy } = entry.value
    if (copy !== undefined) removed.add(`${outboxKey(entry)} ${opId}`)
    const row: unknown = detail?.['row']
    if (action === 'quarantined' && typeof row === 'object' && row !== null && 'seq' in row) {
      places.add(`${outboxKey(entry)} ${String(row.seq)}`)
    }
    if (action === 'lost') lanes.add(`${outboxKey(entry)} ${subject}`)
  }
  return { places, lanes, removed }
}

/** A page that held the row in its memory may write it again, whole: then it goes on as if nothing had been. */
function quarantined({ history, phones, server }: RunEvidence): Violation[] {
  const { places, removed } = noted({ history })
  const done = new Set(server.operations.map((row) => row.op_id))
  return blows(history).flatMap((blow): Violation[] => {
    const { kind, phone, row } = blow
    const opId = String(row['opId'])
    if (kind !== 'damaged' || done.has(opId)) return []
    const state = phones.find((one) => outboxKey(one) === outboxKey(blow))
    const whole = state?.outbox.some((entry) => entry.opId === opId) ?? false
    const kept =
      places.has(`${outboxKey(blow)} ${String(row['seq'])}`) || removed.has(`${outboxKey(blow)} ${opId}`)
    const gone = history.some((entry) => entry.kind !== 'damaged' && isLater(entry, blow))
    if (kept || whole || gone) return []
    return [{ invariant: 'I11', message: `${phone} does not say that ${opId} was spoiled` }]
  })
}

function isLater(entry: HistoryEntry, { phone, at }: Blow): boolean {
  return (entry.kind === 'evicted' || entry.kind === 'emptied') && entry.phone === phone && entry.at >= at
}

/** Whatever the disk makes of a text, no other leaves than the one that was queued. */
function neverSent({ history }: RunEvidence): Violation[] {
  return history.flatMap((entry): Violation[] => {
    if (entry.kind !== 'asked' || !entry.endpoint.endsWith('/push')) return []
    // Written by `preparePush` of a phone.
    const { ops } = JSON.parse(entry.body) as {
      ops: readonly { opId: string; body: string; bodyHash: string }[]
    }
    const spoiled = ops.find(({ body, bodyHash }) => hashText(body) !== bodyHash)
    if (!spoiled) return []
    return [{ invariant: 'I1', message: `${entry.phone} sends ${spoiled.opId} with a spoiled text` }]
  })
}

function lostNumbers({ meta }: AccountState): readonly number[] {
  // Written by `noteLostWork` of the phone.
  const lost = meta['lost-work'] as { numbers: readonly number[]; reported: boolean } | undefined
  return lost?.reported === true ? lost.numbers : []
}

/**
 * A lost operation is named with its record, or by its number. A phone does not know which number an answered operation
 * had that overtook an unsent one: then as many numbers as are lost must be there.
 */
function reported({ history, phones, server, settled }: RunEvidence): Violation[] {
  if (!settled.quiet) return []
  const { lanes } = noted({ history })
  const done = new Set(server.operations.map((row) => row.op_id))
  const lost = blows(history).filter(
    ({ kind, row }) => kind === 'emptied' && !done.has(String(row['opId'])) && row['state'] !== 'attention',
  )
  return lost.flatMap((blow): Violation[] => {
    const { phone, row } = blow
    const evicted = history.some((entry) => entry.kind === 'evicted' && isLater(entry, blow))
    const state = phones.find((one) => outboxKey(one) === outboxKey(blow))
    if (evicted || !state) return []
    const named = lanes.has(`${outboxKey(blow)} ${String(row['lane'])}`)
    const numbers = lostNumbers(state)
    const together = lost.filter((other) => outboxKey(other) === outboxKey(blow)).length
    if (named || numbers.includes(Number(row['deviceSeq'])) || numbers.length >= together) return []
    const message = `${phone} lost ${String(row['type'])} ${String(row['opId'])} and does not say so`
    return [{ invariant: 'I11', message }]
  })
}
