import type { OperationBody } from '#contract/operations.ts'
import type { PullAnswer } from '#contract/sync.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { plainCustomer } from '#data/customers.ts'
import { plainInvoice } from '#data/invoices.ts'
import { readMeta, writeMeta } from '#data/meta.ts'
import { listInState, removeEntries } from '#data/outbox-entries.ts'
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
  return (
    row.receipt.gc >= recover.fromGc || (row.cancellation !== null && row.cancellation.at >= recover.since)
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

async function freezeReturns(
  account: Account,
  ports: Pick<Ports, 'newId'>,
  recover: Recover,
): Promise<FrozenOperation[]> {
  const rows = await account.db.invoices.filter((row) => isDoubtful(row, recover)).toArray()
  rows.sort((a, b) => (a.receipt?.gc ?? 0) - (b.receipt?.gc ?? 0))
  // One lane: the end is told only after everything before it was taken.
  const lane = `return:${recover.epoch}`
  const frozen: FrozenOperation[] = []
  for (const row of rows) {
    const freezing = await freezeOperation(ports.newId, 'receipt.return', lane, bodyOf(row))
    if (freezing.kind === 'frozen') frozen.push(freezing.operation)
  }
  const end = { epoch: recover.epoch, receipts: frozen.length }
  const ending = await freezeOperation(ports.newId, 'receipt.return-end', lane, end)
  if (ending.kind === 'frozen') frozen.push(ending.operation)
  return frozen
}

/** Answers of the server as it was: what they did may be lost, and their places in the feed mean nothing now. */
async function forgetAnswers(db: AccountDatabase): Promise<void> {
  const answered = await listInState(db, 'done', Number.MAX_SAFE_INTEGER)
  await removeEntries(db, answered)
  await db.overlays.bulkDelete(answered.map((entry) => entry.opId))
}

/**
 * Queues everything that a server restored from a backup may have lost and this phone knows: numbered invoices,
 * cancellations, and at last that there is no more. Customers and products are noted, for `returnCatalogue` to
 * compare. Call it before the pulled records are forgotten; a second call for the same restore does nothing.
 */
export async function returnReceipts(
  account: Account,
  ports: Pick<Ports, 'clock' | 'newId'>,
  recover: Recover,
): Promise<void> {
  const { db } = account
  if ((await readMeta(db, 'returned'))?.epoch === recover.epoch) return
  const operations = await freezeReturns(account, ports, recover)
  await workTransaction(db, async () => {
    if ((await readMeta(db, 'returned'))?.epoch === recover.epoch) return
    await forgetAnswers(db)
    for (const operation of operations) await enqueue(account, operation, [], ports.clock.now())
    const customers = (await db.customers.toArray()).filter((row) => row.rev > 0).map(plainCustomer)
    const products = (await db.products.toArray()).filter((row) => row.rev > 0).map(plainProduct)
    await writeMeta(db, 'returned', { epoch: recover.epoch, customers, products })
  })
}
