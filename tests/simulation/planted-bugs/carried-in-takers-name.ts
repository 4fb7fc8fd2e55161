import { findMeta } from '#data/meta.ts'
import { withReconnect } from '#data/with-reconnect.ts'
import { importUnsent as take } from '#sync/transfer/import-unsent.ts'

/** Planted: transferred work counts as written by the user who imports it. */
export const importUnsent: typeof take = async (account, deps, work, contents) => {
  const deviceId = (await withReconnect(account.db, () => findMeta(account.db, 'deviceId'))) ?? ''
  const writer = { ...work.writer, userId: account.userId, deviceId }
  const operations = work.operations.map(({ writtenBy: _theirs, ...operation }) => operation)
  return take(account, deps, { ...work, writer, operations }, contents)
}
