import { databaseName } from '#data/account-database.ts'
import { fileOfOrderingKey, wasNeverSent } from '#data/outbox-entry.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { hashOf } from '../plan/planned-file.ts'
import type { HistoryEntry } from '../world/history.ts'
import { accountIds } from './account-ids.ts'
import {
  type Chunk,
  chosen,
  chunkRequests,
  personOfAccount,
  personOfBearer,
  personOfDatabase,
} from './file-model.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

/**
 * I1, I3, I7, I13, I14: a phone deletes no content that is unsent, stores and shows a file only as what it is
 * and only of its own company, sends one chunk at a time, and none while a sale could be sent.
 */
export function checkFilesOnPhones(evidence: RunEvidence): Violation[] {
  return [
    ...neverForgotten(evidence),
    ...shownTruly(evidence),
    ...sentByOwner(evidence),
    ...oneChunkAtATime(evidence),
    ...salesFirst(evidence),
  ]
}

type Stored = Extract<HistoryEntry, { kind: 'stored' }>
type Answered = Extract<HistoryEntry, { kind: 'answered' }>

function isEntry(value: unknown): value is OutboxEntry {
  return typeof value === 'object' && value !== null && 'opId' in value && 'lane' in value
}

function contentIn(value: unknown): { readonly sha256: string; readonly bytes: ArrayBuffer } | undefined {
  if (typeof value !== 'object' || value === null || !('sha256' in value) || !('bytes' in value))
    return undefined
  return value.bytes instanceof ArrayBuffer ? { sha256: String(value.sha256), bytes: value.bytes } : undefined
}

/**
 * I1, I7, I13: contents are stored under their own hash and for the own company, and stay while they are
 * unsent.
 */
function neverForgotten(evidence: RunEvidence): Violation[] {
  const found: Violation[] = []
  const companies = chosen(evidence)
  /** Unsent work about files, by phone and account, then by position. */
  const owed = new Map<string, Map<number, string>>()
  const follow = (entry: Stored) => {
    const key = `${entry.phone} ${entry.database}`
    const mine = owed.get(key) ?? new Map<number, string>()
    owed.set(key, mine)
    if (entry.store === 'outbox' && entry.write === 'delete') mine.delete(Number(entry.value))
    if (entry.store === 'outbox' && isEntry(entry.value)) {
      const file = fileOfOrderingKey(entry.value.lane)
      if (file && entry.value.state !== 'done') mine.set(entry.value.seq, file.sha256)
      else mine.delete(entry.value.seq)
    }
    if (entry.store !== 'fileContents') return
    const content = contentIn(entry.value)
    if (entry.write === 'delete' && [...mine.values()].includes(String(entry.value))) {
      found.push({
        invariant: 'I1',
        message: `${key} forgets ${String(entry.value).slice(0, 12)}, which it owes`,
      })
    }
    if (!content) return
    if (hashOf(new Uint8Array(content.bytes)) !== content.sha256) {
      found.push({ invariant: 'I13', message: `${key} keeps other bytes as ${content.sha256.slice(0, 12)}` })
    }
    if (!companies.has(`${personOfDatabase(entry.database)?.companyId} ${content.sha256}`)) {
      found.push({ invariant: 'I7', message: `${key} keeps a file that nobody of its company chose` })
    }
  }
  for (const entry of evidence.history) {
    if (entry.kind === 'stored') follow(entry)
    if (entry.kind !== 'evicted') continue
    for (const key of owed.keys()) if (key.startsWith(`${entry.phone} `)) owed.delete(key)
  }
  return found
}

/** I7, I13: a file that is shown is complete, and a user of the company had chosen it before. */
function shownTruly({ history }: RunEvidence): Violation[] {
  const found: Violation[] = []
  const before = new Set<string>()
  for (const entry of history) {
    if (entry.kind === 'chose') before.add(`${personOfAccount(entry.account)?.companyId} ${entry.sha256}`)
    if (entry.kind !== 'opened' || entry.shown === null) continue
    const { phone, account, sha256, shown } = entry
    const name = `file ${sha256.slice(0, 12)}`
    if (shown !== sha256)
      found.push({ invariant: 'I13', message: `${phone} is shown other bytes as ${name}` })
    if (!before.has(`${personOfAccount(account)?.companyId} ${sha256}`)) {
      found.push({ invariant: 'I7', message: `${phone} is shown ${name}, which its company does not have` })
    }
  }
  return found
}

/** I7: the content of a file leaves under an account that holds it, and for the company whose it is. */
function sentByOwner(evidence: RunEvidence): Violation[] {
  const owners = chosen(evidence)
  const held = new Set<string>()
  for (const entry of evidence.history) {
    if (entry.kind !== 'stored' || entry.store !== 'fileContents') continue
    const content = contentIn(entry.value)
    if (content) held.add(`${entry.phone} ${entry.database} ${content.sha256}`)
  }
  return chunkRequests(evidence).flatMap(({ phone, sha256, bearer, request }) => {
    const person = personOfBearer(bearer)
    const database = databaseName(accountIds.get(person?.id ?? '') ?? '')
    if (owners.has(`${person?.companyId} ${sha256}`) && held.has(`${phone} ${database} ${sha256}`)) return []
    return [{ invariant: 'I7', message: `request ${request} of ${phone} carries a file of another account` }]
  })
}

