import { secondFactorOff, secondFactorOn } from '../../messages/second-factor-changed.ts'
import { findUser } from '../../storage/accounts/users.ts'
import type { Db } from '../../storage/schema.ts'
import { type MailSender, sendAccountMail } from '../mail/send-account-mail.ts'

/**
 * Mails to a person that the second factor of the account was switched on or off, because it may have been someone else.
 * The change counts even if the mail cannot be sent.
 */
export async function reportSecondFactor(
  context: MailSender & { readonly db: Db },
  userId: string,
  { on }: { readonly on: boolean },
): Promise<void> {
  const user = await findUser(context.db, userId)
  if (!user) return
  const messages = on ? secondFactorOn : secondFactorOff
  await sendAccountMail(context, user, 'account-notice', messages[user.language]({ name: user.first_name }))
}
