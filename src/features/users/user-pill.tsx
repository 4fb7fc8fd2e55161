import { useLingui } from '@lingui/react/macro'
import type { User } from '#contract/users.ts'
import { Pill } from '#ui/pill/pill.tsx'

/** The status of an account (spec §3: active, inactive, blocked). */
export function UserPill({ user }: { readonly user: Pick<User, 'status' | 'mustChangePassword'> }) {
  const { t } = useLingui()
  if (user.status === 'blocked') {
    return (
      <Pill icon="lock" tone="bad" status="blocked">
        {t({ context: 'one user', message: 'Blocked' })}
      </Pill>
    )
  }
  if (user.status === 'inactive') {
    return (
      <Pill icon="ban" tone="bad" status="inactive">
        {t({ context: 'one user', message: 'Inactive' })}
      </Pill>
    )
  }
  if (user.mustChangePassword) {
    return (
      <Pill icon="key" tone="warm" status="first-password">
        {t`Has not chosen a password yet`}
      </Pill>
    )
  }
  return (
    <Pill icon="check" tone="good" status="active">
      {t({ context: 'one user', message: 'Active' })}
    </Pill>
  )
}
