import type { HistoryEntry } from '../world/history.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

type Asked = Extract<HistoryEntry, { kind: 'asked' }>
type Answered = Extract<HistoryEntry, { kind: 'answered' }>

const MINUTE_MS = 60_000
const MAX_FAILURES = 12

/** I14: one push under way per account of a phone, few requests while nothing succeeds; `retry-after.ts` has the rest. */
export function checkRequests(evidence: RunEvidence): Violation[] {
  const { history, plan } = evidence
  const answers = new Map<number, Answered>()
  for (const entry of history) if (entry.kind === 'answered') answers.set(entry.request, entry)
  const asked = history.filter((entry) => entry.kind === 'asked')
  const found: Violation[] = []
  // Without locks, with a page that may be frozen or killed, or by a clock that says that its time is long over, two at
  // once cannot be ruled out.
  const disturbed = plan.faults.some(({ kind }) =>
    ['freeze tab', 'slow timers', 'kill tab', 'phone clock'].includes(kind),
  )
  const jumps = plan.faults.some(({ kind }) => kind === 'phone clock')
  plan.phones.forEach(({ hasLocks }, index) => {
    const phone = `phone ${index + 1}`
    const mine = asked.filter((entry) => entry.phone === phone)
    if (hasLocks && !disturbed) found.push(...oneAtATime(phone, mine, answers))
    if (!jumps) found.push(...limitWhileFailing(phone, mine, answers, evidence))
  })
  return found
}

function accountOf(entry: Asked): string {
  const body: unknown = entry.body === '' ? undefined : JSON.parse(entry.body)
  return typeof body === 'object' && body !== null && 'userId' in body ? String(body.userId) : ''
}

function oneAtATime(
  phone: string,
  asked: readonly Asked[],
  answers: ReadonlyMap<number, Answered>,
): Violation[] {
  const found: Violation[] = []
  const until = new Map<string, number>()
  for (const entry of asked.filter(({ endpoint }) => endpoint.endsWith('/push'))) {
    const account = accountOf(entry)
    if ((until.get(account) ?? 0) > entry.at) {
      found.push({
        invariant: 'I14',
        message: `${phone} has two pushes of one account under way at ${entry.at}`,
      })
    }
    until.set(account, answers.get(entry.request)?.at ?? entry.at)
  }
  return found
}

function limitWhileFailing(
  phone: string,
  asked: readonly Asked[],
  answers: ReadonlyMap<number, Answered>,
  { history }: RunEvidence,
): Violation[] {
  const userRequests = history.some((entry) => entry.kind === 'command' && entry.command === 'send now')
  if (userRequests) return []
  const sync = asked.filter(({ endpoint }) => /\/sync\//.test(endpoint))
  for (const [index, entry] of sync.entries()) {
    const window = sync.slice(index).filter(({ at }) => at - entry.at < MINUTE_MS)
    const failing = window.every(({ request }) => answers.get(request)?.outcome !== '200')
    const accounts = new Set(window.map(({ bearer }) => bearer)).size
    if (failing && window.length > MAX_FAILURES * accounts) {
      return [
        {
          invariant: 'I14',
          message: `${phone} asks ${window.length} times in vain within a minute from ${entry.at}`,
        },
      ]
    }
  }
  return []
}
