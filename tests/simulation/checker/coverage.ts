import type { OutboxEntry } from '#data/rows.ts'
import type { Fault, UserAction } from '../plan/plan.ts'
import { FOREIGN } from '../world/foreign-answer.ts'
import { sentAgainOnBoth } from './attempts.ts'
import { DOOR_EXPECTED, doorsSeen } from './doors.ts'
import { FILES_EXPECTED, filesSeen } from './files-coverage.ts'
import { coverageOfLocking, LOCKING } from './locked.ts'
import { sentAgain } from './order.ts'
import { isAudit } from './outbox-model.ts'
import type { RunEvidence } from './run-evidence.ts'
import { TRANSFER_KINDS, transferCoverage } from './transferred.ts'

/**
 * What has to happen somewhere in a run of many seeds. If a fault never occurs, or an answer never comes, a
 * check that finds nothing proves nothing.
 */
const ACTION_KINDS: readonly Exclude<
  UserAction['kind'],
  | ('log in' | 'shift' | 'log out' | 'open' | 'focus' | 'submit twice')
  | ('attach files' | 'take file off' | 'open file')
>[] = [
  ...(['save', 'submit', 'cancel', 'take back', 'repair', 'discard', 'send again', 'keep as draft'] as const),
  ...(['customer', 'product', 'send now', 'credit', 'mail', 'expense', 'close expense', 'stock'] as const),
  ...(['collect', 'cancel payment', 'vendor', 'import', 'merge customer', 'merge vendor'] as const),
]

const PLANNED: readonly Exclude<Fault['kind'], 'evict' | 'storage' | 'server' | 'authority' | 'line'>[] = [
  ...([
    'noise',
    'slow pulls',
    'kill tab',
    'freeze tab',
    'slow timers',
    'phone clock',
    'slow queries',
    'server clock',
  ] as const),
  ...(['authority line', 'block', 'expire tokens', 'books', 'books tokens'] as const),
  ...(['foreign answers', 'damage row', 'empty stores', 'copy phone', 'roll back'] as const),
]

const LINES: readonly Extract<Fault, { kind: 'line' }>['state'][] = ['offline', 'black hole', 'portal']
const STORAGE: readonly Extract<Fault, { kind: 'storage' }>['fate'][] = ['full', 'lost', 'open hangs', 'die']
const SERVER: readonly Extract<Fault, { kind: 'server' }>['fate'][] = [
  ...(['die-before', 'die-after', 'cut-before', 'cut-after', 'serialization'] as const),
]
const AUTHORITY: readonly Extract<Fault, { kind: 'authority' }>['fault'][] = [
  ...(['drop-before', 'drop-answer', 'status', 'html', 'code', 'lost', 'delayed', 'empty-ackcode'] as const),
]

/** The rows of the table of what a push may be answered, as they leave their mark on an entry of the outbox. */
const PUSH_ANSWERS = [
  ...['done', 'refused', 'retry', 'interrupted', 'unknown ANSWER_UNREADABLE', 'unknown NETWORK_PORTAL'],
  ...['unknown NETWORK_UNREACHABLE', 'unknown NETWORK_TOO_SLOW', 'http 401', 'http 403', 'http 404'],
  ...[
    'http 409',
    'http 413 split',
    'http 413 alone',
    'http 422',
    'http 426',
    'http 429',
    'http 500',
    'http 503',
  ],
]

const NETWORK = [
  ...[
    'request lost',
    'request repeated',
    'requests in another order',
    'answer cut',
    'given up',
    'told to wait',
  ],
]
/** What a phone asks for on most days, each given a wrong answer, and the ways in which one is wrong. */
const WRONG_ANSWERS = [
  ...FOREIGN.map((how) => `${how} answer`),
  ...['/v1/accounting/sync/push', '/v1/accounting/sync/pull'].map((path) => `wrong answer to ${path}`),
]
const WORLD = [
  ...['evicted', 'midnight passed', 'two accounts on a phone', 'two companies on a phone'],
  ...['pushed by the worker', 'pushed under a grant', 'token refreshed'],
  ...['receipt parked', 'receipt canceled', 'Z report sent'],
  ...['payment refused', 'row quarantined', 'loss reported', 'copy noticed', 'roll back noticed'],
  ...['expense refused', 'done when sent again', 'sent again on both', 'invoice and expense in one push'],
]

