import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { idField } from './fields/texts.ts'
import { userSchema } from './users.ts'

const passwordField = v.pipe(v.string(), v.maxLength(128))
const codeField = v.pipe(v.string(), v.trim(), v.maxLength(40))

/** The optional second factor of a login: a code from an authenticator app beside the password. */
export const secondFactorEndpoints = {
  'second-factor.read': endpoint({
    method: 'GET',
    path: '/api/v2/user/second-factor',
    input: v.object({}),
    output: v.object({ on: v.boolean(), recoveryCodesLeft: v.number() }),
    refusals: [],
    access: 'signed-in',
  }),
  /** A new secret for the app; it counts only after a code of it was confirmed. */
  'second-factor.begin': endpoint({
    method: 'POST',
    path: '/api/v2/user/second-factor/begin',
    input: v.object({ currentPassword: passwordField }),
    output: v.object({ secret: v.string(), uri: v.string() }),
    refusals: ['PASSWORD_CURRENT_REQUIRED', 'PASSWORD_CURRENT_INVALID'],
    access: 'signed-in',
  }),
  /** Switches it on. The recovery codes are not shown again. */
  'second-factor.confirm': endpoint({
    method: 'POST',
    path: '/api/v2/user/second-factor/confirm',
    input: v.object({ code: codeField }),
    output: v.object({ recoveryCodes: v.array(v.string()) }),
    refusals: ['SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_INVALID'],
    access: 'signed-in',
  }),
  'second-factor.end': endpoint({
    method: 'POST',
    path: '/api/v2/user/second-factor/end',
    input: v.object({ currentPassword: passwordField, code: codeField }),
    output: v.object({}),
    refusals: [
      'PASSWORD_CURRENT_REQUIRED',
      'PASSWORD_CURRENT_INVALID',
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_INVALID',
    ],
    access: 'signed-in',
  }),
  /** For a person who lost phone and codes: the admin above lets the password alone count again. */
  'users.reset-second-factor': endpoint({
    method: 'POST',
    path: '/api/v2/users/second-factor',
    input: v.object({ id: idField }),
    output: userSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
}
