import { useLingui } from '@lingui/react/macro'
import type { AccountingConnection } from '#contract/accounting-endpoints.ts'
import { Pill } from '#ui/pill/pill.tsx'

/** The state of a connection, as icon and word. */
export function ConnectionPill({ state }: Pick<AccountingConnection, 'state'>) {
  const { t } = useLingui()
  switch (state) {
    case 'active':
      return <Pill icon="check" tone="good" status={state}>{t`Connected`}</Pill>
    case 'choosing':
      return <Pill icon="info" tone="info" status={state}>{t`Choose an organization`}</Pill>
    case 'reconnect':
      return <Pill icon="alert" tone="bad" status={state}>{t`The access has ended`}</Pill>
    default:
      return <Pill icon="info" tone="plain" status={state}>{t`Not connected`}</Pill>
  }
}
