import { useLingui } from '@lingui/react/macro'
import { Button, type ButtonProps } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { SHARING } from './sharing-icons.ts'

const ShareSheet = lazyPart(async () => (await import('./share-sheet.tsx')).ShareSheet)

type Props = Pick<ButtonProps, 'variant' | 'fullWidth'> & {
  readonly db: AccountDatabase
  readonly invoiceId: string
}

/** Hands an invoice to the customer as a file, a link or a message. */
export function ShareButton({ db, invoiceId, ...look }: Props) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<boolean>()
  return (
    <>
      <Button {...look} leftSection={<Icon name={SHARING.share} size={18} />} onClick={() => setOpened(true)}>
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
