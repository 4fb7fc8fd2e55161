import { useLingui } from '@lingui/react/macro'
import { Pill } from '#ui/pill/pill.tsx'

/** Whether an organization may work. */
export function OrganizationPill({ active }: { active: boolean }) {
  const { t } = useLingui()
  return active ? (
    <Pill icon="check" tone="good" status="active">
      {t({ context: 'organization', message: 'Active' })}
    </Pill>
  ) : (
    <Pill icon="ban" tone="bad" status="disabled">
      {t({ context: 'organization', message: 'Disabled' })}
    </Pill>
  )
}
