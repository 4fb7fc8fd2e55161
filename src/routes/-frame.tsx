import type { ReactNode } from 'react'
import { Shell } from '#features/shell/shell.tsx'
import { loadScreenMessages } from '#i18n/language.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { OpenedAccount } from './-route-context.ts'

const SyncSheet = lazyComponent(async () => {
  const [sheet] = await Promise.all([import('#features/sync/sync-sheet.tsx'), loadScreenMessages()])
  return sheet.SyncSheet
})
const CopyOfWork = lazyComponent(async () => {
  const [copy] = await Promise.all([import('#features/sync/unsent-copy.tsx'), loadScreenMessages()])
  return copy.UnsentCopy
})

/** The shell around every signed-in screen, with the parts that it takes from another feature. */
export function Frame({ children, ...opened }: OpenedAccount & { readonly children: ReactNode }) {
  return (
    <Shell {...opened} syncSheet={SyncSheet} unsentCopy={CopyOfWork}>
      {children}
    </Shell>
  )
}