function answersOf({ history }: RunEvidence): ReadonlyMap<number, Answered> {
  return new Map(history.flatMap((entry) => (entry.kind === 'answered' ? [[entry.request, entry]] : [])))
}

/** I14: one chunk of one account in flight, where two can be ruled out (as with pushes). */
function oneChunkAtATime(evidence: RunEvidence): Violation[] {
  const { plan } = evidence
  const disturbed = plan.faults.some(({ kind }) =>
    ['freeze tab', 'slow timers', 'kill tab', 'phone clock'].includes(kind),
  )
  if (disturbed) return []
  const found: Violation[] = []
  const answers = answersOf(evidence)
  const until = new Map<string, number>()
  for (const { phone, bearer, at, request } of chunkRequests(evidence)) {
    if (plan.phones[Number(phone.split(' ')[1]) - 1]?.hasLocks !== true) continue
    const key = `${phone} ${personOfBearer(bearer)?.id}`
    if ((until.get(key) ?? 0) > at) {
      found.push({ invariant: 'I14', message: `${phone} has two pieces of one account under way at ${at}` })
    }
    // One without an end is the request of a page that died.
    until.set(key, answers.get(request)?.at ?? at)
  }
  return found
}

/** A command notifies the queue a moment after its work is durable. */
const NOTIFY_WITHIN_MS = 20

/** Work that could be sent at once: nothing before it, never tried, and no person needed. */
function isFree(entry: OutboxEntry, outbox: ReadonlyMap<number, OutboxEntry>): boolean {
  if (entry.state !== 'queued' || !wasNeverSent(entry) || fileOfOrderingKey(entry.lane)) return false
  for (const other of outbox.values()) {
    if (other.state === 'done' || other.seq === entry.seq) continue
    if (entry.dependsOn.includes(other.opId)) return false
    if (other.lane === entry.lane && other.seq < entry.seq) return false
  }
  return true
}

/**
 * I3: a page in which something was sold while it sent a file sends no further chunk before the sale (K6).
 * Checked within one page: another one sends what is sold in it by itself.
 */
function salesFirst(evidence: RunEvidence): Violation[] {
  const found: Violation[] = []
  const chunks = new Map<number, Chunk>(chunkRequests(evidence).map((chunk) => [chunk.request, chunk]))
  if (chunks.size === 0) return found
  /** The content of each outbox, and when which page queued each entry. */
  const boxes = new Map<string, Map<number, OutboxEntry>>()
  const queued = new Map<string, { readonly at: number; readonly by: string }>()
  /** When the last chunk of a page was answered. */
  const ended = new Map<string, number>()
  for (const entry of evidence.history) {
    if (entry.kind === 'evicted') {
      for (const key of boxes.keys()) if (key.startsWith(`${entry.phone} `)) boxes.delete(key)
    }
    // A spoiled row is no sale that could be sent: it waits until the next start puts it in front of a person.
    if (entry.kind === 'damaged' || entry.kind === 'emptied')
      boxes.get(`${entry.phone} ${entry.database}`)?.delete(Number(entry.row['seq']))
    if (entry.kind === 'stored' && entry.store === 'outbox') {
      const key = `${entry.phone} ${entry.database}`
      const outbox = boxes.get(key) ?? new Map<number, OutboxEntry>()
      boxes.set(key, outbox)
      if (entry.write === 'delete') outbox.delete(Number(entry.value))
      if (!isEntry(entry.value)) continue
      outbox.set(entry.value.seq, entry.value)
      const { opId } = entry.value
      if (!queued.has(opId)) queued.set(opId, { at: entry.at, by: entry.by })
    }
    const answered = entry.kind === 'answered' ? chunks.get(entry.request) : undefined
    // A request with an expired token sends the same chunk again: it is still the one in flight.
    if (answered && entry.kind === 'answered' && entry.outcome !== '401') ended.set(answered.tab, entry.at)
    const chunk = entry.kind === 'asked' ? chunks.get(entry.request) : undefined
    if (!chunk) continue
    const { tab, phone, at, bearer } = chunk
    const before = ended.get(tab)
    const account = accountIds.get(personOfBearer(bearer)?.id ?? '')
    const outbox = boxes.get(`${phone} efd_${account}`)
    if (before === undefined || !outbox) continue
    for (const sale of outbox.values()) {
      const queuedAt = queued.get(sale.opId)
      if (queuedAt?.by !== tab || queuedAt.at + NOTIFY_WITHIN_MS > before || !isFree(sale, outbox)) continue
      found.push({
        invariant: 'I3',
        message: `${tab} sends a piece at ${at} while ${sale.type} ${sale.opId} waits since ${queuedAt.at}`,
      })
    }
  }
  return found
}
