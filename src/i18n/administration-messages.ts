import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AdministrationCode } from '#contract/administration-codes.ts'

/** One sentence for each code of administration and self-service; texts that the specification quotes (§8) as there. */
export const ADMINISTRATION_MESSAGES: Readonly<Record<AdministrationCode, MessageDescriptor>> = {
  ACCOUNT_EMAIL_REGISTERED: msg`The email is already registered!`,
  OPERATOR_EMAIL_REGISTERED: msg`The operator email is already registered`,
  USER_USERNAME_TAKEN: msg`Somebody already has this username`,
  USER_FIRST_NAME_LENGTH: msg`The first name must have 3 to 50 characters`,
  USER_LAST_NAME_LENGTH: msg`The last name must have 3 to 50 characters`,
  USER_USERNAME_LENGTH: msg`The username must have 3 to 100 characters`,
  USER_EMAIL_INVALID: msg`The email must be valid and have 12 to 100 characters`,
  USER_MOBILE_INVALID: msg`The mobile number must have exactly 9 digits`,
  USER_TYPE_REQUIRED: msg`Please choose a user type`,
  USER_ORGANIZATION_REQUIRED: msg`Please choose an organization`,
  USER_COMPANY_REQUIRED: msg`Please choose a company`,
  OTP_SIX_DIGITS: msg`The code must have 6 digits`,
  OTP_INCORRECT: msg`The code is incorrect`,
  OTP_INCORRECT_SECOND: msg`The code is incorrect. You have 1 attempt left`,
  OTP_EXPIRED: msg`OTP has been expired`,
  OTP_ATTEMPTS_EXCEEDED: msg`You have exceeded the maximum attempts (3)`,
  RESET_FAILED: msg`The password was not reset. Please try again`,
  RESET_USERNAME_REQUIRED: msg`The username is required`,
  RESET_EMAIL_INVALID: msg`Valid email required`,
  RESET_PASSWORD_REQUIRED: msg`The new password is required`,
}
