import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta } from '#data/meta.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { importKeyOf, isUnsent, orderingKeyOf } from '#data/outbox-entry.ts'
import { findProduct } from '#data/products.ts'
import { hasStoredStock, readStock } from '#data/stock.ts'
import { stockLane } from '#data/stock-movements.ts'
import type { Quantity } from '#domain/money/quantity.ts'
import { ok } from '#domain/result.ts'
import { type StockReason, stockEntry, stockMovement } from '#domain/stock/stock.ts'
import type { Account } from '#session/account.ts'
import {
  type CommandDeps,
  type CommandResult,
  readAuthor,
  refusedWithCode,
} from '#sync/outbox/command-result.ts'
import { write } from '#sync/outbox/writer.ts'

type Input = {
  readonly productId: string
  readonly reason: StockReason
  /** As typed, never below 0. */
  readonly entered: Quantity
}

/**
 * Sales, refunds and entries of a product that are sent by themselves and must be executed before its first entry, so
 * that the server does not add them to it. What waits for a person is left out: the level would wait for that person.
 */
async function listBeforeFirst(db: AccountDatabase, productId: string): Promise<string[]> {
  const counted = (await db.overlays.toArray())
    .filter(({ rows }) => rows.some(({ kind, key }) => kind === 'stock' && key === productId))
    .map(({ opId }) => opId)
  const entries = await db.outbox.where('opId').anyOf(counted).sortBy('seq')
  return entries.filter(({ state }) => state === 'queued' || state === 'sending').map(({ opId }) => opId)
}

/**
 * Adds a movement to the stock of a product on this phone and queues it. A count is kept as its difference from the
 * level shown: what other phones sold meanwhile is still taken away from it.
 */
export function addStock(
  account: Account,
  deps: CommandDeps,
  { productId, reason, entered }: Input,
): Promise<CommandResult<number>> {
  const movementId = deps.ports.newId()
  return write(account, deps, async (tx) => {
    const { db } = tx
    const known = await readAuthor(db, 'product.save')
    if (!known.ok) return known
    const row = await findProduct(db, productId)
    if (!row) return refusedWithCode('PRODUCT_NOT_FOUND')
    const level = (await readStock(db, [productId])).get(productId) ?? 0
    // Stored already, by a run that lost its connection before it got the result: the level contains it.
    const orderingKey = stockLane(movementId)
    if ((await listByOrderingKey(db, orderingKey)).length > 0) return ok(level)
    const begun = await hasStoredStock(db, productId)
    // Products come before their levels: a count would be added to a level that is not here yet.
    if (reason === 'counted' && !begun && !(await findMeta(db, 'first-pull-done')))
      return refusedWithCode('PRODUCT_STOCK_NOT_FETCHED')
    const quantity = stockMovement(reason, entered, level)
    const importKey = importKeyOf(row)
    const saves = [
      ...(importKey === undefined ? [] : await listByOrderingKey(db, importKey)),
      ...(await listByOrderingKey(db, orderingKeyOf('product', productId))),
    ]
    const { opId } = await tx.enqueue(
      'stock.add',
      orderingKey,
      { movementId, productId, reason, quantity, at: await tx.moment() },
      // The limit of dependencies keeps the last ones.
      [
        ...(begun ? [] : await listBeforeFirst(db, productId)),
        ...saves.filter(isUnsent).map((entry) => entry.opId),
      ],
    )
    await db.overlays.put({ opId, rows: [stockEntry(productId, quantity)] })
    return ok(level + quantity)
  })
}
