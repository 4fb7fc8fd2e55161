import { findMeta } from '#data/meta.ts'
import { watch } from '#data/watch.ts'
import { type IdleMinutes, isIdle } from '#domain/pin/idle-rule.ts'
import type { Account } from '#session/account.ts'
import { lockAfterIdle, updateActiveAt } from '#session/lock-account.ts'
import type { SessionDeps } from '#session/session-deps.ts'

/** How often inactivity is checked. */
const CHECK_MS = 5_000
/** How often this tab reports the person's activity to other tabs and to a later start of the app. */
const SHARE_ACTIVITY_MS = 10_000

/**
 * Locks this page after the person was inactive for as long as they chose. On each touch the time since the previous
 * one is checked first, so a phone that wakes from sleep is locked. Returns the function that stops it.
 */
export function startIdleLock(deps: SessionDeps, account: Account): () => void {
  const { clock } = deps.ports
  let minutes: IdleMinutes | null = null
  let lastActiveAt = clock.now()
  let lastSharedAt = 0
  let stopped = false

  function shareActivity(): Promise<void> {
    lastSharedAt = lastActiveAt
    return updateActiveAt(account, lastActiveAt)
  }

  /** Whether it is locked now. Activity in another tab counts: that tab has shared it with this one. */
  async function lockIfIdle(): Promise<boolean> {
    if (minutes === null || stopped || !isIdle(lastActiveAt, clock.now(), minutes)) return false
    return lockAfterIdle(deps, account)
  }

  function recordActivity(): void {
    lastActiveAt = clock.now()
    if (Math.abs(lastActiveAt - lastSharedAt) >= SHARE_ACTIVITY_MS) ignoreErrors(shareActivity())
  }

  function onInput(): void {
    if (minutes === null) return
    if (!isIdle(lastActiveAt, clock.now(), minutes)) recordActivity()
    else ignoreErrors(lockIfIdle().then((locked) => (locked || stopped ? undefined : recordActivity())))
  }

  function onVisibilityChange(): void {
    if (document.visibilityState === 'visible') ignoreErrors(lockIfIdle())
    else if (minutes !== null && lastActiveAt > lastSharedAt) ignoreErrors(shareActivity())
  }

  // A storage failure must not lock the page; it is reported where data is saved.
  const ignoreErrors = (work: Promise<unknown>) => void work.catch(() => undefined)

  const stopWatching = watch(
    () => findMeta(account.db, 'pin'),
    (pin) => {
      if (pin && minutes === null) lastActiveAt = clock.now()
      minutes = pin?.idleMinutes ?? null
    },
  )
  const timer = setInterval(() => ignoreErrors(lockIfIdle()), CHECK_MS)
  const inputEvents = ['pointerdown', 'keydown', 'wheel'] as const
  for (const name of inputEvents) addEventListener(name, onInput, { capture: true, passive: true })
  addEventListener('pageshow', onVisibilityChange)
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    stopped = true
    stopWatching()
    clearInterval(timer)
    for (const name of inputEvents) removeEventListener(name, onInput, { capture: true })
    removeEventListener('pageshow', onVisibilityChange)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}
