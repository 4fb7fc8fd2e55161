import { useLingui } from '@lingui/react/macro'
import { Button, type ButtonProps } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { SHARE_ICONS } from './sharing-icons.ts'

const ShareSheet = lazyComponent(async () => (await import('./share-sheet.tsx')).ShareSheet)

type Props = Pick<ButtonProps, 'variant' | 'fullWidth'> & {
  readonly db: AccountDatabase
  readonly invoiceId: string
}

/** Gives an invoice to the customer as a file, a link or a message. */
export function ShareButton({ db, invoiceId, ...buttonProps }: Props) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<boolean>()
  return (
    <>
      <Button
        {...buttonProps}
        leftSection={<Icon name={SHARE_ICONS.share} size={18} />}
        onClick={() => setOpened(true)}
      >
        {t`Share`}
      </Button>
      {opened === undefined ? null : (
        <Suspense fallback={null}>
          <ShareSheet db={db} invoiceId={invoiceId} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
