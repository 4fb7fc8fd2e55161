import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import { readMeta } from '#data/meta.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { useWorkplace } from './workplace.ts'

/** What an empty list says; on a phone that has not fetched the company's records yet, that they are on their way. */
export function NothingYet({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const { db } = useWorkplace()
  const fetched = useLiveQuery(async () => (await readMeta(db, 'first-pull-done')) ?? false, [db])
  if (fetched === undefined) return null
  if (fetched) return children
  return (
    <EmptyState icon="refresh" title={t`Loading your data`}>
      {t`Your company's data is still loading. You can keep selling.`}
    </EmptyState>
  )
}
