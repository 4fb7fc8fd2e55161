import { findMetas } from '#data/meta.ts'
import { watch } from '#data/watch.ts'
import { isDisabledCode } from '#domain/permissions/disabled.ts'
import type { Account } from './account.ts'
import type { SessionDeps } from './session-deps.ts'
import { clearLocal, deleteTokens } from './token-store.ts'

/**
 * Ends the session of this page once the tokens of its account are gone: the worker was refused new ones, and a
 * refused session leads to the login (spec §7). A database that was emptied as a whole does not end the session,
 * because it can be restored from local storage. A person or company that the server calls disabled leaves the screen
 * too. Returns the function that stops watching.
 */
export function followSession(deps: SessionDeps, account: Account): () => void {
  const { db } = account
  const startedAt = deps.ports.clock.now()
  let ended = false
  const stop = watch(
    () => findMetas(db, ['session', 'tokens', 'sealed', 'drain']),
    ([session, tokens, sealed, drain]) => {
      const hold = drain?.hold
      // An older answer may be out of date: the first synchronization of this page renews or ends it.
      const disabled = hold ? hold.setAt >= startedAt && isDisabledCode(hold.code) : false
      if (ended || !session || (tokens && !disabled)) return
      ended = true
      if (disabled) leave()
      else if (sealed) lock()
      else void end()
    },
  )

  function lock(): void {
    stop()
    clearLocal(deps, account)
    deps.onEvent('locked')
  }

  /** Unsent work and tokens stay: what waits is sent as soon as the account is enabled again. */
  function leave(): void {
    stop()
    clearLocal(deps, account)
    deps.onEvent('refresh-refused')
  }

  async function end(): Promise<void> {
    stop()
    // The tokens are gone already; this deletes the copy for the screens.
    await deleteTokens(deps, account).catch(() => undefined)
    deps.onEvent('refresh-refused')
  }

  return stop
}
