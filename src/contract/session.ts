import * as v from 'valibot'
import { RECEIPT_LAYOUTS } from '#domain/companies/company.ts'
import { PAYMENT_TYPES } from '#domain/invoices/invoice.ts'
import { PAPER_SIZES } from '#domain/receipts/paper-size.ts'
import { TAX_TYPES } from '#domain/tax/tax-type.ts'
import { USER_TYPES } from '#domain/users/user.ts'
import { basisPointsField } from './fields/amounts.ts'
import { environmentFields } from './fields/environment.ts'
import { fiscalDayField, instantField } from './fields/moments.ts'
import { idField, textField } from './fields/texts.ts'
import { logoSchema } from './logo.ts'
import { operatorRightsSchema } from './operator-rights.ts'

export const currentUserSchema = v.object({
  id: idField,
  username: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  user_type: v.picklist(USER_TYPES),
  company_id: v.nullable(idField),
  organization_id: v.nullable(idField),
  language: v.picklist(['en', 'sw']),
  isAdmin: v.boolean(),
})

/** The owner's choices about receipts and payments. */
export const companyChoicesSchema = v.object({
  receiptSecondLine: textField(400),
  receiptFooter: textField(400),
  paymentTypes: v.array(v.picklist(PAYMENT_TYPES)),
  /** Whether a sale may be submitted that is not paid in full; absent from an older app or server. */
  unpaidSales: v.optional(v.boolean()),
  /** Absent from an older app or server, as is the layout. */
  receiptPaper: v.optional(v.picklist(PAPER_SIZES)),
  receiptLayout: v.optional(v.picklist(RECEIPT_LAYOUTS)),
  paymentReferences: v.optional(v.boolean()),
})

export const companySchema = v.object({
  id: idField,
  organizationId: idField,
  name: v.string(),
  tin: v.string(),
  vrn: v.string(),
  address: v.string(),
  phone: v.string(),
  email: v.string(),
  active: v.boolean(),
  blockedByTra: v.boolean(),
  blockedReason: v.string(),
  /** Absent when an older server answers, `null` when there is none. */
  logo: v.optional(v.nullable(logoSchema)),
  choices: v.optional(companyChoicesSchema),
})

const receiptCodeRule = v.picklist(['tra', 'alnum9', 'digits9', 'free'])

export const companySettingsSchema = v.object({
  taxExpenseSpecialRelief: v.picklist([0, 5]),
  expenseReceiptCodeCodeEntry: receiptCodeRule,
  expenseReceiptCodeManual: receiptCodeRule,
  vendorTaxNumber: v.picklist(['exact9', 'min9']),
  vendorVatNumber: v.picklist(['exact9', 'min9']),
  vendorSerial: v.picklist(['min10', 'max10', 'any']),
  passwordCurrentRule: v.picklist(['required', 'len5to20']),
  layoutProfile: v.picklist(['auto', 'default', 'ownerCompany']),
  layoutCompanies: v.picklist(['auto', 'admin', 'organization']),
  ussdCode: textField(20),
  legacyCustomers: v.picklist(['light', 'redirect']),
  legacySales: v.picklist(['light', 'redirect']),
  aiDailyMax: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000)),
})

export const taxRateSchema = v.object({
  taxType: v.picklist(TAX_TYPES),
  rate: basisPointsField,
  validFrom: fiscalDayField,
  validTo: v.optional(fiscalDayField),
  condition: v.optional(v.string()),
  active: v.boolean(),
})

/** What a signed-in phone stores to work offline: user, company and rules. */
export const sessionSchema = v.object({
  user: currentUserSchema,
  company: v.nullable(companySchema),
  settings: companySettingsSchema,
  rates: v.array(taxRateSchema),
  mustChangePassword: v.boolean(),
  /** Absent when an older server answers: everything is allowed. */
  rights: v.optional(operatorRightsSchema),
  /** Of the authority that receipts are sent to. */
  ...environmentFields,
  serverTime: instantField,
})
export type Session = v.InferOutput<typeof sessionSchema>

export const loginRequestSchema = v.object({
  username: v.pipe(v.string(), v.trim(), v.minLength(1, 'LOGIN_USERNAME_REQUIRED'), v.maxLength(100)),
  password: v.pipe(v.string(), v.minLength(1, 'LOGIN_PASSWORD_REQUIRED'), v.maxLength(128)),
  deviceId: idField,
  /** Of the authenticator app, or a recovery code, where the account has a second factor. */
  code: v.optional(textField(40)),
  /** P-256 public key (JWK) of this device for this user: lets a delivery grant be issued. */
  devicePublicKey: v.optional(
    v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() }),
  ),
})

export const tokensSchema = v.object({ token: v.string(), refresh_token: v.string() })

export const loginAnswerSchema = v.object({
  ...tokensSchema.entries,
  session: sessionSchema,
  /** Delivery grant: lets this device push already queued work after the session ended; `null` without a key. */
  grant: v.nullable(v.object({ id: idField, until: instantField })),
})

export const logoutRequestSchema = v.object({
  refresh_token: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
})

export const refreshRequestSchema = v.object({
  ...logoutRequestSchema.entries,
  /**
   * Of `refreshText` with the key of this device (ECDSA P-256, SHA-256, base64url): proves that the phone itself asks
   * again because an answer was lost. Absent where the browser has no key.
   */
  signature: v.optional(v.pipe(v.string(), v.maxLength(200))),
})

/** The text a device signs when it refreshes. */
export function refreshText(refreshToken: string): string {
  return `refresh\n${refreshToken}`
}

export const changePasswordRequestSchema = v.object({
  currentPassword: v.pipe(v.string(), v.minLength(1, 'PASSWORD_CURRENT_REQUIRED'), v.maxLength(128)),
  newPassword: v.pipe(v.string(), v.minLength(1, 'PASSWORD_LENGTH'), v.maxLength(128)),
  confirmPassword: v.pipe(v.string(), v.maxLength(128)),
})
