import { toInstant } from '#domain/calendar/east-africa.ts'
import { enqueue, pointDependants, type renewRefused as renew, withdraw } from '#sync/outbox/enqueue.ts'

/** Planted: what is sent again goes behind what was written about the same record later. */
export const renewRefused: typeof renew = async (account, old, operation, now) => {
  await withdraw(account.db, [old], 'sent again under a new id', toInstant(now))
  await enqueue(account, operation, old.dependsOn, now)
  await pointDependants(account.db, old.opId, null)
}
