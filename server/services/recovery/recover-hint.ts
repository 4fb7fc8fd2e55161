import type { PullAnswer } from '#contract/sync.ts'
import { listHolds } from '../../storage/fiscal/numbering-holds.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'

/**
 * What a phone whose cursor is of another epoch has to return: everything since the oldest restore that it has not
 * seen. `undefined` when the server never was restored.
 */
export async function recoverHint(
  db: Db,
  scope: CompanyScope,
  cursorEpoch: string,
): Promise<PullAnswer['recover']> {
  const holds = await listHolds(db, scope)
  const seen = holds.findLastIndex((hold) => hold.epoch === cursorEpoch)
  const unseen = holds.slice(seen + 1)
  const latest = unseen.at(-1)
  if (latest === undefined) return undefined
  const since = unseen.map((hold) => hold.backupAt).toSorted()[0] ?? latest.backupAt
  return { epoch: latest.epoch, fromGc: Math.min(...unseen.map((hold) => hold.fromGc)), since }
}
