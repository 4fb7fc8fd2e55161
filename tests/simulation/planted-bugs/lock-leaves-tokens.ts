import { guarded } from '#data/guard.ts'
import { readMeta, writeMeta } from '#data/meta.ts'
import { lockAccount as lock } from '#session/lock-account.ts'

/** Planted: the tokens are sealed, and lie beside the seal as before. */
export const lockAccount: typeof lock = async (deps, account) => {
  const tokens = await guarded(account.db, () => readMeta(account.db, 'tokens'))
  const locked = await lock(deps, account)
  if (locked && tokens) await guarded(account.db, () => writeMeta(account.db, 'tokens', tokens))
  return locked
}
