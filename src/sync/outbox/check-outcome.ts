import * as v from 'valibot'
import { operationResultSchema } from '#contract/sync.ts'
import { updateEntries } from '#data/outbox-entries.ts'
import { isOnlyOnDevice } from '#data/outbox-entry.ts'
import { refreshPending } from '#data/records.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import type { SyncDeps } from '../connection/sync-deps.ts'
import { applyResults } from './apply-result.ts'
import { classifyResult } from './classify-result.ts'
import { listEntriesBehind, unblock } from './dependents.ts'

/** What the server knows about operations with an unknown outcome. */
export type CheckAnswer =
  | { readonly kind: 'answered'; readonly known: number; readonly unknown: number }
  | { readonly kind: 'no-answer' }

/** Whether it may have been executed: it was sent and our server did not answer. */
export function isOutcomeOpen(
  entry: Pick<OutboxEntry, 'firstSentAt' | 'handedOverAt' | 'state' | 'last'>,
): boolean {
  const waits = entry.state === 'queued' || entry.state === 'attention'
  const answered = entry.last?.kind === 'refused' || entry.last?.kind === 'retry'
  return waits && !isOnlyOnDevice(entry) && !answered
}

/**
 * Asks the server for the results of operations that were sent without an answer, and stores what it knows. Nothing
 * is sent again: what the server does not know stays queued as it was.
 */
export async function checkOutcomes(
  account: Account,
  deps: SyncDeps,
  opIds: readonly string[],
): Promise<CheckAnswer> {
  const { db } = account
  const nonce = deps.ports.newId()
  const outcome = await deps.call('sync.ops', { ids: opIds.join(','), nonce })
  if (outcome.kind !== 'answered' || outcome.value.nonce !== nonce) return { kind: 'no-answer' }
  const now = deps.ports.clock.now()
  let known = 0
  for (const raw of outcome.value.known) {
    const parsed = v.safeParse(operationResultSchema, raw)
    if (!parsed.success) continue
    const result = parsed.output
    // The ledger stores final answers only.
    if (result.state === 'retry') continue
    await workTransaction(db, async () => {
      const entry = await db.outbox.where('opId').equals(result.opId).first()
      if (!entry || !isOutcomeOpen(entry)) return
      const classified = classifyResult(entry, result, { now, alone: false, widespread: false })
      if (!classified) return
      const waiting = await listEntriesBehind(db, entry)
      await updateEntries(db, [classified])
      const orderingKeys = [...(await applyResults(db, [{ entry: classified, result }], toInstant(now)))]
      if (classified.state === 'done') orderingKeys.push(...(await unblock(db, waiting)))
      await refreshPending(db, orderingKeys)
      known += 1
    })
  }
  return { kind: 'answered', known, unknown: outcome.value.unknown.length }
}
