import * as v from 'valibot'
import { USER_REFUSALS } from '#domain/users/check-user.ts'
import { USER_TYPES } from '#domain/users/user.ts'
import { endpoint } from './endpoint.ts'
import { idField } from './fields/texts.ts'
import { pageFields, pageSchema } from './pages.ts'
import {
  createdUserSchema,
  newUserSchema,
  oneTimePasswordSchema,
  rightsChangeSchema,
  USER_FILTERS,
  USER_SORTS,
  userChangeSchema,
  userSchema,
  userStatusChangeSchema,
} from './users.ts'

/** Accounts as their managers see them: the operators of a company, and all user types below one's own. */
export const userEndpoints = {
  /** The accounts that the caller may see. */
  'users.list': endpoint({
    method: 'GET',
    path: '/api/v2/users',
    input: v.object({
      ...pageFields(USER_SORTS, USER_FILTERS),
      userType: v.optional(v.picklist(USER_TYPES)),
      companyId: v.optional(idField),
    }),
    output: pageSchema(userSchema),
    refusals: [],
    access: 'signed-in',
  }),
  'users.find': endpoint({
    method: 'GET',
    path: '/api/v2/users/:id',
    input: v.object({ id: idField }),
    output: userSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  /** Answers the first password, which is not shown again. */
  'users.create': endpoint({
    method: 'POST',
    path: '/api/v2/users',
    input: newUserSchema,
    output: createdUserSchema,
    refusals: [...USER_REFUSALS, 'USER_USERNAME_TAKEN', 'OPERATOR_EMAIL_REGISTERED'],
    access: 'signed-in',
  }),
  'users.change': endpoint({
    method: 'POST',
    path: '/api/v2/users/change',
    input: userChangeSchema,
    output: userSchema,
    refusals: ['NOT_FOUND', ...USER_REFUSALS, 'OPERATOR_EMAIL_REGISTERED'],
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
  /** What an operator may do besides selling. */
  'users.choose-rights': endpoint({
    method: 'POST',
    path: '/api/v2/users/rights',
    input: rightsChangeSchema,
    output: userSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  /** Answers a one-time password, which is not shown again. */
  'users.reset-password': endpoint({
    method: 'POST',
    path: '/api/v2/users/password',
    input: v.object({ id: idField }),
    output: oneTimePasswordSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
}
