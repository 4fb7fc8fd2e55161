import { useCallback, useEffect, useState } from 'react'
import type { StorageUsage } from '#domain/storage/free-space.ts'

/** How the browser stores this app's data. */
export type BrowserStorage = {
  /** Whether it promised never to clear them by itself; absent while unknown or where the browser does not say. */
  readonly persisted: boolean | undefined
  /** Used and available space; absent as above. */
  readonly space: StorageUsage | undefined
  /** Requests the promise; some browsers ask the person, others decide. */
  readonly requestPersistence: () => Promise<boolean>
}

async function readSpace(): Promise<StorageUsage | undefined> {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {}
  return usage === undefined || quota === undefined ? undefined : { usage, quota }
}

export function useStorage(): BrowserStorage {
  const [persisted, setPersisted] = useState<boolean>()
  const [space, setRoom] = useState<StorageUsage>()
  useEffect(() => {
    let unmounted = false
    const readState = async () => {
      const [isPersisted, currentSpace] = await Promise.all([navigator.storage?.persisted?.(), readSpace()])
      if (unmounted) return
      setPersisted(isPersisted)
      setRoom(currentSpace)
    }
    // A browser that does not answer promises nothing that could be shown.
    readState().catch(() => undefined)
    return () => {
      unmounted = true
    }
  }, [])
  const requestPersistence = useCallback(async () => {
    const granted = (await navigator.storage?.persist?.()) ?? false
    setPersisted(granted)
    return granted
  }, [])
  return { persisted, space, requestPersistence }
}
