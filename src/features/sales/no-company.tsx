import { useLingui } from '@lingui/react/macro'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'

/** For administrators: they have no shop whose sales could be shown. */
export function NoCompany() {
  const { t } = useLingui()
  return (
    <div className="page">
      <EmptyState standalone icon="paper" title={t`No company`}>
        {t`Your account is not linked to a company, so there are no sales to show.`}
      </EmptyState>
    </div>
  )
}
