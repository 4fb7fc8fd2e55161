import type { CallOutcome } from '#api/failure.ts'
import type { PushAnswer } from '#contract/sync.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import type { Contact } from '#data/meta.ts'
import { listEntriesInState } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'

/** So many records cannot all be at fault. */
const MANY = 3
/** Enough entries to contain that many records. */
const LOOKED_AT = 200

const UNEXPECTED = 'UNEXPECTED'

function isUnexpected(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'code' in result && result.code === UNEXPECTED
}

/**
 * Whether the unexpected error of an attempt is the server's own fault: operations of many records met one, and the
 * server has executed or refused no operation of this phone since. Such an error refuses no operation, whatever the
 * server answers.
 */
export async function isWidespread(
  db: AccountDatabase,
  outcome: CallOutcome<PushAnswer>,
  sent: readonly OutboxEntry[],
  { lastResultAt = '' }: Contact,
): Promise<boolean> {
  const failed =
    outcome.kind === 'answered'
      ? outcome.value.results.length > 0 && outcome.value.results.every(isUnexpected)
      : outcome.kind === 'refused' && outcome.status >= 500
  if (!failed) return false
  const queued = await listEntriesInState(db, 'queued', LOOKED_AT)
  // The next batch may be under way; its entries still have the result of their last attempt.
  const sending = await listEntriesInState(db, 'sending', LOOKED_AT)
  const met = [...queued, ...sending].filter(({ last }) => {
    return last !== null && last.code === UNEXPECTED && last.kind !== 'refused' && last.at > lastResultAt
  })
  return new Set([...sent, ...met].map(({ lane }) => lane)).size >= MANY
}
