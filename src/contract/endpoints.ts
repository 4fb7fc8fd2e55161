import * as v from 'valibot'
import { INVOICE_STATUSES } from '#domain/invoices/invoice.ts'
import { devicesAnswerSchema, endDeviceSchema } from './devices.ts'
import type { ErrorCode } from './error-codes.ts'
import { lookedUpReceiptSchema, lookUpReceiptSchema } from './expenses.ts'
import { fiscalDayField, instantField } from './fields/moments.ts'
import { idField } from './fields/texts.ts'
import { filePieceSchema, filePlaceSchema } from './files.ts'
import { fiscalResumeSchema, fiscalStatusSchema, zReportSchema } from './fiscal.ts'
import { invoiceSchema } from './invoices.ts'
import { logoSchema } from './logo.ts'
import {
  chooseNotificationsSchema,
  notificationChoicesSchema,
  notificationSettingsSchema,
  notificationsAnswerSchema,
  readNotificationsSchema,
  registerPushSchema,
} from './notifications.ts'
import {
  changePasswordRequestSchema,
  currentUserSchema,
  loginAnswerSchema,
  loginRequestSchema,
  refreshRequestSchema,
  sessionSchema,
  tokensSchema,
} from './session.ts'
import {
  digestAnswerSchema,
  digestRequestSchema,
  operationsAnswerSchema,
  operationsRequestSchema,
  pingAnswerSchema,
  pullAnswerSchema,
  pullRequestSchema,
  pushAnswerSchema,
  pushRequestSchema,
} from './sync.ts'

type AnySchema = v.GenericSchema<unknown, unknown>

/** Who may call: anybody, somebody signed in, or a push under a token or a delivery grant. */
export type Access = 'public' | 'signed-in' | 'token-or-grant'

/**
 * One call of the API. `input` is the query string of a GET or the JSON body of a POST, with the `:name` parts of
 * the path merged in. Every endpoint may also answer the codes of `COMMON_REFUSALS`.
 */
export type Endpoint<
  Input extends AnySchema = AnySchema,
  Output extends AnySchema = AnySchema,
  Who extends Access = Access,
> = {
  readonly method: 'GET' | 'POST'
  readonly path: `/v1/accounting/${string}` | `/api/v2/${string}`
  readonly input: Input
  readonly output: Output
  readonly refusals: readonly ErrorCode[]
  readonly access: Who
  /** Also for a person who must first change the password. */
  readonly duringPasswordChange?: boolean
}

function endpoint<Input extends AnySchema, Output extends AnySchema, Who extends Access>(
  entry: Endpoint<Input, Output, Who>,
): Endpoint<Input, Output, Who> {
  return entry
}

/** Codes any endpoint may answer. */
export const COMMON_REFUSALS = [
  'REQUEST_UNREADABLE',
  'REQUEST_INVALID',
  'REQUEST_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
  'UNEXPECTED',
] as const satisfies readonly ErrorCode[]

/** Codes any endpoint behind a login may answer besides. */
export const SIGNED_IN_REFUSALS = [
  'TOKEN_MISSING',
  'TOKEN_INVALID',
  'TOKEN_EXPIRED',
  'USER_DISABLED',
  'COMPANY_DISABLED',
  'PASSWORD_CHANGE_REQUIRED',
  'FORBIDDEN',
] as const satisfies readonly ErrorCode[]

/** Whose records are read: the caller's own company, or one that the caller looks after. */
const ofCompany = { companyId: v.optional(idField) }

