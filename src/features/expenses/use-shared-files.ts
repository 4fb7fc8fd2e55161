import { useEffect, useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { findMeta } from '#data/meta.ts'
import type { Ports } from '#data/ports.ts'
import { openRegistry, type SharedFile } from '#data/registry.ts'
import { deleteSharedFiles, listSharedFiles } from '#data/shared-files.ts'
import { watch } from '#data/watch.ts'

type Registry = Awaited<ReturnType<typeof openRegistry>>

async function withRegistry<T>(ports: Ports, work: (registry: Registry) => Promise<T>): Promise<T> {
  const registry = await openRegistry(ports)
  try {
    return await work(registry)
  } finally {
    registry.close()
  }
}

/** Files that other apps shared with this phone for this person, and that belong to no expense yet. */
export type SharedFiles = {
  readonly waiting: readonly SharedFile[]
  /** How many were not kept, because too many waited. */
  readonly droppedCount: number
  /** They are now files of the entry, under these hashes; deleted from the shared files once the entry is saved. */
  readonly markAttached: (shared: readonly { readonly n: number; readonly sha256: string }[]) => void
  readonly discard: (ns: readonly number[]) => Promise<void>
}

/** Watches shared files, for the form of a new expense. A phone whose storage cannot be read offers none. */
export function useSharedFiles(enabled: boolean): SharedFiles {
  const { db, account, commands } = useAppContext()
  const { ports } = commands
  const [waiting, setWaiting] = useState<readonly SharedFile[]>([])
  const [droppedCount, setDroppedCount] = useState(0)
  const attachedByHash = useRef(new Map<string, number>())
  useEffect(() => {
    let open = true
    if (!enabled) return undefined
    const list = async (registry: Registry) => {
      const files = await listSharedFiles(registry, account.id)
      if (!open) return
      const dropped = files.filter(({ isDropped }) => isDropped)
      setWaiting(files.filter(({ isDropped }) => !isDropped))
      setDroppedCount(dropped.length)
      const numbers = dropped.map(({ n }) => n)
      await deleteSharedFiles(registry, numbers)
    }
    withRegistry(ports, list).catch(() => undefined)
    return () => {
      open = false
    }
  }, [account, ports, enabled])
  useEffect(() => {
    if (!enabled) return undefined
    // No state: the draft changes while the person types and when the expense is saved, and nothing is rendered for it.
    return watch(
      () => findMeta(db, 'expense-draft'),
      (draft) => {
        const files = draft?.files ?? []
        const persisted = files.flatMap(({ sha256 }) => attachedByHash.current.get(sha256) ?? [])
        if (persisted.length === 0) return
        for (const { sha256 } of files) attachedByHash.current.delete(sha256)
        withRegistry(ports, (registry) => deleteSharedFiles(registry, persisted)).catch(() => undefined)
      },
    )
  }, [db, enabled, ports])
  return {
    waiting,
    droppedCount,
    markAttached: (shared) => {
      for (const { n, sha256 } of shared) attachedByHash.current.set(sha256, n)
      setWaiting((now) => now.filter(({ n }) => !shared.some((one) => one.n === n)))
    },
    discard: async (ns) => {
      setWaiting((now) => now.filter(({ n }) => !ns.includes(n)))
      await withRegistry(ports, (registry) => deleteSharedFiles(registry, ns)).catch(() => undefined)
    },
  }
}
