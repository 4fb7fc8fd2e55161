import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { failureCode, isOutcomeUnknown } from '#app-context/failure-code.ts'
import type { OneTimePassword } from '#blocks/accounts/password-sheet.tsx'
import type { User } from '#contract/users.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'

type Props = { readonly user: User; readonly onPassword: (password: OneTimePassword) => void }

/** Gives an account a new one-time password, after a question. */
export function ResetPassword({ user, onPassword }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const toast = useToasts((state) => state.show)
  const { call } = useAppContext()
  const [asked, setAsked] = useState(false)
  const [busy, run] = useAction()
  const { firstName } = user
  const reset = async () => {
    const outcome = await call('users.reset-password', { id: user.id })
    setAsked(false)
    if (outcome.kind === 'answered') {
      onPassword({
        name: `${user.firstName} ${user.lastName}`,
        username: user.username,
        ...outcome.value,
      })
      return
    }
    const code = failureCode(outcome)
    const reason = translate(errorMessage(code))
    const text = isOutcomeUnknown(code)
      ? t`The old password may have ended, and the new one was not received. Give a new password again. ${reason}`
      : t`The operator password was not changed. ${reason}`
    toast({ tone: 'bad', code, text })
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t`New password`}
      </Button>
      <ConfirmDialog
        title={t`Give ${firstName} a new password?`}
        opened={asked}
        confirmLabel={t`New password`}
        busy={busy}
        onConfirm={() => void run(reset)}
        onClose={() => setAsked(false)}
      >
        <p>{t`The old password stops working and every phone of this person is logged out.`}</p>
      </ConfirmDialog>
    </>
  )
}