/** Every call of the API, once: page, worker, server, OpenAPI and the tests' role table are made from it. */
export const endpoints = {
  'auth.login': endpoint({
    method: 'POST',
    path: '/api/v2/user/login',
    input: loginRequestSchema,
    output: loginAnswerSchema,
    refusals: [
      'INVALID_CREDENTIALS',
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
  }),
  'auth.logout': endpoint({
    method: 'POST',
    path: '/api/v2/user/logout',
    input: refreshRequestSchema,
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
  /** The language of mails, messages and of a new phone; what a phone shows it decides itself. */
  'session.choose-language': endpoint({
    method: 'POST',
    path: '/api/v2/user/language',
    input: v.object({ language: currentUserSchema.entries.language }),
    output: v.object({}),
    refusals: [],
    access: 'signed-in',
    duringPasswordChange: true,
  }),
  'sync.ping': endpoint({
    method: 'GET',
    path: '/v1/accounting/sync/ping',
    input: v.object({ nonce: v.pipe(v.string(), v.minLength(8), v.maxLength(64)) }),
    output: pingAnswerSchema,
    refusals: [],
    access: 'public',
  }),
  'sync.push': endpoint({
    method: 'POST',
    path: '/v1/accounting/sync/push',
    input: pushRequestSchema,
    output: pushAnswerSchema,
    refusals: [
      'COMPANY_BLOCKED_BY_TRA',
      'OPERATION_REUSED',
      'OPERATION_WRONG_ACCOUNT',
      'GRANT_REFUSED',
      'UPGRADE_REQUIRED',
    ],
    access: 'token-or-grant',
  }),
  'sync.pull': endpoint({
    method: 'GET',
    path: '/v1/accounting/sync/pull',
    input: pullRequestSchema,
    output: pullAnswerSchema,
    refusals: [],
    access: 'signed-in',
  }),
  'sync.digest': endpoint({
    method: 'GET',
    path: '/v1/accounting/sync/digest',
    input: digestRequestSchema,
    output: digestAnswerSchema,
    refusals: [],
    access: 'signed-in',
  }),
  'sync.ops': endpoint({
    method: 'GET',
    path: '/v1/accounting/sync/ops',
    input: operationsRequestSchema,
    output: operationsAnswerSchema,
    refusals: [],
    access: 'signed-in',
  }),
  'invoices.find': endpoint({
    method: 'GET',
    path: '/v1/accounting/invoices/:id',
    input: v.object({ id: idField, ...ofCompany }),
    output: invoiceSchema,
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  /** Invoices a phone no longer keeps, newest first, below the sale time and id of the last one seen. */
  'invoices.older': endpoint({
    method: 'GET',
    path: '/v1/accounting/invoices',
    input: v.object({
      beforeSaleAt: instantField,
      beforeId: v.optional(idField),
      from: v.optional(fiscalDayField),
      status: v.optional(v.picklist(INVOICE_STATUSES)),
      ...ofCompany,
    }),
    output: v.object({ invoices: v.array(invoiceSchema), more: v.boolean() }),
    refusals: [],
    access: 'signed-in',
  }),
  /** One piece of a file, wherever the upload stands: what the server has already it takes no second time. */
  'files.send-piece': endpoint({
    method: 'POST',
    path: '/v1/accounting/files/pieces',
    input: filePieceSchema,
    output: filePlaceSchema,
    refusals: ['COMPANY_BLOCKED_BY_TRA', 'FILE_TOO_LARGE'],
    access: 'signed-in',
  }),
  /** What the authority knows of a receipt that somebody got, for an expense. */
  'expenses.look-up': endpoint({
    method: 'GET',
    path: '/v1/accounting/expenses/look-up',
    input: lookUpReceiptSchema,
    output: lookedUpReceiptSchema,
    refusals: [],
    access: 'signed-in',
  }),
  'company.choose-logo': endpoint({
    method: 'POST',
    path: '/v1/accounting/company/logo',
    input: v.object({ logo: v.nullable(logoSchema) }),
    output: v.object({}),
    refusals: [],
    access: 'signed-in',
  }),
  'fiscal.status': endpoint({
    method: 'GET',
    path: '/v1/accounting/fiscal/status',
    input: v.object(ofCompany),
    output: fiscalStatusSchema,
    refusals: ['FISCAL_IDENTITY_MISSING'],
    access: 'signed-in',
  }),
  'fiscal.resume': endpoint({
    method: 'POST',
    path: '/v1/accounting/fiscal/resume',
    input: fiscalResumeSchema,
    output: fiscalStatusSchema,
    refusals: ['FISCAL_IDENTITY_MISSING'],
    access: 'signed-in',
  }),
  'fiscal.z-reports': endpoint({
    method: 'GET',
    path: '/v1/accounting/fiscal/z-reports',
    input: v.object({ from: fiscalDayField, to: fiscalDayField, ...ofCompany }),
    output: v.object({ reports: v.array(zReportSchema) }),
    refusals: ['FISCAL_IDENTITY_MISSING'],
    access: 'signed-in',
  }),
  'notifications.settings': endpoint({
    method: 'GET',
    path: '/v1/accounting/notifications/settings',
    input: v.object({}),
    output: notificationSettingsSchema,
    refusals: [],
    access: 'signed-in',
  }),
  'notifications.choose': endpoint({
    method: 'POST',
    path: '/v1/accounting/notifications/choices',
    input: chooseNotificationsSchema,
    output: notificationChoicesSchema,
    refusals: [],
    access: 'signed-in',
  }),
  'notifications.register': endpoint({
    method: 'POST',
    path: '/v1/accounting/notifications/register',
    input: registerPushSchema,
    output: v.object({}),
    refusals: ['PUSH_ADDRESS_REFUSED'],
    access: 'signed-in',
  }),
  'notifications.unregister': endpoint({
    method: 'POST',
    path: '/v1/accounting/notifications/unregister',
    input: v.object({}),
    output: v.object({}),
    refusals: [],
    access: 'signed-in',
  }),
  'notifications.read': endpoint({
    method: 'GET',
    path: '/v1/accounting/notifications',
    input: readNotificationsSchema,
    output: notificationsAnswerSchema,
    refusals: [],
    access: 'signed-in',
  }),
}

export type EndpointName = keyof typeof endpoints
export type EndpointInput<Name extends EndpointName> = v.InferInput<(typeof endpoints)[Name]['input']>
export type EndpointRequest<Name extends EndpointName> = v.InferOutput<(typeof endpoints)[Name]['input']>
export type EndpointAnswer<Name extends EndpointName> = v.InferOutput<(typeof endpoints)[Name]['output']>
