import { databaseName } from '#data/account-database.ts'
import type { OutboxEntry } from '#data/rows.ts'
import type { HistoryEntry } from '../world/history.ts'
import { PEOPLE, type Person } from '../world/simulation-fixture.ts'
import { accountIds } from './account-ids.ts'
import { isOfDoor } from './doors.ts'
import { auditLines } from './outbox-model.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

/** Where an operation was written, by whom and on which device. */
type Origin = {
  readonly person: Person | undefined
  readonly deviceId: string
  readonly outbox: string
  readonly entry: OutboxEntry
}

/** An operation that came into an outbox from another, or back into one that no longer had it. */
type Arrival = { readonly outbox: string; readonly entry: OutboxEntry }

type TransferredWork = {
  readonly origins: ReadonlyMap<string, Origin>
  readonly arrivals: readonly Arrival[]
  /** Operations that only a receiving account sent again under a new id, and never their writer. */
  readonly againElsewhere: ReadonlySet<string>
}

const owners = new Map(PEOPLE.map((person) => [databaseName(accountIds.get(person.id) ?? ''), person]))

function isEntry(value: unknown): value is OutboxEntry {
  return typeof value === 'object' && value !== null && 'opId' in value && 'lane' in value
}

function deviceIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('key' in value) || !('value' in value))
    return undefined
  return value.key === 'deviceId' ? String(value.value) : undefined
}

/** Every outbox of a phone by its name. */
export function outboxKey({
  phone,
  database,
}: {
  readonly phone: string
  readonly database: string
}): string {
  return `${phone} ${database}`
}

/** Whether work that came to an outbox was sent again from there, letter for letter: it has its place there. */
function isSameWrite(arrival: Arrival, { outbox: box, entry }: Arrival): boolean {
  const { seq, bodyHash } = arrival.entry
  return arrival.outbox === box && seq === entry.seq && bodyHash === entry.bodyHash
}

/**
 * Where each operation was written, and to which other outboxes it was transferred, as seen in the stored
 * writes.
 */
function traceTransferred(history: readonly HistoryEntry[]): TransferredWork {
  const origins = new Map<string, Origin>()
  const arrivals: Arrival[] = []
  const devices = new Map<string, string>()
  const known = new Set<string>()
  const againElsewhere = new Set<string>()
  for (const stored of history) {
    if (stored.kind === 'evicted') {
      for (const key of known) if (key.startsWith(`${stored.phone} `)) known.delete(key)
    }
    if (stored.kind === 'copied') {
      for (const [outbox, deviceId] of [...devices]) {
        if (outbox.startsWith(`${stored.phone} `)) {
          devices.set(`${stored.to}${outbox.slice(stored.phone.length)}`, deviceId)
        }
      }
    }
    if (stored.kind !== 'stored' || stored.write !== 'put') continue
    const outbox = outboxKey(stored)
    const deviceId = stored.store === 'meta' ? deviceIn(stored.value) : undefined
    if (deviceId !== undefined) devices.set(outbox, deviceId)
    if (stored.store !== 'outbox' || !isEntry(stored.value)) continue
    const entry = stored.value
    if (known.has(`${outbox} ${entry.opId}`)) continue
    known.add(`${outbox} ${entry.opId}`)
    const sentAgain = entry.writtenBy && arrivals.find((arrival) => isSameWrite(arrival, { outbox, entry }))
    const origin = sentAgain && origins.get(sentAgain.entry.opId)
    // Under a new id it is still what its writer wrote, where they wrote it; who sends it again too uses the same id.
    if (origin) {
      if (!origins.has(entry.opId)) againElsewhere.add(entry.opId)
      origins.set(entry.opId, origin)
    } else if (origins.get(entry.opId)?.outbox === outbox) againElsewhere.delete(entry.opId)
    else if (entry.writtenBy) arrivals.push({ outbox, entry })
    else if (!origins.has(entry.opId)) {
      const person = owners.get(stored.database)
      origins.set(entry.opId, { person, deviceId: devices.get(outbox) ?? '', outbox, entry })
    }
  }
  return { origins, arrivals, againElsewhere }
}

