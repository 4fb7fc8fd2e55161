import * as v from 'valibot'
import type { CallOutcome, Refused } from '#api/failure.ts'
import { type OperationResult, operationResultSchema, type PushAnswer } from '#contract/sync.ts'
import type { LastOutcome, OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { NextAction } from '../connection/next-action.ts'
import { requestedDelay, retryDelay } from '../connection/retry-delay.ts'
import { classifyResult } from './classify-result.ts'

export type Attempt = {
  readonly outcome: CallOutcome<PushAnswer>
  /** The nonce of our request: an answer without it belongs to another request. */
  readonly nonce: string
  /** The entries of the request that still have its lease. */
  readonly entries: readonly OutboxEntry[]
  /** How many operations the request had. */
  readonly size: number
  /**
   * Many operations got an unexpected error since the server last executed one: the server is at fault, and the
   * errors are not counted.
   */
  readonly widespread?: boolean
  /** Attempts without success before this one. */
  readonly failures: number
  readonly now: number
  readonly random: number
}

export type AfterAttempt = {
  readonly entries: readonly OutboxEntry[]
  /** Final answers, for the caller to apply to the records. */
  readonly results: readonly { readonly entry: OutboxEntry; readonly result: OperationResult }[]
  readonly nextAction: NextAction
}

const ISOLATED_ERRORS_TO_ATTENTION = 5
/** The server serves no request now: too many requests, unavailable, or no space on its disk. */
const AWAY_STATUSES: ReadonlySet<number> = new Set([429, 503, 507])

function backToQueue(entry: OutboxEntry, last: LastOutcome, change: Partial<OutboxEntry> = {}): OutboxEntry {
  // Page or worker survived it: crashes are counted in a row.
  return { ...entry, state: 'queued', lease: null, last, crashes: 0, aloneCrashes: 0, ...change }
}

/** Reads the results of an answer by operation; two different ones for the same operation count as none. */
function resultsByOperation(results: readonly unknown[]): Map<string, OperationResult> {
  const found = new Map<string, OperationResult>()
  const contradictory = new Set<string>()
  for (const raw of results) {
    const parsed = v.safeParse(operationResultSchema, raw)
    if (!parsed.success) continue
    const result = parsed.output
    const known = found.get(result.opId)
    if (known && JSON.stringify(known) !== JSON.stringify(result)) contradictory.add(result.opId)
    found.set(result.opId, result)
  }
  for (const opId of contradictory) found.delete(opId)
  return found
}

function afterAnswer(attempt: Attempt, answer: PushAnswer): AfterAttempt {
  const { now, entries } = attempt
  const results = resultsByOperation(answer.results)
  const at = toInstant(now)
  const settled: { entry: OutboxEntry; result: OperationResult }[] = []
  const after = entries.map((entry) => {
    const result = results.get(entry.opId)
    const classified =
      result &&
      classifyResult(entry, result, {
        now,
        alone: attempt.size === 1,
        widespread: attempt.widespread === true,
      })
    if (!result || !classified) {
      const last: LastOutcome = { at, kind: 'unknown', http: 200, code: 'ANSWER_UNREADABLE' }
      return backToQueue(entry, last)
    }
    if (classified.state === 'done' || classified.state === 'attention')
      settled.push({ entry: classified, result })
    return classified
  })
  const answeredAny = after.some((entry) => entry.last?.kind !== 'unknown')
  const nextAction: NextAction =
    answeredAny || entries.length === 0
      ? { kind: 'go-on' }
      : {
          kind: 'wait',
          ms: Math.max(1_000, retryDelay(attempt.failures, attempt.random)),
          requestedByServer: false,
          online: true,
        }
  return { entries: after, results: settled, nextAction }
}

/** Answers about the account or the version, not about the operations. */
function accountAction(refused: Refused): NextAction | undefined {
  switch (refused.status) {
    case 401:
      return { kind: 'unauthorized', code: refused.code }
    case 403:
      if (refused.code === 'GRANT_REFUSED') return { kind: 'unauthorized', code: refused.code }
      return refused.code === 'PASSWORD_CHANGE_REQUIRED'
        ? { kind: 'hold', paused: { kind: 'login', code: refused.code } }
        : { kind: 'hold', paused: { kind: 'company', code: refused.code } }
    case 404:
    case 410:
    case 426:
      return { kind: 'hold', paused: { kind: 'upgrade', code: 'UPGRADE_REQUIRED' } }
    default:
      return undefined
  }
}

function afterWholeRefusal(attempt: Attempt, refused: Refused): AfterAttempt {
  const { entries, now, random, failures, size } = attempt
  const at = toInstant(now)
  const outcomeOf = (kind: LastOutcome['kind']): LastOutcome => {
    return { at, kind, http: refused.status, code: refused.code }
  }
  const accountWide = accountAction(refused)
  if (accountWide) {
    return {
      entries: entries.map((entry) => backToQueue(entry, outcomeOf('held'))),
      results: [],
      nextAction: accountWide,
    }
  }
  if (refused.status === 409) {
    // An earlier request with the same operations is still being executed on the server.
    const ms = 1_000 + Math.floor(random * 1_000)
    return {
      entries: entries.map((entry) => backToQueue(entry, outcomeOf('retry'))),
      results: [],
      nextAction: { kind: 'wait', ms, requestedByServer: false, online: true },
    }
  }
  if (AWAY_STATUSES.has(refused.status)) {
    const serverRetryAfterMs = refused.retryAfterMs
    const ms =
      serverRetryAfterMs === null
        ? Math.max(1_000, retryDelay(failures, random))
        : requestedDelay(serverRetryAfterMs, random)
    return {
      entries: entries.map((entry) => backToQueue(entry, outcomeOf('retry'))),
      results: [],
      nextAction: { kind: 'wait', ms, requestedByServer: serverRetryAfterMs !== null, online: true },
    }
  }
  const isolated = size === 1
  if (refused.status < 500) {
    // 413, 422, 400: the request will never be accepted as it is. Halve it; a single operation needs a person.
    return {
      entries: entries.map((entry) =>
        isolated
          ? {
              ...entry,
              state: 'attention',
              lease: null,
              attempts: entry.attempts + 1,
              last: outcomeOf('held'),
            }
          : backToQueue(entry, outcomeOf('unknown'), { serverErrors: Math.max(2, entry.serverErrors) + 1 }),
      ),
      results: [],
      nextAction: { kind: 'split' },
    }
  }
  return {
    entries: entries.map((entry) => {
      const isolatedErrors =
        isolated && attempt.widespread !== true ? entry.aloneErrors + 1 : entry.aloneErrors
      const counted = { serverErrors: entry.serverErrors + 1, aloneErrors: isolatedErrors }
      return isolatedErrors >= ISOLATED_ERRORS_TO_ATTENTION
        ? { ...entry, ...counted, state: 'attention', lease: null, last: outcomeOf('unknown') }
        : backToQueue(entry, outcomeOf('unknown'), counted)
    }),
    results: [],
    nextAction: { kind: 'wait', ms: retryDelay(failures, random), requestedByServer: false, online: true },
  }
}

/**
 * What one attempt does to its entries and to the account, for every possible answer. An entry leaves the queue only
 * for a valid answer of our own server; after anything else the same bytes are sent again under the same id.
 */
export function afterAttempt(attempt: Attempt): AfterAttempt {
  const { outcome, entries, now, random, failures } = attempt
  const unknown = (code: string, http: number | null): OutboxEntry[] =>
    entries.map((entry) => backToQueue(entry, { at: toInstant(now), kind: 'unknown', http, code }))
  const ms = retryDelay(failures, random)
  switch (outcome.kind) {
    case 'answered':
      return outcome.value.nonce === attempt.nonce
        ? afterAnswer(attempt, outcome.value)
        : {
            entries: unknown('NETWORK_PORTAL', 200),
            results: [],
            nextAction: { kind: 'probe', status: 200, ms },
          }
    case 'refused':
      return afterWholeRefusal(attempt, outcome)
    case 'unreachable':
    case 'too-slow': {
      const code = outcome.kind === 'too-slow' ? 'NETWORK_TOO_SLOW' : 'NETWORK_UNREACHABLE'
      return {
        entries: unknown(code, null),
        results: [],
        nextAction: { kind: 'wait', ms, requestedByServer: false, online: false },
      }
    }
    case 'unreadable':
      return {
        entries: unknown('NETWORK_PORTAL', outcome.status),
        results: [],
        nextAction: { kind: 'probe', status: outcome.status, ms },
      }
  }
}
