import { listLane } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { entriesBehind, releaseBehind } from './dependants.ts'
import { enqueue, pointDependants, replaceUnsent, withdraw } from './enqueue.ts'
import { isUnsent, wasNeverSent, writesContent } from './entry.ts'
import type { FrozenOperation } from './freeze-operation.ts'

/**
 * Queues what a person wrote last about a record. A writing that never left this phone is replaced in its place, so
 * that saves do not pile up; one that the server refused is withdrawn, with a copy in the audit; one whose outcome
 * is open stays before the new one. Call inside the work transaction. Gives the lanes whose records show something
 * else now.
 */
export async function queueWriting(
  account: Account,
  operation: FrozenOperation,
  dependsOn: readonly string[],
  now: number,
): Promise<string[]> {
  const { db } = account
  const writings = (await listLane(db, operation.lane)).filter(
    (entry) => isUnsent(entry) && writesContent(entry),
  )
  const refused = writings.filter((entry) => entry.state === 'attention')
  const unsent = writings.filter(wasNeverSent)
  const last = unsent.at(-1)
  if (refused.length === 0 && last) {
    await replaceUnsent(account, last, operation, dependsOn, now)
    return [operation.lane]
  }
  const leaving = [...refused, ...unsent]
  const waiting = await allBehind(account, leaving)
  await withdraw(db, leaving, 'superseded', toInstant(now))
  await enqueue(account, operation, dependsOn, now)
  for (const entry of leaving) await pointDependants(db, entry.opId, operation.opId)
  return [operation.lane, ...(await releaseBehind(db, waiting))]
}

async function allBehind(account: Account, entries: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
  const lists: OutboxEntry[][] = []
  for (const entry of entries) lists.push(await entriesBehind(account.db, entry))
  return lists.flat()
}
