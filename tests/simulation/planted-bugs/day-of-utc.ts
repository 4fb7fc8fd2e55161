import { fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { allocateFiscalNumbers as take } from '#domain/fiscal/fiscal-numbers.ts'

/** Planted: the daily number restarts with the day of UTC. */
export const allocateFiscalNumbers: typeof take = (counter, receiptCode, at) => {
  const sameDay = counter.lastIssuedAt?.slice(0, 10) === at.slice(0, 10)
  return take({ ...counter, day: sameDay ? fiscalDayOf(at) : null }, receiptCode, at)
}
