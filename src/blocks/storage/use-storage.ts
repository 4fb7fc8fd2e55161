import { useCallback, useEffect, useState } from 'react'
import type { StorageRoom } from '#domain/storage/room.ts'

/** How the browser keeps what this app stores. */
export type Storage = {
  /** Whether it promised not to clear it by itself; absent while unknown or where no browser says. */
  readonly persisted: boolean | undefined
  /** What is used and what there is; absent as above. */
  readonly room: StorageRoom | undefined
  /** Asks for the promise; some browsers ask the person, others decide. */
  readonly protect: () => Promise<boolean>
}

async function readRoom(): Promise<StorageRoom | undefined> {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {}
  return usage === undefined || quota === undefined ? undefined : { usage, quota }
}

export function useStorage(): Storage {
  const [persisted, setPersisted] = useState<boolean>()
  const [room, setRoom] = useState<StorageRoom>()
  useEffect(() => {
    let left = false
    const note = async () => {
      const [promised, known] = await Promise.all([navigator.storage?.persisted?.(), readRoom()])
      if (left) return
      setPersisted(promised)
      setRoom(known)
    }
    // A browser that says nothing is one that promises nothing we could show.
    note().catch(() => undefined)
    return () => {
      left = true
    }
  }, [])
  const protect = useCallback(async () => {
    const granted = (await navigator.storage?.persist?.()) ?? false
    setPersisted(granted)
    return granted
  }, [])
  return { persisted, room, protect }
}
