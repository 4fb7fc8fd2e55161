import { useLingui } from '@lingui/react/macro'
import type { CompanyRow } from '#contract/administration.ts'
import { Pill } from '#ui/pill/pill.tsx'

type Props = { readonly company: Pick<CompanyRow, 'active' | 'blockedByTra' | 'registered'> }

/** The status of a company; the most serious obstacle comes first. */
export function CompanyPill({ company }: Props) {
  const { t } = useLingui()
  if (!company.active) {
    return (
      <Pill icon="ban" tone="bad" status="disabled">
        {t({ context: 'company', message: 'Disabled' })}
      </Pill>
    )
  }
  if (company.blockedByTra) {
    return (
      <Pill icon="alert" tone="bad" status="blocked">
        {t`Blocked by TRA`}
      </Pill>
    )
  }
  if (!company.registered) {
    return (
      <Pill icon="key" tone="warm" status="unregistered">
        {t`Not registered`}
      </Pill>
    )
  }
  return (
    <Pill icon="check" tone="good" status="active">
      {t({ context: 'company', message: 'Active' })}
    </Pill>
  )
}