export const EXPECTED: readonly string[] = [
  ...ACTION_KINDS.map((kind) => `did ${kind}`),
  ...PLANNED.map((kind) => `fault ${kind}`),
  ...LINES.map((state) => `fault line ${state}`),
  ...STORAGE.map((fate) => `fault storage ${fate}`),
  ...SERVER.map((fate) => `fault server ${fate}`),
  ...AUTHORITY.map((fault) => `fault authority ${fault}`),
  ...PUSH_ANSWERS.map((answer) => `push ${answer}`),
  ...[
    ...NETWORK,
    ...WRONG_ANSWERS,
    ...WORLD,
    ...TRANSFER_KINDS,
    ...LOCKING,
    ...FILES_EXPECTED,
    ...DOOR_EXPECTED,
  ],
]

/**
 * Events that come on one day in thirty at most: in three hundred days one may be missing by chance, and
 * every change of the product changes which.
 */
export const SELDOM: ReadonlySet<string> = new Set([
  ...['PIN ended', 'receipt parked', 'did keep as draft', 'did take back'],
  ...['file begun anew', 'file resumed by another process', 'piece damaged', 'piece without an answer'],
  ...['sale while a file is sent', 'file on two expenses'],
  ...AUTHORITY.map((fault) => `fault authority ${fault}`),
  ...['push http 401', 'push http 403', 'push http 409', 'push http 413 split', 'push http 422'],
  ...['push unknown ANSWER_UNREADABLE', 'sent again on both'],
  ...['payment refused', 'did cancel payment', 'did merge vendor', 'did merge customer'],
  ...['loss reported', 'row quarantined', 'copy noticed'],
  ...['fault copy phone', 'fault roll back', 'roll back noticed', 'USSD found'],
])

/** From this many seeds on it is not chance when something is missing. */
const ENOUGH = 300
const ENOUGH_FOR_SELDOM = 1_000

/** What should have happened in this many days and did not. */
export function missingIn(days: number, seen: Readonly<Record<string, number>>): string[] {
  return EXPECTED.filter((name) => days >= (SELDOM.has(name) ? ENOUGH_FOR_SELDOM : ENOUGH) && !seen[name])
}

/** What of it happened in one run. */
export function coverageOf(evidence: RunEvidence): string[] {
  const seen = new Set([
    ...pushAnswers(evidence),
    ...network(evidence),
    ...world(evidence),
    ...doorsSeen(evidence),
  ])
  for (const name of [...transferCoverage(evidence), ...coverageOfLocking(evidence), ...filesSeen(evidence)])
    seen.add(name)
  for (const entry of evidence.history) {
    if (entry.kind === 'command' && entry.outcome === 'kept') seen.add(`did ${entry.command}`)
    if (entry.kind === 'evicted') seen.add('evicted')
    if (entry.kind === 'log' && entry.event === 'server-went-back') seen.add('roll back noticed')
    const wrong = entry.kind === 'fault' ? /^(\w+ answer)( to .*)/.exec(entry.what) : null
    if (wrong) seen.add(wrong[1] ?? '').add(`wrong answer${wrong[2] ?? ''}`)
    if (entry.kind === 'fault') seen.add(`fault ${struck(entry.what, entry.who)}`)
  }
  return EXPECTED.filter((name) => seen.has(name))
}

/** A planned fault is recorded completely; one that waits for its moment is recorded when it occurs. */
function struck(what: string, who: string): string {
  if (who !== 'plan')
    return SERVER.some((fate) => what.startsWith(fate)) ? `server ${what.split(' ')[0]}` : what
  // Written by `makeTrouble`.
  const fault = JSON.parse(what) as Fault
  return fault.kind === 'line'
    ? `line ${fault.state}`
    : PLANNED.some((kind) => kind === fault.kind)
      ? fault.kind
      : ''
}

function isEntry(value: unknown): value is OutboxEntry {
  return typeof value === 'object' && value !== null && 'opId' in value && 'lane' in value
}

