import { useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import type { Reissuable } from '#contract/receipt-endpoints.ts'
import { checkReissue } from '#domain/receipts/reissue.ts'
import { usePorts } from '#ui/ports.ts'

type Props = {
  readonly of: { readonly companyId: string; readonly id: string }
  readonly onGiven: (receipt: Reissuable) => void
}

/** Asks why a copy is given out; the answer is kept in the audit trail. */
export function CopyForm({ of, onGiven }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const { newId } = usePorts()
  // Sent again after a lost answer, it is the same copy.
  const [reissueId] = useState(newId)
  const form = useServerForm({
    initial: { reason: '' },
    check: checkReissue,
    send: ({ reason }) => call('receipts.reissue', { ...of, reissueId, reason }),
    onDone: onGiven,
  })
  return (
    <ServerFormFrame of={form} action={t`Give out a copy`} card>
      <Textarea
        label={t`Reason`}
        description={t`For example: the customer lost the original. It is kept with your name.`}
        withAsterisk
        rows={2}
        {...form.textField('reason')}
      />
    </ServerFormFrame>
  )
}
