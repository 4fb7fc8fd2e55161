import { useLingui } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import type { AccountDatabase } from '#data/account-database.ts'
import { removeMeta, writeMeta } from '#data/meta.ts'
import type { Logo } from '#domain/receipts/logo.ts'
import { Icon } from '#ui/icon.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import classes from './print-sheet.module.css'
import { readLogo } from './read-logo.ts'

/** The seller's own picture on receipts, kept on this phone. */
export function LogoChoice({ db, logo }: { db: AccountDatabase; logo: Logo | undefined }) {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const take = async (file: File | null) => {
    if (!file) return
    const read = await readLogo(file)
    if (read) await writeMeta(db, 'logo', read)
    else
      toast({
        tone: 'bad',
        text: t`This picture cannot be printed. Take a dark one on white, of at most 5MB`,
      })
  }
  return (
    <div className={classes.logo}>
      <FileButton onChange={(file) => void take(file)} accept="image/png,image/jpeg">
        {(props) => (
          <Button {...props} variant="default" leftSection={<Icon name="plus" size={18} />}>
            {logo ? t`Another logo` : t`Add your logo`}
          </Button>
        )}
      </FileButton>
      {logo ? (
        <Button
          variant="subtle"
          leftSection={<Icon name="trash" size={18} />}
          onClick={() => void removeMeta(db, 'logo')}
        >
          {t`Remove the logo`}
        </Button>
      ) : null}
    </div>
  )
}
