import { ACCOUNTING_REFUSALS } from '#domain/accounting/accounting-refusals.ts'
import { API_KEY_REFUSALS } from '#domain/api-keys/api-key.ts'
import { COMPANY_REFUSALS } from '#domain/companies/check-company.ts'
import { CHOICE_REFUSALS } from '#domain/companies/company-choices.ts'
import { CONTACT_REFUSALS } from '#domain/contact/check-contact-message.ts'
import { CERTIFICATE_REFUSALS } from '#domain/fiscal/certificate.ts'
import { AI_REFUSALS } from '#domain/insights/ai-refusals.ts'
import { ORGANIZATION_REFUSALS } from '#domain/organizations/check-organization.ts'
import { REGISTRATION_REFUSALS } from '#domain/potential-clients/check-registration.ts'
import { PROFILE_REFUSALS } from '#domain/profile/check-profile.ts'
import { REISSUE_REFUSALS } from '#domain/receipts/reissue.ts'
import { RECOVERY_REFUSALS } from '#domain/recovery/recover-password.ts'
import { SUBSCRIPTION_REFUSALS } from '#domain/subscription/check-payment.ts'
import { RATE_REFUSALS } from '#domain/tax/plan-rate.ts'
import { TAX_TIP_REFUSALS } from '#domain/tax-tips/tax-tip.ts'
import { USER_REFUSALS } from '#domain/users/check-user.ts'
import { USSD_REFUSALS } from '#domain/ussd/ussd-refusals.ts'
import { WEBHOOK_REFUSALS } from '#domain/webhooks/webhook.ts'
import type { PublicApiCode } from './public-api/codes.ts'

/**
 * Refusals that only the screens of administration and self-service show. Their sentences are loaded with those
 * screens (`src/i18n/administration-messages.ts`), not with the login, and none of them refuses an operation of the
 * outbox.
 */
export const ADMINISTRATION_CODES = [
  'ACCOUNT_EMAIL_REGISTERED',
  'COMPANY_TIN_REGISTERED',
  'COMPANY_REGISTERED_FIXED',
  ...COMPANY_REFUSALS,
  ...CHOICE_REFUSALS,
  ...RATE_REFUSALS,
  ...ORGANIZATION_REFUSALS,
  'OPERATOR_EMAIL_REGISTERED',
  'USER_USERNAME_TAKEN',
  ...USER_REFUSALS,
  ...RECOVERY_REFUSALS,
  ...PROFILE_REFUSALS,
  ...CONTACT_REFUSALS,
  ...REGISTRATION_REFUSALS,
  'POTENTIAL_CLIENT_CLOSED',
  ...TAX_TIP_REFUSALS,
  ...SUBSCRIPTION_REFUSALS,
  'SUBSCRIPTION_PAYMENT_RECORDED',
  ...REISSUE_REFUSALS,
  ...AI_REFUSALS,
  ...API_KEY_REFUSALS,
  ...ACCOUNTING_REFUSALS,
  ...USSD_REFUSALS,
  ...WEBHOOK_REFUSALS,
  'CERTIFICATE_MISSING',
  'REGISTRATION_NO_ANSWER',
  ...CERTIFICATE_REFUSALS,
] as const
export type AdministrationCode = (typeof ADMINISTRATION_CODES)[number] | PublicApiCode
