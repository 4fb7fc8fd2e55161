import { customerRow } from '#data/customers.ts'
import { hashText } from '#data/hash-text.ts'
import { orderingKeyOf, pendingOf } from '#data/outbox-entry.ts'
import { workTransaction } from '#data/work-transaction.ts'
import type { CustomerFields } from '#domain/customers/check-customer.ts'
import type { Customer } from '#domain/customers/customer.ts'
import { CUSTOMER_COLUMNS } from '#domain/customers/customer-table.ts'
import type { Account } from '#session/account.ts'
import {
  type CommandDeps,
  type CommandResult,
  readAuthor,
  runCommand,
  succeeded,
} from '#sync/outbox/command-result.ts'
import { enqueueFirst } from '#sync/outbox/enqueue.ts'
import { type SerializedOperation, serializeOperation } from '#sync/outbox/serialize-operation.ts'

/** Customers written at once: more would block the screen of a cheap phone, fewer would cost a commit each. */
const CHUNK_SIZE = 100

export type ImportInput = {
  readonly customers: readonly CustomerFields[]
  /** Called with the number of customers written so far. */
  readonly onDone: (written: number) => void
  /** Stops between two batches; what was written stays. */
  readonly stop: AbortSignal
}

/**
 * An id derived from the company and the row: the same file on two phones, or after a crash, creates one customer.
 */
function idOf(companyId: string, customer: CustomerFields): string {
  const hex = hashText(JSON.stringify([companyId, ...CUSTOMER_COLUMNS.map((column) => customer[column])]))
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return parts.join('-')
}

type CustomerWrite = { readonly record: Customer; readonly operation: SerializedOperation }

function toWrite(companyId: string, deps: CommandDeps, fields: CustomerFields): CustomerWrite[] {
  const id = idOf(companyId, fields)
  const record: Customer = { ...fields, id, companyId, rev: 0, active: true }
  const body = { customerId: id, baseRev: 0, base: null, fields: { ...fields, active: true } }
  const serialized = serializeOperation(
    deps.ports.newId,
    'customer.save',
    orderingKeyOf('customer', id),
    body,
  )
  // Longer than the contract allows: the server would never accept it.
  return serialized.kind === 'frozen' ? [{ record, operation: serialized.operation }] : []
}

/** Writes customers that this phone does not have, each with its operation, in one transaction; returns how many. */
async function insertChunk(account: Account, chunk: readonly CustomerWrite[], now: number): Promise<number> {
  const { db } = account
  return await workTransaction(db, async () => {
    const known = await db.customers.bulkGet(chunk.map(({ record }) => record.id))
    const fresh = chunk.filter((_, index) => known[index] === undefined)
    const entries = await enqueueFirst(
      account,
      fresh.map(({ operation }) => operation),
      now,
    )
    await db.customers.bulkPut(
      fresh.map(({ record }, index) => customerRow(record, pendingOf(entries.slice(index, index + 1)))),
    )
    return fresh.length
  })
}

/**
 * Saves customers of a file on this phone and queues each for the server, a hundred in one transaction; returns how
 * many were written. Works offline. A customer that this phone has under the id of the same row stays unchanged.
 */
export function importCustomers(
  account: Account,
  deps: CommandDeps,
  input: ImportInput,
): Promise<CommandResult<number>> {
  const { customers, onDone, stop } = input
  return runCommand(account.db, deps, async () => {
    const author = await readAuthor(account.db, 'customer.save')
    if ('kind' in author) return author
    let written = 0
    for (let at = 0; at < customers.length && !stop.aborted; at += CHUNK_SIZE) {
      const chunk = customers.slice(at, at + CHUNK_SIZE)
      const writes = chunk.flatMap((fields) => toWrite(author.company.id, deps, fields))
      written += await insertChunk(account, writes, deps.ports.clock.now())
      onDone(Math.min(at + CHUNK_SIZE, customers.length))
    }
    return succeeded(written)
  })
}
