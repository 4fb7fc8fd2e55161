import { emailChanged } from '../../messages/email-changed.ts'
import type { UserRow } from '../../storage/accounts/users.ts'
import { type MailSender, sendAccountMail } from './send-account-mail.ts'

/**
 * Mails to the address that an account had before that it has another one now: every later mail goes to the new one,
 * also that a password was changed. `before` is the account as it was. The change counts even if the mail cannot be sent.
 */
export async function reportNewEmail(services: MailSender, before: UserRow, email: string): Promise<void> {
  if (before.email.toLowerCase() === email.toLowerCase()) return
  const content = emailChanged[before.language]({ name: before.first_name })
  await sendAccountMail(services, before, 'account-notice', content)
}
