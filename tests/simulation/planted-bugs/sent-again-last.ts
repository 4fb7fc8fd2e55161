import { toInstant } from '#domain/calendar/east-africa.ts'
import {
  cancelEntries,
  enqueue,
  type replaceRefused as renew,
  repointDependents,
} from '#sync/outbox/enqueue.ts'

/** Planted: what is sent again goes behind what was written about the same record later. */
export const replaceRefused: typeof renew = async (account, old, operation, now) => {
  await cancelEntries(account.db, [old], 'sent again under a new id', toInstant(now))
  await enqueue(account, operation, old.dependsOn, now)
  await repointDependents(account.db, old.opId, null)
}
