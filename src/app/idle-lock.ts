import { readMeta } from '#data/meta.ts'
import { watch } from '#data/watch.ts'
import { type IdleMinutes, isAway } from '#domain/pin/idle-rule.ts'
import type { Account } from '#session/account.ts'
import { lockIfAway, noteActive } from '#session/lock-account.ts'
import type { SessionDeps } from '#session/session-deps.ts'

/** How often it is looked whether the person has gone. */
const LOOK_MS = 5_000
/** How often the other tabs, and an app that is started again, are told that the person is here. */
const TELL_MS = 10_000

/**
 * Locks this page once its person has been away for as long as they chose. A touch counts only after it was asked how
 * long ago the one before it was: whoever wakes a phone that slept finds it locked. Gives the function that stops it.
 */
export function startIdleLock(deps: SessionDeps, account: Account): () => void {
  const { clock } = deps.ports
  let minutes: IdleMinutes | null = null
  let touchedAt = clock.now()
  let toldAt = 0
  let stopped = false

  function tell(): Promise<void> {
    toldAt = touchedAt
    return noteActive(account, touchedAt)
  }

  /** Whether it is locked now. Another tab may have been touched meanwhile; that one told it. */
  async function look(): Promise<boolean> {
    if (minutes === null || stopped || !isAway(touchedAt, clock.now(), minutes)) return false
    return lockIfAway(deps, account)
  }

  function count(): void {
    touchedAt = clock.now()
    if (Math.abs(touchedAt - toldAt) >= TELL_MS) quietly(tell())
  }

  function touched(): void {
    if (minutes === null) return
    if (!isAway(touchedAt, clock.now(), minutes)) count()
    else quietly(look().then((locked) => (locked || stopped ? undefined : count())))
  }

  function shownOrHidden(): void {
    if (document.visibilityState === 'visible') quietly(look())
    else if (minutes !== null && touchedAt > toldAt) quietly(tell())
  }

  // Storage that fails locks nothing; what cannot be kept is said where something is to be kept.
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)

  const stopWatching = watch(
    () => readMeta(account.db, 'pin'),
    (pin) => {
      if (pin && minutes === null) touchedAt = clock.now()
      minutes = pin?.idleMinutes ?? null
    },
  )
  const timer = setInterval(() => quietly(look()), LOOK_MS)
  const touches = ['pointerdown', 'keydown', 'wheel'] as const
  for (const name of touches) addEventListener(name, touched, { capture: true, passive: true })
  addEventListener('pageshow', shownOrHidden)
  document.addEventListener('visibilitychange', shownOrHidden)
  return () => {
    stopped = true
    stopWatching()
    clearInterval(timer)
    for (const name of touches) removeEventListener(name, touched, { capture: true })
    removeEventListener('pageshow', shownOrHidden)
    document.removeEventListener('visibilitychange', shownOrHidden)
  }
}
