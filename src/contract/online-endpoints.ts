import { accountingEndpoints } from './accounting-endpoints.ts'
import { administrationEndpoints } from './administration-endpoints.ts'
import { apiKeyEndpoints } from './api-key-endpoints.ts'
import { auditEndpoints } from './audit-endpoints.ts'
import { contactEndpoints } from './contact-endpoints.ts'
import { dataExportEndpoints } from './data-export-endpoints.ts'
import { developerEndpoints } from './developer-endpoints.ts'
import { drawerEndpoints } from './drawer-endpoints.ts'
import { fiscalEndpoints } from './fiscal-endpoints.ts'
import { insightEndpoints } from './insight-endpoints.ts'
import { invoicesReportEndpoints } from './invoices-report-endpoints.ts'
import { phoneTroubleEndpoints } from './phone-trouble-endpoints.ts'
import { potentialClientEndpoints } from './potential-client-endpoints.ts'
import { profileEndpoints } from './profile-endpoints.ts'
import { providerEndpoints } from './provider-endpoints.ts'
import { receiptEndpoints } from './receipt-endpoints.ts'
import { recoveryEndpoints } from './recovery-endpoints.ts'
import { secondFactorEndpoints } from './second-factor-endpoints.ts'
import { setupEndpoints } from './setup-endpoints.ts'
import { subscriptionEndpoints } from './subscription-endpoints.ts'
import { taxTipEndpoints } from './tax-tip-endpoints.ts'
import { userEndpoints } from './user-endpoints.ts'
import { ussdEndpoints } from './ussd-endpoints.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

/** Declared part by part: the compiler cannot write a type as long as all of them together. */
type OnlineEndpoints = typeof accountingEndpoints &
  typeof administrationEndpoints &
  typeof apiKeyEndpoints &
  typeof auditEndpoints &
  typeof contactEndpoints &
  typeof developerEndpoints &
  typeof dataExportEndpoints &
  typeof drawerEndpoints &
  typeof fiscalEndpoints &
  typeof insightEndpoints &
  typeof invoicesReportEndpoints &
  typeof phoneTroubleEndpoints &
  typeof potentialClientEndpoints &
  typeof secondFactorEndpoints &
  typeof setupEndpoints &
  typeof profileEndpoints &
  typeof providerEndpoints &
  typeof receiptEndpoints &
  typeof recoveryEndpoints &
  typeof subscriptionEndpoints &
  typeof taxTipEndpoints &
  typeof userEndpoints &
  typeof ussdEndpoints &
  typeof webhookEndpoints

/** The calls of screens that work only with the server: the page loads them with the first such call. */
export const onlineEndpoints: OnlineEndpoints = {
  ...accountingEndpoints,
  ...administrationEndpoints,
  ...apiKeyEndpoints,
  ...auditEndpoints,
  ...contactEndpoints,
  ...developerEndpoints,
  ...dataExportEndpoints,
  ...drawerEndpoints,
  ...fiscalEndpoints,
  ...insightEndpoints,
  ...invoicesReportEndpoints,
  ...phoneTroubleEndpoints,
  ...potentialClientEndpoints,
  ...secondFactorEndpoints,
  ...setupEndpoints,
  ...profileEndpoints,
  ...providerEndpoints,
  ...receiptEndpoints,
  ...recoveryEndpoints,
  ...subscriptionEndpoints,
  ...taxTipEndpoints,
  ...userEndpoints,
  ...ussdEndpoints,
  ...webhookEndpoints,
}
