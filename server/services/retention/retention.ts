import { DAY_MS } from '#domain/calendar/east-africa.ts'
import type { EndingTable } from '../../storage/retention/ended.ts'
import type { MonthlyTable } from '../../storage/retention/partitions.ts'

/**
 * How many whole years after its own a month is kept. Tax Administration Act 2015, s. 35, and TRA's page on records: five years
 * from the end of the year of income they concern. A company's year of income may end almost a year after the calendar's,
 * so it is six of those. What is sent to the authority and who did what are such records.
 */
export const YEARS_KEPT: Readonly<Record<MonthlyTable, number>> = { audit: 6, delivery_log: 6 }

/**
 * How long what has ended is kept, milliseconds. No law asks for it: until then a person who asks why a phone was signed out
 * or got no messages still finds it. The audit trail has the same for its years.
 */
export const KEPT_AFTER_END_MS: Readonly<Record<EndingTable, number>> = {
  delivery_grants: 90 * DAY_MS,
  push_registrations: 90 * DAY_MS,
  refresh_tokens: 30 * DAY_MS,
  password_resets: 7 * DAY_MS,
  email_changes: 7 * DAY_MS,
  // As the privacy policy says.
  notifications: 30 * DAY_MS,
  files: 7 * DAY_MS,
  // A program may repeat a request as long as a phone may repeat an operation.
  api_requests: 400 * DAY_MS,
  ussd_sms: 30 * DAY_MS,
}
