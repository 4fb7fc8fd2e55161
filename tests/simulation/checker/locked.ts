import { databaseName } from '#data/account-database.ts'
import { accountIds } from './account-ids.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'
import { outboxKey } from './transferred.ts'

type Keys = { readonly tokens: boolean; readonly encrypted: boolean }
type Step = { readonly at: number; readonly outbox: string; readonly keys: Keys }

/** Which of the two forms of its tokens each account holds, transaction by transaction. */
function tokenSteps({ history }: RunEvidence): Step[] {
  const steps: Step[] = []
  const keysByOutbox = new Map<string, Keys>()
  for (const [index, entry] of history.entries()) {
    if (entry.kind === 'evicted') {
      for (const outbox of keysByOutbox.keys())
        if (outbox.startsWith(`${entry.phone} `)) keysByOutbox.delete(outbox)
    }
    if (entry.kind !== 'stored' || entry.store !== 'meta') continue
    const outbox = outboxKey(entry)
    const { value, write, at } = entry
    const key =
      write === 'delete' ? value : typeof value === 'object' && value !== null && 'key' in value && value.key
    if (key !== 'tokens' && key !== 'sealed') continue
    const keys = {
      ...(keysByOutbox.get(outbox) ?? { tokens: false, encrypted: false }),
      [key === 'sealed' ? 'encrypted' : 'tokens']: write === 'put',
    }
    keysByOutbox.set(outbox, keys)
    const next = history[index + 1]
    // Writes of one transaction were recorded together.
    const goesOn = next?.kind === 'stored' && next.at === at && outboxKey(next) === outbox
    if (!goesOn) steps.push({ at, outbox, keys })
  }
  return steps
}

/** I7: on a locked phone no token is stored unencrypted, and only the right PIN decrypts it. */
export function checkLocked(evidence: RunEvidence): Violation[] {
  const found: Violation[] = []
  for (const { at, outbox: box, keys } of tokenSteps(evidence)) {
    if (keys.tokens && keys.encrypted) {
      found.push({ invariant: 'I7', message: `${box} is locked, and its tokens lie open at ${at}` })
    }
  }
  for (const entry of evidence.history) {
    if (entry.kind === 'command' && entry.command === 'try a wrong PIN' && entry.outcome === 'kept') {
      found.push({ invariant: 'I7', message: `a wrong PIN opened ${entry.account} on ${entry.phone}` })
    }
  }
  return found
}

export const LOCKING = [
  ...['did set pin', 'did unlock', 'locked', 'wrong PIN', 'PIN ended', 'pushed while locked'],
]

/** What of it happened in one run. */
export function coverageOfLocking(evidence: RunEvidence): string[] {
  const seen: string[] = []
  const { history } = evidence
  for (const entry of history) {
    if (entry.kind !== 'command') continue
    if (entry.command === 'hand on' && entry.outcome === 'locked') seen.push('locked')
    if (entry.command === 'try a wrong PIN' && entry.outcome === 'PIN_WRONG') seen.push('wrong PIN')
    if (entry.command === 'try a wrong PIN' && entry.outcome === 'PIN_ENDED') seen.push('PIN ended')
  }
  if (seen.includes('locked') && pushedWhileLocked(evidence)) seen.push('pushed while locked')
  return seen
}

function pushedWhileLocked(evidence: RunEvidence): boolean {
  const steps = tokenSteps(evidence)
  return evidence.history.some((entry) => {
    if (entry.kind !== 'asked' || entry.bearer !== null || !entry.endpoint.endsWith('/push')) return false
    // Written by `readyPush` of a phone.
    const { userId } = JSON.parse(entry.body) as { userId: string }
    const outbox = outboxKey({ phone: entry.phone, database: databaseName(accountIds.get(userId) ?? '') })
    return steps.findLast((step) => step.outbox === outbox && step.at <= entry.at)?.keys.encrypted ?? false
  })
}
