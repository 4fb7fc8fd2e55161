import { i18n } from '@lingui/core'
import { STORAGE_MESSAGES } from '#blocks/storage/storage-messages.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { countPending } from '#data/outbox-entries.ts'
import { watch } from '#data/watch.ts'
import { classifyFreeSpace } from '#domain/storage/free-space.ts'
import type { Account } from '#session/account.ts'
import { useInstallation } from '#ui/installation.ts'
import { pagePorts } from './page-ports.ts'
import { queueToast } from './queue-toast.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

const isInstalled = () => useInstallation.getState().method === 'installed'

/** Asks the browser, once ever, never to clear what this app stores, and shows the answer. */
async function requestPersistence({ db }: Account): Promise<void> {
  const storage = navigator.storage
  if (!storage?.persist || (await storage.persisted())) return
  if (await findMeta(db, 'storage-asked')) return
  await upsertMeta(db, 'storage-asked', true)
  const granted = await storage.persist()
  const message = granted ? STORAGE_MESSAGES.granted : STORAGE_MESSAGES.refused
  await queueToast(i18n._(message), granted ? 'good' : 'bad')
}

/** Warns once a day that the phone is nearly full, while there is still time to act. */
async function warnIfNearlyFull({ db }: Account): Promise<void> {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {}
  if (usage === undefined || quota === undefined) return
  const level = classifyFreeSpace({ usage, quota })
  if (level === 'plenty') return
  const now = pagePorts.clock.now()
  const lastWarnedAt = await findMeta(db, 'room-told')
  // After a clock that went back, warn again.
  if (lastWarnedAt !== undefined && lastWarnedAt <= now && now - lastWarnedAt < DAY_MS) return
  await upsertMeta(db, 'room-told', now)
  await queueToast(i18n._(STORAGE_MESSAGES[level]), 'bad')
}

/**
 * Protects what this phone stores: asks the browser never to clear it, when the app is installed or, in an installed
 * one, with the first sale that waits (a browser agrees sooner for an app that is used); and warns before the phone
 * is full. Returns the function that stops it.
 */
export function monitorStorage(account: Account): () => void {
  const stopped = new AbortController()
  let requested = false
  let stopWatching = () => {}
  const requestOnce = () => {
    if (requested) return
    requested = true
    stopWatching()
    requestPersistence(account).catch(() => undefined)
  }
  const stopInstall = useInstallation.subscribe((now, before) => {
    if (now.method === 'installed' && before.method !== 'installed') requestOnce()
  })
  if (isInstalled()) {
    stopWatching = watch(
      () => countPending(account.db),
      (count) => {
        if (count > 0) requestOnce()
      },
    )
  }
  const checkHourly = async () => {
    while (!stopped.signal.aborted) {
      await warnIfNearlyFull(account).catch(() => undefined)
      await pagePorts.wait(HOUR_MS, stopped.signal)
    }
  }
  void checkHourly()
  return () => {
    stopped.abort()
    stopInstall()
    stopWatching()
  }
}
