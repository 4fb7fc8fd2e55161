import type { MailContent } from '../../messages/mail-messages.ts'
import { renderMail } from '../../messages/render-mail.ts'
import type { UserRow } from '../../storage/accounts/users.ts'
import type { AuthServices } from '../auth/auth-services.ts'

export type MailSender = Pick<AuthServices, 'contact' | 'log' | 'mail' | 'newId'>

/**
 * Sends a mail about an account in its language, with how the provider can be reached. Returns `false` when it did not go
 * out, which is logged under `about`; never throws.
 */
export async function sendAccountMail(
  services: MailSender,
  user: Pick<UserRow, 'id' | 'company_id' | 'email' | 'language'>,
  about: string,
  content: MailContent,
): Promise<boolean> {
  const outcome = await services.mail.send({
    id: services.newId(),
    companyId: user.company_id,
    to: user.email,
    ...renderMail(content, user.language, services.contact),
  })
  if (outcome.kind === 'sent') return true
  services.log({ event: 'mail-not-sent', about, userId: user.id, reason: outcome.reason })
  return false
}
