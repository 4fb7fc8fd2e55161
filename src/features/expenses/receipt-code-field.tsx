import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import { Switch } from '#ui/switch/switch.tsx'

type Props = {
  /** As it would be saved: without a code while there is said to be no receipt. */
  readonly form: Pick<QuickExpenseForm, 'receiptCode' | 'withoutReceipt'>
  readonly onWrite: (code: string) => void
  readonly onChange: (changed: Pick<QuickExpenseForm, 'withoutReceipt'>) => void
  readonly error: ReactNode
}

/** The code of the receipt, or that there is none. Typing a code says that there is one, without another tap. */
export function ReceiptCodeField({ form, onWrite, onChange, error }: Props) {
  const { t } = useLingui()
  const none = form.withoutReceipt === true
  return (
    <>
      <TextInput
        label={t`Receipt code`}
        // One line in both cases, so that the field does not move when typing begins.
        description={none ? t`An internal number will be given` : t`As printed on the receipt`}
        value={form.receiptCode}
        onChange={(event) => onWrite(event.currentTarget.value)}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
      />
      <Switch label={t`No receipt`} on={none} onChange={(withoutReceipt) => onChange({ withoutReceipt })} />
    </>
  )
}
