import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import { findMeta } from '#data/meta.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { useAppContext } from './app-context.ts'

/** The text of an empty list; while the company's records are still being fetched, it says so. */
export function EmptyOrFetching({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const firstPullDone = useLiveQuery(async () => (await findMeta(db, 'first-pull-done')) ?? false, [db])
  if (firstPullDone === undefined) return null
  if (firstPullDone) return children
  return (
    <EmptyState icon="refresh" title={t`Loading your data`}>
      {t`Your company's data is still loading. You can keep selling.`}
    </EmptyState>
  )
}
