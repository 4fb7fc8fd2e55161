import type { OperationBody } from '#contract/operations.ts'
import type { PullAnswer } from '#contract/sync.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { plainCustomer } from '#data/customers.ts'
import { plainExpense } from '#data/expense-row.ts'
import { plainInvoice } from '#data/invoices.ts'
import { readMeta, writeMeta } from '#data/meta.ts'
import { listAcknowledged, removeEntries } from '#data/outbox-entries.ts'
import type { Ports } from '#data/ports.ts'
import { plainProduct } from '#data/products.ts'
import type { InvoiceRow } from '#data/rows.ts'
import type { Account } from '#session/account.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { type FrozenOperation, freezeOperation } from '../outbox/freeze-operation.ts'
import { workTransaction } from '../work-transaction.ts'

export type Recover = NonNullable<PullAnswer['recover']>

function isDoubtful(row: InvoiceRow, recover: Recover): boolean {
  if (row.receipt === null) return false
  const since = (at: string) => at >= recover.since
  return (
    row.receipt.gc >= recover.fromGc ||
    (row.cancellation !== null && since(row.cancellation.at)) ||
    (row.creditNotes?.some((note) => since(note.at)) ?? false) ||
    (row.mails?.some((mail) => since(mail.changedAt)) ?? false)
  )
}

function bodyOf(row: InvoiceRow): OperationBody<'receipt.return'> {
  const invoice = plainInvoice(row)
  return {
    invoice: {
      ...invoice,
      lines: [...invoice.lines],
      payments: [...invoice.payments],
      totals: { ...invoice.totals, perLetter: [...invoice.totals.perLetter] },
    },
  }
}

/** An operation to queue, behind others. */
type Return = { readonly operation: FrozenOperation; readonly dependsOn: readonly string[] }

/** The end may name this many operations that it comes after. */
const MOST_LANES = 50
const SHORTEST_LANE = 50

/**
 * Receipts in the order of their numbers, in lanes that are short enough to be walked; the end, which waits for the
 * last of each, is told only after all of them were taken.
 */
async function freezeReturns(
  account: Account,
  ports: Pick<Ports, 'newId'>,
  recover: Recover,
): Promise<Return[]> {
  const rows = await account.db.invoices.filter((row) => isDoubtful(row, recover)).toArray()
  rows.sort((a, b) => (a.receipt?.gc ?? 0) - (b.receipt?.gc ?? 0))
  const perLane = Math.max(SHORTEST_LANE, Math.ceil(rows.length / MOST_LANES))
  const returns: Return[] = []
  const last = new Map<string, string>()
  for (const [index, row] of rows.entries()) {
    const lane = `return:${recover.epoch}:${Math.floor(index / perLane)}`
    const freezing = await freezeOperation(ports.newId, 'receipt.return', lane, bodyOf(row))
    if (freezing.kind === 'refused') continue
    returns.push({ operation: freezing.operation, dependsOn: [] })
    last.set(lane, freezing.operation.opId)
  }
  const end = { epoch: recover.epoch, receipts: returns.length }
  const lane = `return:${recover.epoch}:end`
  const ending = await freezeOperation(ports.newId, 'receipt.return-end', lane, end)
  if (ending.kind === 'frozen') returns.push({ operation: ending.operation, dependsOn: [...last.values()] })
  return returns
}

/** Answers of the server as it was: what they did may be lost, and their places in the feed mean nothing now. */
async function forgetAnswers(db: AccountDatabase): Promise<void> {
  const answered = await listAcknowledged(db, Number.MAX_SAFE_INTEGER)
  await removeEntries(db, answered)
  await db.overlays.bulkDelete(answered.map((entry) => entry.opId))
}

/**
 * Queues everything that a server restored from a backup may have lost and this phone knows: numbered invoices,
 * cancellations, and at last that there is no more. Customers, products and expenses are noted, for `returnCatalogue` to
 * compare. Call it before the pulled records are forgotten. `false` when it was done for this restore before.
 */
export async function returnReceipts(
  account: Account,
  ports: Pick<Ports, 'clock' | 'newId'>,
  recover: Recover,
): Promise<boolean> {
  const { db } = account
  if ((await readMeta(db, 'returned'))?.epoch === recover.epoch) return false
  const returns = await freezeReturns(account, ports, recover)
  return await workTransaction(db, async () => {
    if ((await readMeta(db, 'returned'))?.epoch === recover.epoch) return false
    await forgetAnswers(db)
    const now = ports.clock.now()
    for (const { operation, dependsOn } of returns) await enqueue(account, operation, dependsOn, now)
    const customers = (await db.customers.toArray()).filter((row) => row.rev > 0).map(plainCustomer)
    const products = (await db.products.toArray()).filter((row) => row.rev > 0).map(plainProduct)
    const expenses = (await db.expenses.toArray()).filter((row) => row.rev > 0).map(plainExpense)
    await writeMeta(db, 'returned', { epoch: recover.epoch, customers, products, expenses })
    return true
  })
}
