import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useRef, useState } from 'react'
import { readMeta } from '#data/meta.ts'
import type { Ports } from '#data/ports.ts'
import { openRegistry, type SharedFile } from '#data/registry.ts'
import { dropShared, listShared } from '#data/shared-files.ts'
import { useWorkplace } from '../workplace.ts'

type Registry = Awaited<ReturnType<typeof openRegistry>>

async function withRegistry<T>(ports: Ports, work: (registry: Registry) => Promise<T>): Promise<T> {
  const registry = await openRegistry(ports)
  try {
    return await work(registry)
  } finally {
    registry.close()
  }
}

/** What other apps shared with this phone and nobody has taken yet. */
export type SharedFiles = {
  readonly waiting: readonly SharedFile[]
  /** They are now files of the entry, under these hashes; forgotten once the entry is kept on the phone. */
  readonly taken: (shared: readonly { readonly n: number; readonly sha256: string }[]) => void
  readonly drop: (ns: readonly number[]) => Promise<void>
}

/** Follows what was shared, for the form of a new expense. A phone that cannot read it has nothing to offer. */
export function useSharedFiles(wanted: boolean): SharedFiles {
  const { db, commands } = useWorkplace()
  const { ports } = commands
  const [waiting, setWaiting] = useState<readonly SharedFile[]>([])
  const owed = useRef(new Map<string, number>())
  const draft = useLiveQuery(() => (wanted ? readMeta(db, 'expense-draft') : undefined), [db, wanted])
  useEffect(() => {
    let open = true
    if (!wanted) return undefined
    withRegistry(ports, listShared).then(
      (files) => {
        if (open) setWaiting(files)
      },
      () => undefined,
    )
    return () => {
      open = false
    }
  }, [ports, wanted])
  useEffect(() => {
    const kept = (draft?.files ?? []).flatMap(({ sha256 }) => owed.current.get(sha256) ?? [])
    if (kept.length === 0) return
    for (const { sha256 } of draft?.files ?? []) owed.current.delete(sha256)
    withRegistry(ports, (registry) => dropShared(registry, kept)).catch(() => undefined)
  }, [draft, ports])
  return {
    waiting,
    taken: (shared) => {
      for (const { n, sha256 } of shared) owed.current.set(sha256, n)
      setWaiting((now) => now.filter(({ n }) => !shared.some((one) => one.n === n)))
    },
    drop: async (ns) => {
      setWaiting((now) => now.filter(({ n }) => !ns.includes(n)))
      await withRegistry(ports, (registry) => dropShared(registry, ns)).catch(() => undefined)
    },
  }
}
