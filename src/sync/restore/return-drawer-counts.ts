import { drawerLane, listSentCounts } from '#data/drawer-counts.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import type { Ports } from '#data/ports.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { serializeOperation } from '../outbox/serialize-operation.ts'

/**
 * Queues the counts of cash that a restored server may have lost: those made on this phone whose result it got since a
 * moment of its clock. One that the backup holds is answered by the server and not kept twice. Call it in the transaction
 * that returns the catalogue. Returns how many were queued.
 */
export async function returnDrawerCounts(
  account: Account,
  { clock, newId }: Pick<Ports, 'clock' | 'newId'>,
  since: Instant,
): Promise<number> {
  const { db } = account
  let queued = 0
  for (const count of await listSentCounts(db, since)) {
    const lane = drawerLane(count.id)
    if ((await listByOrderingKey(db, lane)).length > 0) continue
    const serialized = serializeOperation(newId, 'drawer.count', lane, count)
    if (serialized.kind === 'refused') continue
    await enqueue(account, serialized.operation, [], clock.now())
    queued += 1
  }
  return queued
}
