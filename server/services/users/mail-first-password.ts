import type { User } from '#contract/users.ts'
import type { CurrentUser } from '#domain/users/user.ts'
import { firstPassword } from '../../messages/first-password.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { type MailSender, sendAccountMail } from '../mail/send-account-mail.ts'

/** Mails a one-time password to its user; `false` when it was not sent. The account is kept either way. */
export async function mailFirstPassword(
  services: MailSender & Pick<AuthServices, 'publicUrl'>,
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
    loginUrl: `${services.publicUrl()}/login`,
  })
  const to = { id: user.id, company_id: user.company?.id ?? null, email: user.email, language }
  return await sendAccountMail(services, to, 'first-password', content)
}