/**
 * I6, I7, I11, I15: transferred work was written in one outbox and continues in another under its own id and
 * in its writer's name, only through its writer and the owner, in its original order. From the moment it was
 * exported it counts as sent, so that its writer cannot take back what another phone may send.
 */
export function checkTransferred(evidence: RunEvidence): Violation[] {
  const transferred = traceTransferred(evidence.history)
  return [
    ...arrivedWell(transferred),
    ...doneInTheirName(evidence, transferred),
    ...doneAsWritten(evidence, transferred),
    ...stayCanceled(evidence),
  ]
}

function arrivedWell({ origins, arrivals }: TransferredWork): Violation[] {
  const found: Violation[] = []
  for (const { outbox: box, entry } of arrivals) {
    const what = `${entry.type} ${entry.opId} that came to ${box}`
    const origin = origins.get(entry.opId)
    if (!origin) {
      found.push({ invariant: 'I11', message: `${what} was written nowhere` })
      continue
    }
    const { person, deviceId } = origin
    if (entry.writtenBy?.userId !== person?.id || entry.writtenBy?.deviceId !== deviceId) {
      found.push({
        invariant: 'I11',
        message: `${what} names another writer than ${person?.username ?? 'its own'}`,
      })
    }
    const recipient = owners.get(box.slice(box.lastIndexOf(' ') + 1))
    const may = recipient?.id === person?.id || recipient?.userType === 'company_owner'
    if (!may || recipient?.companyId !== person?.companyId) {
      found.push({ invariant: 'I7', message: `${what} is neither theirs nor their company's` })
    }
    if (entry.firstSentAt === null) {
      found.push({ invariant: 'I15', message: `${what} could be taken back there` })
    }
  }
  return found
}

/** The server recorded each operation in the name of its writer, on the device on which it was written. */
function doneInTheirName({ server }: RunEvidence, { origins }: TransferredWork): Violation[] {
  const found: Violation[] = []
  for (const row of server.operations) {
    const origin = origins.get(row.op_id)
    if (!origin) continue
    const [by, on] = [row.written_by ?? row.user_id, row.written_on ?? row.device_id]
    if (by !== origin.person?.id || on !== origin.deviceId) {
      found.push({ invariant: 'I11', message: `${row.op_id} was done in the name of ${by} on ${on}` })
    }
  }
  const submitters = new Map<string, Set<string>>()
  for (const row of server.operations) {
    const { type, result, op_id } = row
    if (type !== 'invoice.submit' || result.state !== 'done' || result.change?.t !== 'invoice') continue
    const { id } = result.change
    const person = isOfDoor(row) ? row.user_id : (origins.get(op_id)?.person?.id ?? '')
    submitters.set(id, (submitters.get(id) ?? new Set()).add(person))
  }
  for (const { id, document } of server.invoices) {
    const sellers = submitters.get(id)
    if (sellers && !sellers.has(document.operatorId)) {
      found.push({ invariant: 'I11', message: `invoice ${id} was sold by none of those who submitted it` })
    }
  }
  return found
}

/**
 * I6: for one record the server executed what one person wrote on one phone in its order, whichever phone
 * sent it. Work sent again only by a receiving account is not compared: its writer may have written something
 * else in its place.
 */
function doneAsWritten(
  { server, history, plan }: RunEvidence,
  { origins, againElsewhere }: TransferredWork,
): Violation[] {
  // A server whose clock steps back says nothing about order by its times.
  if (plan.faults.some(({ kind }) => kind === 'server clock')) return []
  const found: Violation[] = []
  // An entry that was discarded while its outcome was unknown may be executed after the ones behind it.
  const givenUp = new Set(auditLines(history).flatMap(({ line }) => line.entry?.opId ?? []))
  const isChecked = (opId: string) => !givenUp.has(opId) && !againElsewhere.has(opId)
  const last = new Map<string, { at: string; opId: string }>()
  const rows = server.operations
    .flatMap((row) => {
      const origin = origins.get(row.op_id)
      return origin && row.result.state === 'done' && isChecked(row.op_id) ? [{ row, origin }] : []
    })
    // By place and not by device number: what was refused and is sent again keeps its place, and no number comes twice.
    .sort((one, other) => one.origin.entry.seq - other.origin.entry.seq)
  for (const { row, origin } of rows) {
    const orderingKey = `${origin.outbox} ${origin.entry.epoch} ${origin.entry.lane}`
    const before = last.get(orderingKey)
    if (before && before.at > row.executed_at) {
      found.push({
        invariant: 'I6',
        message: `${row.op_id} was done before ${before.opId}, written before it`,
      })
    }
    last.set(orderingKey, { at: row.executed_at, opId: row.op_id })
  }
  return found
}

