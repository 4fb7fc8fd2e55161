import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { textField } from './fields/texts.ts'

/** An opaque one-use token that refers to a user without containing the user name (resolution 17). */
const verificationField = v.pipe(v.string(), v.trim(), v.maxLength(100))
const passwordField = v.pipe(v.string(), v.maxLength(128))

/** Recovery of a password by a one-time code (spec §4). Known and unknown addresses get the same answers. */
export const recoveryEndpoints = {
  'recovery.start': endpoint({
    method: 'POST',
    path: '/api/v2/user/recover-password',
    input: v.object({ email: v.pipe(textField(254, 'RESET_EMAIL_INVALID'), v.trim()) }),
    output: v.object({ verification: v.string() }),
    refusals: ['RESET_EMAIL_INVALID'],
    access: 'public',
  }),
  'recovery.send-again': endpoint({
    method: 'POST',
    path: '/api/v2/user/recover-password/send-again',
    input: v.object({ verification: verificationField }),
    output: v.object({}),
    refusals: ['OTP_EXPIRED'],
    access: 'public',
  }),
  'recovery.verify': endpoint({
    method: 'POST',
    path: '/api/v2/user/recover-password/verify',
    input: v.object({ verification: verificationField, code: v.pipe(v.string(), v.maxLength(20)) }),
    /** The token for the new password. */
    output: v.object({ verification: v.string() }),
    refusals: [
      'OTP_SIX_DIGITS',
      'OTP_INCORRECT',
      'OTP_INCORRECT_SECOND',
      'OTP_EXPIRED',
      'OTP_ATTEMPTS_EXCEEDED',
    ],
    access: 'public',
  }),
  'recovery.reset': endpoint({
    method: 'POST',
    path: '/api/v2/user/reset-password',
    input: v.object({
      verification: verificationField,
      newPassword: passwordField,
      confirmPassword: passwordField,
    }),
    output: v.object({}),
    refusals: [
      'RESET_FAILED',
      'RESET_USERNAME_REQUIRED',
      'RESET_PASSWORD_REQUIRED',
      'PASSWORD_LENGTH',
      'PASSWORD_UPPER',
      'PASSWORD_LOWER',
      'PASSWORD_DIGIT',
      'PASSWORD_SPECIAL',
      'PASSWORD_MISMATCH',
    ],
    access: 'public',
  }),
}
