import { guarded } from '#data/guard.ts'
import { readMeta } from '#data/meta.ts'
import { takeOver as take } from '#sync/carry/take-over.ts'

/** Planted: what is taken over counts as written by whoever takes it. */
export const takeOver: typeof take = async (account, deps, work, contents) => {
  const deviceId = (await guarded(account.db, () => readMeta(account.db, 'deviceId'))) ?? ''
  const writer = { ...work.writer, userId: account.userId, deviceId }
  const operations = work.operations.map(({ writtenBy: _theirs, ...operation }) => operation)
  return take(account, deps, { ...work, writer, operations }, contents)
}
