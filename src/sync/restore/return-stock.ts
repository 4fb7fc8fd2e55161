import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta, NO_CONTACT } from '#data/meta.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { isUnsent, orderingKeyOf } from '#data/outbox-entry.ts'
import type { Ports } from '#data/ports.ts'
import { findProduct } from '#data/products.ts'
import { listSentMovements, stockLane } from '#data/stock-movements.ts'
import { type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import { stockEntry } from '#domain/stock/stock.ts'
import type { Account } from '#session/account.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { serializeOperation } from '../outbox/serialize-operation.ts'

/** Between a result on the server and on this phone: a line that is slow, and a clock that was set meanwhile. */
const MARGIN_MS = 10 * 60_000

/** The moment of a backup on this phone's clock, with a margin: what was answered since then may be lost. */
export async function backupOnPhone(db: AccountDatabase, backupAt: Instant): Promise<Instant> {
  const { clockSkewMs } = (await findMeta(db, 'contact')) ?? NO_CONTACT
  return toInstant(instantMs(backupAt) - clockSkewMs - MARGIN_MS)
}

/**
 * Queues the stock movements that a restored server may have lost: those whose result this phone got since a
 * moment of its clock. One that the backup holds is answered by the server and not added again. Call it in the transaction that returns the
 * catalogue, after the products. Returns how many were queued.
 */
export async function returnStock(
  account: Account,
  { clock, newId }: Pick<Ports, 'clock' | 'newId'>,
  since: Instant,
): Promise<number> {
  const { db } = account
  const aliases = (await findMeta(db, 'aliases')) ?? {}
  let queued = 0
  for (const sent of await listSentMovements(db, since)) {
    const productId = aliases[sent.productId] ?? sent.productId
    const lane = stockLane(sent.movementId)
    if ((await listByOrderingKey(db, lane)).length > 0) continue
    // Deleted since: there is no level any more.
    if ((await findProduct(db, productId)) === undefined) continue
    const serialized = serializeOperation(newId, 'stock.add', lane, { ...sent, productId })
    if (serialized.kind === 'refused') continue
    const saves = (await listByOrderingKey(db, orderingKeyOf('product', productId))).filter(isUnsent)
    await enqueue(
      account,
      serialized.operation,
      saves.map(({ opId }) => opId),
      clock.now(),
    )
    const rows = [stockEntry(productId, sent.quantity)]
    await db.overlays.put({ opId: serialized.operation.opId, rows })
    queued += 1
  }
  return queued
}
