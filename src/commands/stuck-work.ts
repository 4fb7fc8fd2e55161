import * as v from 'valibot'
import { invoiceContentSchema } from '#contract/invoices.ts'
import { findEntry } from '#data/outbox-entries.ts'
import { parseText, recordOfOrderingKey } from '#data/outbox-entry.ts'
import { isBodyIntact } from '#data/outbox-entry-schema.ts'
import { refreshPending, resolveId, restoreServerCopy } from '#data/records.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { ok } from '#domain/result.ts'
import type { Account } from '#session/account.ts'
import {
  type CommandDeps,
  type CommandResult,
  readAuthor,
  refusedWithCode,
} from '#sync/outbox/command-result.ts'
import { listEntriesBehind, unblock } from '#sync/outbox/dependents.ts'
import { cancelEntries, repointDependents } from '#sync/outbox/enqueue.ts'
import { cancelOrphanedFiles } from '#sync/outbox/file-operations.ts'
import { revertImport } from '#sync/outbox/imported-rows.ts'
import { requeue } from '#sync/outbox/requeue.ts'
import { type WriteTransaction, write } from '#sync/outbox/writer.ts'
import { readInvoiceContext, writeInvoice } from './write-invoice.ts'

type Input = { readonly opId: string }

function isStuck(entry: OutboxEntry | undefined): entry is OutboxEntry {
  return entry !== undefined && (entry.state === 'attention' || entry.state === 'blocked')
}

/**
 * Sends a failed operation again, byte for byte. One that the server refused for good gets the id of its next
 * attempt, because the server would repeat its answer to the old one; one that may still be executed under its own id
 * keeps it.
 */
export function sendAgain(
  account: Account,
  deps: CommandDeps,
  { opId }: Input,
): Promise<CommandResult<null>> {
  return write(account, deps, async (tx) => {
    const entry = await findEntry(tx.db, opId)
    if (!isStuck(entry)) return refusedWithCode('NOT_FOUND')
    // An entry in place of a row that could not be read would only come back, or wait for ever.
    if (!isBodyIntact(entry)) return refusedWithCode('OPERATION_DAMAGED')
    await requeue(account, entry, tx.now)
    return ok(null)
  })
}

/**
 * Discards a failed operation. The server's copy of the record is shown again; a record that the server never had is
 * deleted. Its dependents are unblocked and decided by the server. A copy stays in the audit.
 */
export function discardWork(
  account: Account,
  deps: CommandDeps,
  { opId }: Input,
): Promise<CommandResult<null>> {
  return write(account, deps, async (tx) => {
    const entry = await findEntry(tx.db, opId)
    if (!isStuck(entry)) return refusedWithCode('NOT_FOUND')
    await discard(tx, entry)
    return ok(null)
  })
}

async function discard({ db, now }: WriteTransaction, entry: OutboxEntry): Promise<void> {
  const blocked = await listEntriesBehind(db, entry)
  await cancelEntries(db, [entry], 'discarded', toInstant(now))
  await revertImport(db, entry)
  const repointed = await repointDependents(db, entry.opId, null)
  const orderingKeys = await unblock(db, blocked)
  const named = recordOfOrderingKey(entry.lane)
  if (named) await restoreServerCopy(db, named.kind, await resolveId(db, named.id))
  if (named?.kind === 'expense') await cancelOrphanedFiles(db, named.id, toInstant(now))
  await refreshPending(db, [entry.lane, ...orderingKeys, ...repointed.map((other) => other.lane)])
}

const writtenBody = v.object({ content: invoiceContentSchema })

/**
 * A draft that another phone changed at the same time becomes a second draft with what was written here; the other
 * phone's draft stays as it is. Never merged silently.
 */
export function keepAsNewDraft(
  account: Account,
  deps: CommandDeps,
  { opId }: Input,
): Promise<CommandResult<InvoiceRow>> {
  const invoiceId = deps.ports.newId()
  return write(account, deps, async (tx) => {
    const known = await readAuthor(tx.db, 'invoice.save')
    if (!known.ok) return known
    const author = known.value
    const entry = await findEntry(tx.db, opId)
    if (!isStuck(entry)) return refusedWithCode('NOT_FOUND')
    const body = v.safeParse(writtenBody, parseText(entry.body))
    if (!body.success) return refusedWithCode('OPERATION_INVALID')
    const { content } = body.output
    const context = await readInvoiceContext(tx, invoiceId, content)
    const saved = await writeInvoice(tx, deps, author, context, 'invoice.save', { invoiceId, content })
    if (saved.ok) await discard(tx, entry)
    return saved
  })
}
