import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { validateEnteredCode } from '#domain/expenses/entered-code.ts'
import type { ReadReceiptCode } from '#domain/expenses/receipt-code.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useFieldErrors } from '#ui/use-field-errors.tsx'

const NOTHING: readonly FieldRefusal<string>[] = []

type Props = {
  readonly onRead: (read: ReadReceiptCode) => void
  readonly onClose: () => void
}

/** The code of a receipt and its time, as printed on it: the authority needs both. */
export function CodeSheet({ onRead, onClose }: Props) {
  const { t } = useLingui()
  const { session } = useAppContext()
  const [code, setCode] = useState('')
  const [time, setTime] = useState('')
  const [refusals, setRefusals] = useState(NOTHING)
  const errorAt = useFieldErrors(refusals)
  const form = useRef<HTMLFormElement>(null)
  const write = (text: string) => {
    setCode(text)
    setRefusals((before) => before.filter(({ path }) => path !== 'receiptCode'))
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const rule = session.settings.expenseReceiptCodeCodeEntry
    const validated = validateEnteredCode({ code, time }, rule, session.simulated)
    if (validated.ok) {
      onRead(validated.value)
      return
    }
    setRefusals(validated.refusals)
    focusFirstError(form.current)
  }
  return (
    <Sheet title={t`Enter receipt code`} opened onClose={onClose} height="auto">
      <form ref={form} className="stack" onSubmit={submit} noValidate>
        <p>{t`Both are printed at the bottom of a TRA receipt.`}</p>
        <TextInput
          label={t`Receipt code`}
          description={t`6 letters or digits, then the receipt number`}
          value={code}
          onChange={(event) => write(event.currentTarget.value)}
          error={errorAt('receiptCode')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          withAsterisk
          data-autofocus
        />
        <TextInput
          type="time"
          step={1}
          label={t`Time of the receipt`}
          description={t`With the seconds, as printed. TRA needs it to find the receipt`}
          value={time}
          onChange={(event) => {
            setTime(event.currentTarget.value)
            setRefusals((before) => before.filter(({ path }) => path !== 'time'))
          }}
          error={errorAt('time')}
        />
        <Button type="submit" fullWidth>
          {t`Continue`}
        </Button>
      </form>
    </Sheet>
  )
}