const CANCELED_REASON = 'replaced before it was sent'

/** The operations that waited on a phone when its storage was copied: the copy sends them, whatever becomes of them here. */
function operationsOfCopies(history: readonly HistoryEntry[]): ReadonlySet<string> {
  const copied = new Set<string>()
  const waiting = new Map<string, Set<string>>()
  for (const entry of history) {
    if (entry.kind === 'copied') for (const opId of waiting.get(entry.phone) ?? []) copied.add(opId)
    if (entry.kind !== 'stored' || entry.store !== 'outbox' || !isEntry(entry.value)) continue
    const { opId } = entry.value
    const ofPhone = waiting.get(entry.phone) ?? new Set<string>()
    waiting.set(entry.phone, ofPhone.add(opId))
  }
  return copied
}

/**
 * I15: work that was taken back, canceled or rewritten before it was sent is never executed, unless a copy of the phone
 * had it. Only a full phone transfers work that it cannot mark as transferred.
 */
function stayCanceled({ history, server }: RunEvidence): Violation[] {
  const copied = operationsOfCopies(history)
  const done = new Set(server.operations.map((row) => row.op_id).filter((opId) => !copied.has(opId)))
  const full = new Set(
    history.flatMap((entry) =>
      entry.kind === 'fault' && entry.what === 'storage full'
        ? entry.who.split(' ').slice(0, 2).join(' ')
        : [],
    ),
  )
  return auditLines(history).flatMap(({ phone, line }) =>
    line.action === CANCELED_REASON && line.opId !== null && done.has(line.opId) && !full.has(phone)
      ? [
          {
            invariant: 'I15',
            message: `${line.opId}, replaced on ${phone} before it was sent, was done all the same`,
          },
        ]
      : [],
  )
}

export const TRANSFER_KINDS = [
  ...['did seal', 'did take over', 'did take over here'],
  ...['taken over by the owner', 'taken over by its writer', 'taken over again', 'take over refused'],
  ...['sent by both'],
]

/** What of it happened in one run. */
export function transferCoverage({ history }: RunEvidence): string[] {
  const seen: string[] = []
  for (const entry of history) {
    if (entry.kind !== 'command') continue
    const takes = entry.command === 'take over' || entry.command === 'take over here'
    if (takes && entry.outcome === 'known') seen.push('taken over again')
    if (takes && entry.outcome.startsWith('refused')) seen.push('take over refused')
  }
  const { origins, arrivals } = traceTransferred(history)
  for (const { outbox: box, entry } of arrivals) {
    const own = owners.get(box.slice(box.lastIndexOf(' ') + 1))?.id === origins.get(entry.opId)?.person?.id
    seen.push(own ? 'taken over by its writer' : 'taken over by the owner')
  }
  if (arrivals.length > 0 && wasSentByBoth(history, new Set(arrivals.map(({ entry }) => entry.opId)))) {
    seen.push('sent by both')
  }
  return seen
}

function wasSentByBoth(history: readonly HistoryEntry[], opIds: ReadonlySet<string>): boolean {
  const senders = new Map<string, string>()
  for (const entry of history) {
    if (entry.kind !== 'asked' || !entry.endpoint.endsWith('/push')) continue
    // Written by `readyPush` of a phone.
    const { userId, ops } = JSON.parse(entry.body) as { userId: string; ops: readonly { opId: string }[] }
    for (const { opId } of ops) {
      if (!opIds.has(opId)) continue
      const sender = `${entry.phone} ${userId}`
      if ((senders.get(opId) ?? sender) !== sender) return true
      senders.set(opId, sender)
    }
  }
  return false
}
