import type { User } from '#contract/users.ts'
import type { CurrentUser } from '#domain/users/user.ts'
import { firstPassword } from '../../messages/first-password.ts'
import { renderMail } from '../../messages/render-mail.ts'
import type { AuthServices } from '../auth/auth-services.ts'

/** Mails a one-time password to its person; `false` when it did not go out: the account stands either way. */
export async function mailFirstPassword(
  services: Pick<AuthServices, 'log' | 'mail' | 'newId'>,
  facts: {
    readonly user: User
    readonly password: string
    readonly language: CurrentUser['language']
  },
): Promise<boolean> {
  const { user, password, language } = facts
  const content = firstPassword[language]({
    name: user.firstName,
    worksFor: user.company?.name ?? user.organization?.name ?? '',
    username: user.username,
    password,
  })
  const outcome = await services.mail.send({
    id: services.newId(),
    companyId: user.company?.id ?? null,
    to: user.email,
    ...renderMail(content, language),
  })
  if (outcome.kind === 'sent') return true
  services.log({ event: 'mail-not-sent', about: 'first-password', userId: user.id, reason: outcome.reason })
  return false
}