function pushAnswers({ history }: RunEvidence): string[] {
  return history.flatMap((entry) => {
    if (entry.kind !== 'stored' || entry.store !== 'outbox' || !isEntry(entry.value)) return []
    const { last, state } = entry.value
    if (!last || state === 'sending') return []
    const { kind, http, code } = last
    if (http === null) return [kind === 'unknown' ? `push unknown ${code}` : `push ${kind}`]
    if (http === 200) return [kind === 'unknown' ? `push unknown ${code}` : `push ${kind}`]
    const alone = state === 'attention' ? ' alone' : ' split'
    const how = http === 413 ? alone : ''
    return [`push http ${http}${how}`, ...(kind === 'unknown' ? [`push unknown ${code}`] : [])]
  })
}

function network({ history }: RunEvidence): string[] {
  const seen: string[] = []
  const arrived = new Set<number>()
  const last = new Map<string, number>()
  const phones = new Map<number, string>()
  for (const entry of history) {
    if (entry.kind === 'asked') phones.set(entry.request, entry.phone)
    if (entry.kind === 'answered' && entry.outcome === 'cut') seen.push('answer cut')
    if (entry.kind === 'answered' && entry.outcome === 'aborted') seen.push('given up')
    if (entry.kind === 'answered' && entry.retryAfterMs !== undefined) seen.push('told to wait')
    if (entry.kind !== 'arrived') continue
    if (entry.copy > 0) seen.push('request repeated')
    arrived.add(entry.request)
    const phone = phones.get(entry.request) ?? ''
    if (entry.request < (last.get(phone) ?? 0)) seen.push('requests in another order')
    last.set(phone, Math.max(entry.request, last.get(phone) ?? 0))
  }
  if ([...phones.keys()].some((request) => !arrived.has(request))) seen.push('request lost')
  return seen
}

function world({ history, phones, server }: RunEvidence): string[] {
  const seen: string[] = []
  for (const { name, databases } of accountsByPhone(phones)) {
    if (databases > 1) seen.push('two accounts on a phone')
    const companies = phones.flatMap(({ phone, products }) => (phone === name ? products : []))
    if (new Set(companies.map(({ companyId }) => companyId)).size > 1) seen.push('two companies on a phone')
  }
  for (const entry of history) {
    if (entry.kind !== 'asked') continue
    const pushes = entry.endpoint.endsWith('/push')
    if (pushes && entry.tab.includes(' sync event ')) seen.push('pushed by the worker')
    if (pushes && entry.bearer === null) seen.push('pushed under a grant')
    if (pushes && /"invoice\./.test(entry.body) && /"expense\./.test(entry.body)) {
      seen.push('invoice and expense in one push')
    }
    if (entry.endpoint.endsWith('/token/refresh')) seen.push('token refreshed')
  }
  const days = new Set(server.receipts.map((row) => `${row.identity_id} ${row.day}`))
  if (days.size > new Set(server.receipts.map((row) => row.identity_id)).size) seen.push('midnight passed')
  if (server.receipts.some((row) => row.delivery === 'parked')) seen.push('receipt parked')
  if (server.invoices.some((row) => row.status === 'canceled')) seen.push('receipt canceled')
  if (server.operations.some(({ type, result }) => type === 'expense.save' && result.state === 'refused')) {
    seen.push('expense refused')
  }
  if (
    server.operations.some(({ type, result }) => type === 'collection.save' && result.state === 'refused')
  ) {
    seen.push('payment refused')
  }
  if (server.device_epochs.some((row) => row.forked_at !== null)) seen.push('copy noticed')
  if (server.device_epochs.some((row) => Number(row.lost_count) > 0)) seen.push('loss reported')
  if (
    history.some(
      (entry) => entry.kind === 'stored' && isAudit(entry.value) && entry.value.action === 'quarantined',
    )
  ) {
    seen.push('row quarantined')
  }
  const again = sentAgain(history)
  if (server.operations.some(({ op_id, result }) => again.has(op_id) && result.state === 'done')) {
    seen.push('done when sent again')
  }
  if (sentAgainOnBoth(history).size > 0) seen.push('sent again on both')
  if (server.z_reports.length > 0) seen.push('Z report sent')
  return seen
}

function accountsByPhone(phones: RunEvidence['phones']): { name: string; databases: number }[] {
  const names = [...new Set(phones.map(({ phone }) => phone))]
  return names.map((name) => ({ name, databases: phones.filter(({ phone }) => phone === name).length }))
}
