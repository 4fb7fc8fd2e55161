import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { WorkCode } from '#contract/error-codes.ts'

/**
 * One sentence for each code that can reach a person before the login. Texts that the specification quotes (§5, §8)
 * are verbatim. Codes of the work behind the login are in `work-messages.ts`, those of administration in
 * `administration-messages.ts`, and what to do next in `next-steps.ts`.
 */
const START_MESSAGES = {
  INVALID_CREDENTIALS: msg`Invalid credentials`,
  SECOND_FACTOR_REQUIRED: msg`Enter the code of your authenticator app, or a recovery code`,
  SECOND_FACTOR_INVALID: msg`The code is wrong or was used before`,
  LOGIN_USERNAME_REQUIRED: msg`The username is required`,
  LOGIN_PASSWORD_REQUIRED: msg`The password is required`,
  TOKEN_EXPIRED: msg`Your session has ended. Please log in again`,
  TOKEN_MISSING: msg`Your session has ended. Please log in again`,
  TOKEN_INVALID: msg`Your session has ended. Please log in again`,
  REFRESH_REFUSED: msg`Your session has ended. Please log in again`,
  GRANT_REFUSED: msg`This phone can no longer send automatically. Please log in again`,
  USER_DISABLED: msg`Your user account was disabled`,
  COMPANY_DISABLED: msg`Your company was disabled`,
  COMPANY_BLOCKED_BY_TRA: msg`Your account has been blocked by TRA. Please contact us for more details.`,
  PASSWORD_CHANGE_REQUIRED: msg`You must change your password before you continue`,
  TOO_MANY_REQUESTS: msg`Too many requests`,
  FORBIDDEN: msg`You do not have permission for this action`,
  NOT_FOUND: msg`The requested information was not found`,
  REQUEST_UNREADABLE: msg`The request could not be read`,
  REQUEST_INVALID: msg`Please check the form fields`,
  REQUEST_TOO_LARGE: msg`This is too large to send`,
  UPGRADE_REQUIRED: msg`This version of the app is too old to send`,
  UNAVAILABLE: msg`The service is not available now`,
  UNEXPECTED: msg`An unexpected error occurred. Please try again later`,
  DEVICE_STORAGE_FULL: msg`This phone has no space left to save`,
  DEVICE_STORAGE_BROKEN: msg`This phone cannot save now`,
  NETWORK_UNREACHABLE: msg`Network error. Check your connection and try again`,
  NETWORK_TOO_SLOW: msg`The network is too slow now`,
  NETWORK_PORTAL: msg`This Wi-Fi network needs you to sign in first`,
  ANSWER_UNREADABLE: msg`The server's reply could not be read`,
} satisfies Partial<Record<WorkCode, MessageDescriptor>>

/** A code whose sentence is known before the login. */
export type StartCode = keyof typeof START_MESSAGES

const known: Record<string, MessageDescriptor | undefined> = { ...START_MESSAGES }

/** Adds the sentences of codes that only screens loaded later can meet. */
export function addErrorMessages(messages: Readonly<Record<string, MessageDescriptor>>): void {
  Object.assign(known, messages)
}

/** The sentence of a code; a code that only a newer server knows is shown as unexpected. */
export function errorMessage(code: string): MessageDescriptor {
  return known[code] ?? START_MESSAGES.UNEXPECTED
}
