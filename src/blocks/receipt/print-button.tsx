import { useLingui } from '@lingui/react/macro'
import { Button, type ButtonProps } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'

/** Loaded at the first touch: the sheet is larger than the button. */
const PrintSheet = lazyComponent(async () => (await import('./print-sheet.tsx')).PrintSheet)

type Props = Pick<ButtonProps, 'variant' | 'fullWidth'> & {
  readonly db: AccountDatabase
  readonly invoiceId: string
}

/** Prints an invoice: shows the receipt, with a choice of paper and printer. */
export function PrintButton({ db, invoiceId, ...buttonProps }: Props) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<boolean>()
  return (
    <>
      <Button
        {...buttonProps}
        leftSection={<Icon name="printer" size={18} />}
        onClick={() => setOpened(true)}
      >
        {t`Print`}
      </Button>
      {opened === undefined ? null : (
        <Suspense fallback={null}>
          <PrintSheet db={db} invoiceId={invoiceId} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
