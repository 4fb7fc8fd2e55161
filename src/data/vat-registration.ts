import { addDays, laterDay, startOfDay } from '#domain/calendar/east-africa.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import type { AccountDatabase } from './account-database.ts'
import { isCounted } from './sold-invoices.ts'

/**
 * Whether the company was registered for VAT on some days, by the first and the last sale of them on this phone;
 * `undefined` where it has none.
 */
export async function readVatRegistration(
  db: AccountDatabase,
  { from, to }: DayRange,
): Promise<boolean | 'changed' | undefined> {
  // After the year 9999 there is no later day.
  const end = startOfDay(laterDay(to, addDays(to, 1)))
  const sales = () => db.invoices.where('orderKey').between(startOfDay(from), end, true, false)
  const [first, last] = await Promise.all([
    db.run(() => sales().filter(isCounted).first()),
    db.run(() => sales().reverse().filter(isCounted).first()),
  ])
  return first?.vatRegistered === last?.vatRegistered ? first?.vatRegistered : 'changed'
}
