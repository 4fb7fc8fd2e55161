import { databaseName } from '#data/account-database.ts'
import type { Fault } from '../plan/plan.ts'
import type { HistoryEntry } from '../world/history.ts'
import { accountIds } from './account-ids.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

type Asked = Extract<HistoryEntry, { kind: 'asked' }>
type Pause = {
  readonly phone: string
  readonly from: number
  readonly until: number
  /** Requests of the phone that were under way when it was asked to wait. */
  readonly beside: ReadonlySet<number>
}

/** A request decided before the pause was stored may still leave. */
const DECIDED_MS = 250
/** A person's request ignores a pause, also when it had to wait for a sync that was running. */
const USER_REQUEST_MS = 60_000

function accountOf({ bearer, body }: Asked): string {
  const text = bearer === null ? body : Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString('utf8')
  const read: unknown = text === '' ? undefined : JSON.parse(text)
  if (typeof read !== 'object' || read === null) return ''
  const userId = 'sub' in read ? read.sub : 'userId' in read ? read.userId : ''
  return databaseName(accountIds.get(String(userId)) ?? '')
}

/** The fault of a plan that this entry reports, and the phone it is about. */
function plannedTrouble(entry: Extract<HistoryEntry, { kind: 'fault' }>): {
  readonly phone: string
  readonly fault: Fault | undefined
} {
  if (entry.who !== 'plan') return { phone: entry.who.split(' ').slice(0, 2).join(' '), fault: undefined }
  // Written by `makeTrouble`.
  const fault = JSON.parse(entry.what) as Fault
  return { phone: 'phone' in fault ? `phone ${fault.phone + 1}` : '', fault }
}

/** What a row says of the queue, if that is what it is about. */
function queueOf(value: unknown): { readonly held: boolean; readonly paused: boolean } | undefined {
  if (typeof value !== 'object' || value === null || !('key' in value) || value.key !== 'drain')
    return undefined
  if (!('value' in value) || typeof value.value !== 'object' || value.value === null) return undefined
  const state = value.value
  return {
    held: 'hold' in state && state.hold !== null,
    paused: 'pause' in state && state.pause !== null,
  }
}

/**
 * I14: while the server's Retry-After lasts, no tab and no worker of the phone pushes or pulls for that
 * account. It may be forgotten when the person sends by hand, signs in or closes a tab, when the phone's
 * clock jumps or its storage fails, and when the account is paused for another reason or a pause ends. An
 * answer to a request that was in flight at that time replaces it.
 */
export function checkRetryAfter({ history }: RunEvidence): Violation[] {
  const found: Violation[] = []
  const requests = new Map<number, Asked>()
  const inFlight = new Map<number, string>()
  const pauses = new Map<string, Pause>()
  const held = new Set<string>()
  const quietUntil = new Map<string, number>()
  const forget = (phone: string) => {
    for (const [key, pause] of pauses) if (pause.phone === phone) pauses.delete(key)
  }
  for (const entry of history) {
    switch (entry.kind) {
      case 'asked': {
        requests.set(entry.request, entry)
        inFlight.set(entry.request, entry.phone)
        const kind = /\/sync\/(push|pull)$/.exec(entry.endpoint)?.[1]
        if (!kind) break
        const pause = pauses.get(`${entry.phone} ${accountOf(entry)}`)
        if (!pause || entry.at >= pause.until || entry.at < pause.from + DECIDED_MS) break
        if (entry.at < (quietUntil.get(entry.phone) ?? 0)) break
        const [passed, asked] = [entry.at - pause.from, pause.until - pause.from]
        found.push({
          invariant: 'I14',
          message: `${entry.tab} ${kind}es ${Math.round(passed)} ms after it was told to wait ${asked} ms (request ${entry.request})`,
        })
        break
      }
      case 'answered': {
        inFlight.delete(entry.request)
        const asked = requests.get(entry.request)
        if (!asked) break
        for (const [key, { beside }] of pauses) if (beside.has(entry.request)) pauses.delete(key)
        if (asked.endpoint.endsWith('/login') && entry.outcome === '200') forget(asked.phone)
        if (entry.retryAfterMs === undefined || !/\/sync\/(push|pull)$/.test(asked.endpoint)) break
        const key = `${asked.phone} ${accountOf(asked)}`
        const beside = new Set(
          [...inFlight].flatMap(([other, phone]) => (phone === asked.phone ? [other] : [])),
        )
        pauses.set(key, { phone: asked.phone, from: entry.at, until: entry.at + entry.retryAfterMs, beside })
        break
      }
      case 'stored': {
        const key = `${entry.phone} ${entry.database}`
        const queue = entry.store === 'meta' ? queueOf(entry.value) : undefined
        if (!queue) break
        if (queue.held !== held.has(key) || (queue.held && !queue.paused)) pauses.delete(key)
        if (queue.held) held.add(key)
        else held.delete(key)
        break
      }
      case 'command':
        if (entry.command === 'send now') quietUntil.set(entry.phone, entry.at + USER_REQUEST_MS)
        break
      case 'evicted':
        for (const key of held) if (key.startsWith(`${entry.phone} `)) held.delete(key)
        forget(entry.phone)
        break
      case 'fault': {
        const { phone, fault } = plannedTrouble(entry)
        if (!fault || fault.kind === 'kill tab' || fault.kind === 'phone clock') forget(phone)
        if (fault?.kind === 'freeze tab') {
          const until = entry.at + fault.forMs + DECIDED_MS
          quietUntil.set(phone, Math.max(until, quietUntil.get(phone) ?? 0))
        }
        break
      }
      default:
    }
  }
  return found
}
