import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import type { OneTimePassword } from '#blocks/accounts/password-sheet.tsx'
import { EnableSwitch } from '#blocks/enable-switch/enable-switch.tsx'
import type { User } from '#contract/users.ts'
import { mayChangeStatus } from '#domain/permissions/manage-users.ts'
import type { UserStatus } from '#domain/users/user.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { ChangeUserForm } from './change-user-form.tsx'
import { ResetPassword } from './reset-password.tsx'
import { ResetSecondFactor } from './reset-second-factor.tsx'

type Props = {
  readonly user: User
  readonly onChanged: (user: User) => void
  readonly onPassword: (password: OneTimePassword) => void
}

/** What may be done with an account: edit, disable and enable, block, give it a new first password. */
export function UserActions({ user, onChanged, onPassword }: Props) {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const { call, session } = useAppContext()
  const [editing, setEditing] = useState(false)
  const actor = { userType: session.user.user_type }
  const { firstName } = user
  const blocked = user.status === 'blocked'
  const mayBlock = mayChangeStatus(actor, 'active', 'blocked')
  const changeStatus = async (status: UserStatus, done: string) => {
    const outcome = await call('users.change-status', { id: user.id, status })
    if (outcome.kind !== 'answered') {
      showFailure(outcome, (reason) => t`The status was not changed. ${reason}`)
      return
    }
    onChanged(outcome.value)
    toast({ tone: 'good', text: done })
  }
  return (
    <>
      {blocked ? null : (
        <EnableSwitch
          active={user.status === 'active'}
          onChange={(enabled) =>
            enabled
              ? changeStatus('active', t`${firstName} can log in again`)
              : changeStatus('inactive', t`${firstName} was disabled`)
          }
          disable={{
            label: t({ context: 'one user', message: 'Disable' }),
            title: t`Disable this account?`,
            consequence: t`This person is logged out on every phone within seconds and can do nothing any more. Records that were not sent yet stay on the phone.`,
          }}
          enable={{
            label: t({ context: 'one user', message: 'Enable' }),
            title: t`Enable this account again?`,
            consequence: t`This person can log in again. Records that stayed on the phone are sent then.`,
          }}
        />
      )}
      {mayBlock ? (
        <EnableSwitch
          active={!blocked}
          onChange={(lifted) =>
            lifted
              ? changeStatus('active', t`${firstName} can log in again`)
              : changeStatus('blocked', t`${firstName} was blocked`)
          }
          disable={{
            label: t({ context: 'one user', message: 'Block' }),
            title: t`Block this account?`,
            consequence: t`Only an administrator can let this person in again; the company owner cannot.`,
          }}
          enable={{
            label: t`Lift the block`,
            title: t`Lift the block of this account?`,
            consequence: t`This person can log in again. Records that stayed on the phone are sent then.`,
          }}
        />
      ) : null}
      {user.secondFactor ? <ResetSecondFactor user={user} onChanged={onChanged} /> : null}
      <ResetPassword user={user} onPassword={onPassword} />
      <Button onClick={() => setEditing(true)}>{t`Edit`}</Button>
      <Sheet title={t`Edit ${firstName}`} opened={editing} onClose={() => setEditing(false)}>
        <ChangeUserForm
          user={user}
          onSaved={(saved) => {
            onChanged(saved)
            setEditing(false)
            toast({ tone: 'good', text: t`Saved` })
          }}
        />
      </Sheet>
    </>
  )
}
