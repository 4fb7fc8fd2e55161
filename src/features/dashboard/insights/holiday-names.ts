import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PublicHoliday } from '#domain/insights/public-holidays.ts'

/** Public holidays, by name. */
export const HOLIDAY_NAMES: Record<PublicHoliday, MessageDescriptor> = {
  'new-year': msg`New Year`,
  'zanzibar-revolution': msg`Zanzibar Revolution Day`,
  'karume-day': msg`Karume Day`,
  'good-friday': msg`Good Friday`,
  'easter-monday': msg`Easter Monday`,
  'union-day': msg`Union Day`,
  'workers-day': msg`Workers' Day`,
  'saba-saba': msg`Saba Saba`,
  'nane-nane': msg`Nane Nane`,
  'nyerere-day': msg`Nyerere Day`,
  'independence-day': msg`Independence Day`,
  christmas: msg`Christmas`,
  'boxing-day': msg`Boxing Day`,
  'eid-al-fitr': msg`Eid al-Fitr, by the moon`,
  'eid-al-adha': msg`Eid al-Adha, by the moon`,
  maulid: msg`Maulid, by the moon`,
}
