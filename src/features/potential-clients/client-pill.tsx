import { useLingui } from '@lingui/react/macro'
import type { ClientStatus } from '#domain/potential-clients/potential-client.ts'
import { Pill } from '#ui/pill/pill.tsx'

/** The provider's progress with a potential client, as icon and word. */
export function ClientPill({ status }: { readonly status: ClientStatus }) {
  const { t } = useLingui()
  switch (status) {
    case 'new':
      return (
        <Pill icon="clock" tone="warm" status={status}>
          {t({ context: 'potential client', message: 'New' })}
        </Pill>
      )
    case 'contacted':
      return (
        <Pill icon="phone" tone="info" status={status}>
          {t({ context: 'potential client', message: 'Contacted' })}
        </Pill>
      )
    case 'converted':
      return (
        <Pill icon="check" tone="good" status={status}>
          {t({ context: 'potential client', message: 'Registered' })}
        </Pill>
      )
    case 'declined':
      return (
        <Pill icon="ban" tone="bad" status={status}>
          {t({ context: 'potential client', message: 'Declined' })}
        </Pill>
      )
  }
}
