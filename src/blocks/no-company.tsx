import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import type { IconName } from '#ui/icon.tsx'

/** The page of a user whose account is not linked to a company; `children` say what there is none of. */
export function NoCompany({ icon, children }: { icon: IconName; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="page">
      <EmptyState standalone icon={icon} title={t`No company`}>
        {children}
      </EmptyState>
    </div>
  )
}
