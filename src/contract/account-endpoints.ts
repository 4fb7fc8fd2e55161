import * as v from 'valibot'
import { devicesAnswerSchema, endDeviceSchema } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { LOGIN_PATH } from './login-path.ts'
import {
  changePasswordRequestSchema,
  currentUserSchema,
  loginAnswerSchema,
  loginRequestSchema,
  logoutRequestSchema,
  refreshRequestSchema,
  sessionSchema,
  tokensSchema,
} from './session.ts'

/** Signing in, the devices of a user, and the rules of the session. */
export const accountEndpoints = {
  'auth.login': endpoint({
    method: 'POST',
    path: LOGIN_PATH,
    input: loginRequestSchema,
    output: loginAnswerSchema,
    refusals: [
      'INVALID_CREDENTIALS',
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_INVALID',
      'LOGIN_USERNAME_REQUIRED',
      'LOGIN_PASSWORD_REQUIRED',
      'USER_DISABLED',
      'COMPANY_DISABLED',
    ],
    access: 'public',
  }),
  'auth.refresh': endpoint({
    method: 'POST',
    path: '/api/v2/user/token/refresh',
    input: refreshRequestSchema,
    output: tokensSchema,
    refusals: ['REFRESH_REFUSED', 'USER_DISABLED', 'COMPANY_DISABLED'],
    access: 'public',
    namesAccount: true,
  }),
  'auth.logout': endpoint({
    method: 'POST',
    path: '/api/v2/user/logout',
    input: logoutRequestSchema,
    output: v.object({}),
    refusals: [],
    access: 'public',
  }),
  'auth.change-password': endpoint({
    method: 'POST',
    path: '/api/v2/user/change-password',
    input: changePasswordRequestSchema,
    output: tokensSchema,
    refusals: [
      'PASSWORD_CURRENT_INVALID',
      'PASSWORD_CURRENT_REQUIRED',
      'PASSWORD_CURRENT_LENGTH',
      'PASSWORD_CURRENT_REUSED',
      'PASSWORD_LENGTH',
      'PASSWORD_UPPER',
      'PASSWORD_LOWER',
      'PASSWORD_DIGIT',
      'PASSWORD_SPECIAL',
      'PASSWORD_MISMATCH',
    ],
    access: 'signed-in',
    duringPasswordChange: true,
  }),
  'devices.list': endpoint({
    method: 'GET',
    path: '/api/v2/user/devices',
    input: v.object({}),
    output: devicesAnswerSchema,
    refusals: [],
    access: 'signed-in',
  }),
  'devices.end': endpoint({
    method: 'POST',
    path: '/api/v2/user/devices/end',
    input: endDeviceSchema,
    output: v.object({}),
    refusals: [],
    access: 'signed-in',
  }),
  'session.read': endpoint({
    method: 'GET',
    path: '/api/v2/user/session',
    input: v.object({}),
    output: sessionSchema,
    refusals: [],
    access: 'signed-in',
    duringPasswordChange: true,
  }),
  /** The language of mails, messages and of a new phone; each phone decides itself what it shows. */
  'session.choose-language': endpoint({
    method: 'POST',
    path: '/api/v2/user/language',
    input: v.object({ language: currentUserSchema.entries.language }),
    output: v.object({}),
    refusals: [],
    access: 'signed-in',
    duringPasswordChange: true,
  }),
}
