import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import type { User } from '#contract/users.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'

type Props = { readonly user: User; readonly onChanged: (user: User) => void }

/** Lets the password alone count again, after a question: the person lost the phone and the recovery codes. */
export function ResetSecondFactor({ user, onChanged }: Props) {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const { call } = useAppContext()
  const [asked, setAsked] = useState(false)
  const [busy, run] = useAction()
  const { firstName } = user
  const reset = async () => {
    const outcome = await call('users.reset-second-factor', { id: user.id })
    setAsked(false)
    if (outcome.kind === 'answered') {
      onChanged(outcome.value)
      toast({ tone: 'good', text: t`${firstName} logs in with the password alone again` })
      return
    }
    showFailure(outcome)
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t`Reset second factor`}
      </Button>
      <ConfirmDialog
        title={t`Reset the second factor of ${firstName}?`}
        opened={asked}
        confirmLabel={t`Reset second factor`}
        busy={busy}
        onConfirm={() => void run(reset)}
        onClose={() => setAsked(false)}
      >
        <p>{t`The password alone opens the account then. Make sure that it is really this person who asks.`}</p>
      </ConfirmDialog>
    </>
  )
}
