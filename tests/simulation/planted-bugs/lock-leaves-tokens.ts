import { findMeta, upsertMeta } from '#data/meta.ts'
import { withReconnect } from '#data/with-reconnect.ts'
import { lockAccount as lock } from '#session/lock-account.ts'

/** Planted: the tokens are encrypted, and the plain ones stay beside them. */
export const lockAccount: typeof lock = async (deps, account) => {
  const tokens = await withReconnect(account.db, () => findMeta(account.db, 'tokens'))
  const locked = await lock(deps, account)
  if (locked && tokens) await withReconnect(account.db, () => upsertMeta(account.db, 'tokens', tokens))
  return locked
}
