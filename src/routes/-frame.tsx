import type { ReactNode } from 'react'
import { Shell } from '#features/shell/shell.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { Opened } from './-route-context.ts'

const SyncSheet = lazyPart(async () => (await import('#features/sync/sync-sheet.tsx')).SyncSheet)
const CopyOfWork = lazyPart(async () => (await import('#features/sync/copy-of-work.tsx')).CopyOfWork)

/** What stands around every signed-in screen, with the parts that another area lends it. */
export function Frame({ children, ...opened }: Opened & { readonly children: ReactNode }) {
  return (
    <Shell {...opened} syncSheet={SyncSheet} copyOfWork={CopyOfWork}>
      {children}
    </Shell>
  )
}
