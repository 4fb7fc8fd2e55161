import { i18n } from '@lingui/core'
import { STORAGE_WORDS } from '#blocks/storage/storage-words.ts'
import { guarded } from '#data/guard.ts'
import { readMeta, writeMeta } from '#data/meta.ts'
import { countPending } from '#data/outbox-entries.ts'
import { watch } from '#data/watch.ts'
import { judgeRoom } from '#domain/storage/room.ts'
import type { Account } from '#session/account.ts'
import { useInstallation } from '#ui/installation.ts'
import { environment } from './environment.ts'
import { showPolitely } from './show-politely.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

const isInstalled = () => useInstallation.getState().way === 'installed'

/** Asks the browser once, ever, to keep what this app stores, and says what it answered. */
async function askToKeep({ db }: Account): Promise<void> {
  const storage = navigator.storage
  if (!storage?.persist || (await storage.persisted())) return
  if (await guarded(db, () => readMeta(db, 'storage-asked'))) return
  await guarded(db, () => writeMeta(db, 'storage-asked', true))
  const granted = await storage.persist()
  const words = granted ? STORAGE_WORDS.granted : STORAGE_WORDS.refused
  await showPolitely(i18n._(words), granted ? 'good' : 'bad')
}

/** Says once a day that the phone is nearly full, while there is still time to do something. */
async function lookForRoom({ db }: Account): Promise<void> {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {}
  if (usage === undefined || quota === undefined) return
  const standing = judgeRoom({ usage, quota })
  if (standing === 'plenty') return
  const now = environment.clock.now()
  const told = await guarded(db, () => readMeta(db, 'room-told'))
  // A clock that went back tells again.
  if (told !== undefined && told <= now && now - told < DAY_MS) return
  await guarded(db, () => writeMeta(db, 'room-told', now))
  await showPolitely(i18n._(STORAGE_WORDS[standing]), 'bad')
}

/**
 * Watches over what this phone keeps: asks that it is never cleared, when the app is installed or, in an installed
 * one, with the first sale that waits (a browser grants it sooner to an app that is used); and warns before the phone
 * is full. Gives the function that stops it.
 */
export function guardStorage(account: Account): () => void {
  const stopped = new AbortController()
  let asked = false
  let stopWatching = () => {}
  const ask = () => {
    if (asked) return
    asked = true
    stopWatching()
    askToKeep(account).catch(() => undefined)
  }
  const stopInstall = useInstallation.subscribe((now, before) => {
    if (now.way === 'installed' && before.way !== 'installed') ask()
  })
  if (isInstalled()) {
    stopWatching = watch(
      () => countPending(account.db),
      (count) => {
        if (count > 0) ask()
      },
    )
  }
  const look = async () => {
    while (!stopped.signal.aborted) {
      await lookForRoom(account).catch(() => undefined)
      await environment.wait(HOUR_MS, stopped.signal)
    }
  }
  void look()
  return () => {
    stopped.abort()
    stopInstall()
    stopWatching()
  }
}
