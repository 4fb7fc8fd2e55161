import type { AiGateway } from '../../gateways/ai/gateway.ts'
import type { AttemptLimit, AuthLimits, ContactLimits, RecoveryLimits } from '../../ports/attempt-limit.ts'
import type { AccountingGateways } from '../../services/accounting/book-access.ts'
import type { AuthServices } from '../../services/auth/auth-services.ts'
import type { DeliveryDeps } from '../../services/fiscal/delivery-deps.ts'
import type { PushSetup } from '../../services/notifications/push-setup.ts'
import { createAccountingHandlers } from './accounting.ts'
import { administrationHandlers } from './administration.ts'
import { apiKeyHandlers } from './api-keys.ts'
import { auditHandlers } from './audit.ts'
import { authHandlers } from './auth.ts'
import { companyHandlers } from './companies.ts'
import { contactHandlers } from './contact.ts'
import { createDataExportHandlers } from './data-export.ts'
import { deviceHandlers } from './devices.ts'
import { drawerHandlers } from './drawers.ts'
import { createExpenseHandlers } from './expenses.ts'
import { fileHandlers } from './files.ts'
import { createFiscalHandlers } from './fiscal.ts'
import { createFiscalDeviceHandlers } from './fiscal-device.ts'
import type { Handlers } from './handler-types.ts'
import { createInsightHandlers } from './insights.ts'
import { invoiceHandlers } from './invoices.ts'
import { createNotificationHandlers } from './notifications.ts'
import { profileHandlers } from './profile.ts'
import { recoveryHandlers } from './recovery.ts'
import { createSecondFactorHandlers } from './second-factor.ts'
import { subscriptionHandlers } from './subscriptions.ts'
import { syncHandlers } from './sync.ts'
import { taxTipHandlers } from './tax-tips.ts'
import { createUserHandlers } from './users.ts'
import { ussdHandlers } from './ussd.ts'
import { webhookHandlers } from './webhooks.ts'

/**
 * Every endpoint's handler; one that is missing does not compile. `delivery` is what talks to the authority, once
 * it runs; `push` reaches devices.
 */
export function allHandlers(
  services: AuthServices,
  limits: AuthLimits &
    ContactLimits &
    RecoveryLimits & {
      readonly lookUp: AttemptLimit
      readonly insight: AttemptLimit
      readonly dataExport: AttemptLimit
    },
  delivery: () => DeliveryDeps | undefined,
  push: PushSetup,
  ai: AiGateway | null,
  accounting: AccountingGateways,
  trustedWebhookOrigins: readonly string[],
): Handlers {
  return {
    ...authHandlers(services, limits),
    ...recoveryHandlers(services, limits),
    ...profileHandlers(services, limits),
    ...contactHandlers(services, limits),
    ...deviceHandlers,
    ...syncHandlers(services),
    ...auditHandlers,
    ...invoiceHandlers,
    ...drawerHandlers,
    ...companyHandlers,
    ...administrationHandlers,
    ...fileHandlers,
    ...createExpenseHandlers(delivery, limits.lookUp),
    ...createFiscalHandlers(delivery),
    ...createFiscalDeviceHandlers(delivery),
    ...createNotificationHandlers(push),
    ...apiKeyHandlers(services, delivery),
    ...subscriptionHandlers(services),
    ...taxTipHandlers,
    ...createInsightHandlers(ai, limits.insight),
    ...createSecondFactorHandlers(services, limits),
    ...createDataExportHandlers(limits.dataExport),
    ...createUserHandlers(services),
    ...createAccountingHandlers(accounting, services.publicUrl),
    ...ussdHandlers(limits),
    ...webhookHandlers(delivery, trustedWebhookOrigins),
  }
}
