import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ClientStatus } from '#domain/potential-clients/potential-client.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { IconName } from '#ui/icon.tsx'
import { Pill, type PillTone } from '#ui/pill/pill.tsx'

const PILLS: Record<ClientStatus, readonly [IconName, PillTone, MessageDescriptor]> = {
  new: ['clock', 'warm', msg({ context: 'potential client', message: 'New' })],
  contacted: ['phone', 'info', msg({ context: 'potential client', message: 'Contacted' })],
  converted: ['check', 'good', msg({ context: 'potential client', message: 'Registered' })],
  declined: ['ban', 'bad', msg({ context: 'potential client', message: 'Declined' })],
}

/** The provider's progress with a potential client, as icon and word. */
export function ClientPill({ status }: { readonly status: ClientStatus }) {
  const translate = useTranslate()
  const [icon, tone, name] = PILLS[status]
  return (
    <Pill icon={icon} tone={tone} status={status}>
      {translate(name)}
    </Pill>
  )
}
