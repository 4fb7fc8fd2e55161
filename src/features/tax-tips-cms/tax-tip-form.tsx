import { useLingui } from '@lingui/react/macro'
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { DateField } from '#blocks/date-field/date-field.tsx'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import type { TaxTip } from '#contract/tax-tips.ts'
import { checkTaxTip, type TaxTipForm as WrittenTip } from '#domain/tax-tips/tax-tip.ts'
import { usePorts } from '#ui/ports.ts'

type Props = {
  /** The tip that is changed; without one a new one is written. */
  readonly tip?: TaxTip
  readonly onSaved: (tip: TaxTip) => void
}

/** Writes a tax tip in both languages. */
export function TaxTipForm({ tip, onSaved }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const today = useToday()
  const { newId } = usePorts()
  const [id] = useState(() => tip?.id ?? newId())
  const { day = today, titleEn = '', textEn = '', titleSw = '', textSw = '' } = tip ?? {}
  const initial: WrittenTip = { day, titleEn, textEn, titleSw, textSw }
  const form = useServerForm({
    initial,
    check: checkTaxTip,
    send: (fields) => call('tax-tips.save', { id, fields }),
    onDone: onSaved,
  })
  return (
    <ServerFormFrame of={form} action={t`Save`} failure={t`The tip was not saved`}>
      <DateField
        label={t`Date`}
        value={form.form.day}
        onChange={(chosen) => form.change({ day: chosen })}
        error={form.errorAt('day')}
        today={today}
        withAsterisk
      />
      <TextInput label={t`Title in English`} lang="en" withAsterisk {...form.textField('titleEn')} />
      <Textarea
        label={t`Text in English`}
        description={t`An empty line begins a new paragraph.`}
        lang="en"
        autosize
        minRows={4}
        withAsterisk
        {...form.textField('textEn')}
      />
      <TextInput label={t`Title in Kiswahili`} lang="sw" withAsterisk {...form.textField('titleSw')} />
      <Textarea
        label={t`Text in Kiswahili`}
        lang="sw"
        autosize
        minRows={4}
        withAsterisk
        {...form.textField('textSw')}
      />
    </ServerFormFrame>
  )
}
