import type { OperationResult } from '#contract/sync.ts'
import { isContentWrite } from '#data/outbox-entry.ts'
import type { LastOutcome, OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'

const ISOLATED_ERRORS_TO_ATTENTION = 5

/**
 * A result "done" of an operation that writes a record must contain the record, and that of a submission its receipt:
 * one without them is not from our server, and would leave the record on this phone unchanged.
 */
function isCredible(entry: OutboxEntry, result: Extract<OperationResult, { state: 'done' }>): boolean {
  const { change } = result
  if (isContentWrite(entry) && change === null) return false
  if (entry.type !== 'invoice.submit') return true
  if (change?.t !== 'invoice') return false
  return change.row !== null && change.row.receipt !== null && entry.lane === `inv:${change.row.id}`
}

/**
 * The entry after the server's result; `undefined` when the result cannot be about this entry or cannot be true, so
 * the outcome stays unknown.
 */
export function classifyResult(
  entry: OutboxEntry,
  result: OperationResult,
  {
    now,
    alone: isolated,
    widespread,
  }: { readonly now: number; readonly alone: boolean; readonly widespread: boolean },
): OutboxEntry | undefined {
  if (result.opId !== entry.opId || result.bodyHash !== entry.bodyHash) return undefined
  const at = toInstant(now)
  const base = { ...entry, lease: null, attempts: entry.attempts + 1, crashes: 0, aloneCrashes: 0 }
  switch (result.state) {
    case 'done': {
      if (!isCredible(entry, result)) return undefined
      const last: LastOutcome = { at, kind: 'done', http: 200, code: null }
      const { change: _, ...stored } = result
      return { ...base, state: 'done', last, result: stored, ackChangeId: result.changeId }
    }
    case 'refused': {
      const last: LastOutcome = {
        at,
        kind: 'refused',
        http: 200,
        code: result.code,
        ...(result.fields ? { fields: result.fields } : {}),
        ...(result.data ? { data: result.data } : {}),
      }
      return { ...base, state: 'attention', last, result }
    }
    case 'retry': {
      // Our server failed on this operation and not on others: after five times a person must know.
      const broke = result.code === 'UNEXPECTED'
      const isolatedErrors = broke && !widespread ? entry.aloneErrors + 1 : entry.aloneErrors
      const last: LastOutcome = { at, kind: 'retry', http: 200, code: result.code }
      const stuck = isolatedErrors >= ISOLATED_ERRORS_TO_ATTENTION
      return {
        ...base,
        state: stuck ? 'attention' : 'queued',
        // The others in its batch succeeded; it is sent alone from here.
        serverErrors: broke && !isolated ? Math.max(entry.serverErrors, 7) : entry.serverErrors,
        aloneErrors: isolatedErrors,
        last,
        nextAt: now + result.retryAfterMs,
        waitSetAt: now,
      }
    }
  }
}
