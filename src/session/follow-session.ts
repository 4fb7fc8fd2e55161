import { findMetas } from '#data/meta.ts'
import { watch } from '#data/watch.ts'
import type { Account } from './account.ts'
import type { SessionDeps } from './session-deps.ts'
import { clearLocal, deleteTokens } from './token-store.ts'

/**
 * Ends the session of this page once the tokens of its account are gone: the worker was refused new ones, and a
 * refused session leads to the login (spec §7). A database that was emptied as a whole does not end the session,
 * because it can be restored from local storage. Returns the function that stops watching.
 */
export function followSession(deps: SessionDeps, account: Account): () => void {
  const { db } = account
  let ended = false
  const stop = watch(
    () => findMetas(db, ['session', 'tokens', 'sealed']),
    ([session, tokens, sealed]) => {
      if (ended || !session || tokens) return
      ended = true
      if (sealed) lock()
      else void end()
    },
  )

  function lock(): void {
    stop()
    clearLocal(deps, account)
    deps.onEvent({ kind: 'locked', accountId: account.id })
  }

  async function end(): Promise<void> {
    stop()
    // The tokens are gone already; this deletes the copy for the screens.
    await deleteTokens(deps, account).catch(() => undefined)
    deps.onEvent({ kind: 'refresh-refused', accountId: account.id })
  }

  return stop
}
