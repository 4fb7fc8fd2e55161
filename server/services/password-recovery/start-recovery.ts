import { toInstant } from '#domain/calendar/east-africa.ts'
import { checkRecoveryEmail, OTP_LIFETIME_MS } from '#domain/recovery/recover-password.ts'
import { oneTimeCode } from '../../messages/one-time-code.ts'
import {
  hashOneTimeCode,
  hashOpaqueToken,
  makeOneTimeCode,
  makeOpaqueToken,
} from '../../security/one-time-code.ts'
import {
  deleteExpiredPasswordResets,
  findUserByEmail,
  insertPasswordReset,
  type PasswordResetRow,
} from '../../storage/accounts/password-resets.ts'
import type { UserWithTenantStatus } from '../../storage/accounts/users.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { sendAccountMail } from '../mail/send-account-mail.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

/**
 * Begins a password recovery: mails a one-time code to the address and returns the token that the code is
 * entered with. An address without an account, or of a disabled user, gets a token too, but no mail. The
 * function does not wait for the mail, so that the answer takes equally long in every case.
 */
export async function startRecovery(services: AuthServices, email: string): Promise<string> {
  refuseFields(checkRecoveryEmail(email))
  const now = services.clock.now()
  const token = makeOpaqueToken()
  const code = makeOneTimeCode()
  const found = await findUserByEmail(services.db, email)
  const user = found && mayRecover(found) ? found : undefined
  await deleteExpiredPasswordResets(services.db, toInstant(now))
  await insertPasswordReset(services.db, {
    id: services.newId(),
    token_hash: hashOpaqueToken(token),
    user_id: user?.id ?? null,
    address_hash: addressKey(email),
    code_hash: hashOneTimeCode(token, code),
    created_at: toInstant(now),
    expires_at: toInstant(now + OTP_LIFETIME_MS),
  })
  if (user) mailCode(services, user, code)
  return token
}

/** Names an address of mail in limits without holding it. */
export function addressKey(email: string): string {
  return hashOpaqueToken(email.trim().toLowerCase())
}

/** Whether the code of a recovery went to the address that the account has now. */
export function isOwnAddress(
  { address_hash: address }: Pick<PasswordResetRow, 'address_hash'>,
  { email }: Pick<UserWithTenantStatus, 'email'>,
): boolean {
  return address === addressKey(email)
}

/** Those who could log in with the new password. */
export function mayRecover(user: UserWithTenantStatus): boolean {
  return user.status === 'active' && user.company_active !== false && user.organization_active !== false
}

/** Sends the code without keeping the caller waiting; a mail that does not go out is logged, and can be asked for again. */
export function mailCode(services: AuthServices, user: UserWithTenantStatus, code: string): void {
  const facts = { name: user.first_name, username: user.username, code }
  void sendAccountMail(services, user, 'one-time-code', oneTimeCode[user.language](facts))
}
