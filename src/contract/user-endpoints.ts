import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { idField } from './fields/texts.ts'
import {
  createdUserSchema,
  newUserSchema,
  oneTimePasswordSchema,
  userChangeSchema,
  userSchema,
  userStatusChangeSchema,
} from './users.ts'

/** Accounts, as those manage them who stand above: operators of a company, and all kinds below one's own. */
export const userEndpoints = {
  'users.find': endpoint({
    method: 'GET',
    path: '/api/v2/users/:id',
    input: v.object({ id: idField }),
    output: userSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  /** Answers the first password, which is not told again. */
  'users.create': endpoint({
    method: 'POST',
    path: '/api/v2/users',
    input: newUserSchema,
    output: createdUserSchema,
    refusals: [
      'USER_FIRST_NAME_LENGTH',
      'USER_LAST_NAME_LENGTH',
      'USER_USERNAME_LENGTH',
      'USER_USERNAME_TAKEN',
      'USER_EMAIL_INVALID',
      'USER_MOBILE_INVALID',
      'USER_TYPE_REQUIRED',
      'USER_ORGANIZATION_REQUIRED',
      'USER_COMPANY_REQUIRED',
      'OPERATOR_EMAIL_REGISTERED',
    ],
    access: 'signed-in',
  }),
  'users.change': endpoint({
    method: 'POST',
    path: '/api/v2/users/change',
    input: userChangeSchema,
    output: userSchema,
    refusals: [
      'NOT_FOUND',
      'USER_FIRST_NAME_LENGTH',
      'USER_LAST_NAME_LENGTH',
      'USER_EMAIL_INVALID',
      'USER_MOBILE_INVALID',
      'OPERATOR_EMAIL_REGISTERED',
    ],
    access: 'signed-in',
  }),
  'users.change-status': endpoint({
    method: 'POST',
    path: '/api/v2/users/status',
    input: userStatusChangeSchema,
    output: userSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  /** Answers a one-time password, which is not told again. */
  'users.reset-password': endpoint({
    method: 'POST',
    path: '/api/v2/users/password',
    input: v.object({ id: idField }),
    output: oneTimePasswordSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
}
