import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useRoleName } from '#app-context/use-role-name.ts'
import type { OneTimePassword } from '#blocks/accounts/password-sheet.tsx'
import { RecordPage } from '#blocks/server-list/record-page.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import { managedTypes } from '#domain/permissions/manage-users.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { RightsSection } from './rights-section.tsx'
import { UserActions } from './user-actions.tsx'
import { UserPill } from './user-pill.tsx'

type Props = {
  readonly id: string
  readonly backLabel: string
  readonly onBack: () => void
  readonly onPassword: (password: OneTimePassword) => void
}

/** One account: its person, company, status, and what may be done with it. */
export function UserPage({ id, backLabel, onBack, onPassword }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const roleName = useRoleName()
  const today = useToday()
  const { call, session } = useAppContext()
  const load = useCallback(async () => loadedFrom(await call('users.find', { id })), [call, id])
  const answer = useServerAnswer(load)
  const user = answer.value
  const manages = user !== undefined && managedTypes(session.user.user_type).includes(user.userType)
  return (
    <RecordPage
      backLabel={backLabel}
      onBack={onBack}
      answer={answer}
      title={user && `${user.firstName} ${user.lastName}`}
      status={user ? <UserPill user={user} /> : null}
      facts={
        user
          ? [
              { name: t`Username`, value: user.username },
              { name: t`User type`, value: roleName(user.userType) },
              { name: t`Company`, value: user.company?.name ?? '' },
              { name: t`Organization`, value: user.organization?.name ?? '' },
              { name: t`Email`, value: user.email },
              { name: t`Mobile number`, value: user.mobile },
              { name: t`Entrance day`, value: formatMoment(user.entranceAt, today, translate) },
            ]
          : []
      }
      actions={
        manages ? <UserActions user={user} onChanged={answer.replace} onPassword={onPassword} /> : null
      }
    >
      {manages && user.rights !== null ? (
        <RightsSection id={user.id} rights={user.rights} onChanged={answer.replace} />
      ) : null}
    </RecordPage>
  )
}
