import { useCallback, useEffect, useState } from 'react'
import type { StorageUsage } from '#domain/storage/free-space.ts'

/** How the browser keeps what this app stores. */
export type BrowserStorage = {
  /** Whether it promised not to clear it by itself; absent while unknown or where no browser says. */
  readonly persisted: boolean | undefined
  /** What is used and what there is; absent as above. */
  readonly space: StorageUsage | undefined
  /** Asks for the promise; some browsers ask the person, others decide. */
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
    // A browser that says nothing is one that promises nothing we could show.
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
