import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { textField } from './fields/texts.ts'

const profileSchema = v.object({
  email: v.string(),
  /** A new address that is not confirmed yet by the link mailed to it. */
  pendingEmail: v.nullable(v.string()),
  /** Nine digits; empty when none is known. */
  phone: v.string(),
})

/** What a person changes about the own account (spec §5, Profile). */
export const profileEndpoints = {
  'profile.read': endpoint({
    method: 'GET',
    path: '/api/v2/user/profile',
    input: v.object({}),
    output: profileSchema,
    refusals: [],
    access: 'signed-in',
  }),
  /** The address changes when the link that is mailed to it is opened. */
  'profile.change-email': endpoint({
    method: 'POST',
    path: '/api/v2/user/profile/email',
    input: v.object({
      newEmail: textField(254),
      confirmEmail: textField(254),
      currentPassword: v.pipe(v.string(), v.maxLength(128)),
    }),
    output: v.object({}),
    refusals: [
      'PROFILE_EMAIL_LENGTH',
      'PROFILE_EMAIL_INVALID',
      'PROFILE_EMAIL_MISMATCH',
      'PASSWORD_CURRENT_REQUIRED',
      'PASSWORD_CURRENT_INVALID',
      'ACCOUNT_EMAIL_REGISTERED',
    ],
    access: 'signed-in',
  }),
  'profile.confirm-email': endpoint({
    method: 'POST',
    path: '/api/v2/user/profile/confirm-email',
    input: v.object({ token: v.pipe(v.string(), v.maxLength(100)) }),
    output: profileSchema,
    refusals: ['PROFILE_EMAIL_LINK_EXPIRED', 'ACCOUNT_EMAIL_REGISTERED'],
    access: 'signed-in',
  }),
  'profile.change-phone': endpoint({
    method: 'POST',
    path: '/api/v2/user/profile/phone',
    input: v.object({ phone: textField(30) }),
    output: profileSchema,
    refusals: ['PROFILE_PHONE'],
    access: 'signed-in',
  }),
}
