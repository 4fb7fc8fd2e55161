import { DAY_MS, type Instant, instantMs } from '../calendar/east-africa.ts'

/** When the server is switched off for work on it (spec §1): the first moment, and the moment it is back. */
export type Maintenance = { readonly start: Instant; readonly end: Instant }

/** How long before its start it is announced. */
const ANNOUNCED_DAYS = 7

/** Whether maintenance is announced, is going on, or is neither at a moment (milliseconds). */
export function maintenanceAt({ start, end }: Maintenance, now: number): 'before' | 'during' | 'none' {
  if (now >= instantMs(end) || now < instantMs(start) - ANNOUNCED_DAYS * DAY_MS) return 'none'
  return now < instantMs(start) ? 'before' : 'during'
}
