import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import classes from './password-sheet.module.css'

/** A one-time password, which the server answers only once. */
export type OneTimePassword = {
  readonly name: string
  readonly username: string
  readonly password: string
  readonly mailed: boolean
}

type Props = { readonly oneTime: OneTimePassword; readonly onClose: () => void }

/** Shows a one-time password, to copy or to hand on: it cannot be looked up afterwards. */
export function PasswordSheet({ oneTime, onClose }: Props) {
  const { t } = useLingui()
  const show = useToasts((state) => state.show)
  const [busy, run] = useAction()
  const { name, username, password, mailed } = oneTime
  const text = t`Risiti: log in as ${username} with the one-time password ${password}`
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(password).then(
      () => true,
      () => false,
    )
    show(
      copied
        ? { tone: 'good', text: t`The password was copied` }
        : { tone: 'bad', text: t`The password was not copied. Write it down` },
    )
  }
  const share = async () => {
    // Closing the share dialog is no failure.
    await navigator.share({ text }).catch(() => undefined)
  }
  return (
    <Sheet title={t`Password for ${name}`} opened onClose={onClose} height="auto">
      <div className="stack">
        <p>{t`It is shown only now. It must be changed at the next login.`}</p>
        <dl className={classes.credentials}>
          <dt className="dim small">{t`Username`}</dt>
          <dd>{username}</dd>
          <dt className="dim small">{t`One-time password`}</dt>
          <dd className={classes.password} data-testid="one-time-password" translate="no">
            {password}
          </dd>
        </dl>
        <p className="dim">
          {mailed
            ? t`It was also sent by email.`
            : t`The email could not be sent. Give the password to the person yourself.`}
        </p>
        <div className="actions">
          <Button variant="default" onClick={() => void run(copy)} loading={busy}>
            {t`Copy the password`}
          </Button>
          {'share' in navigator ? (
            <Button variant="default" onClick={() => void run(share)}>
              {t`Share the password`}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t`Done`}</Button>
        </div>
      </div>
    </Sheet>
  )
}
