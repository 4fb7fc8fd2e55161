import * as v from 'valibot'
import { invoiceContentSchema } from '#contract/invoices.ts'
import { findEntry } from '#data/outbox-entries.ts'
import { recordOfOrderingKey } from '#data/outbox-entry.ts'
import { refreshPending, resolveId, restoreServerCopy } from '#data/records.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import {
  type CommandDeps,
  type CommandResult,
  readAuthor,
  refusedWithCode,
  runCommand,
  succeeded,
} from '#sync/outbox/command-result.ts'
import { listEntriesBehind, unblock } from '#sync/outbox/dependents.ts'
import { cancelEntries, repointDependents } from '#sync/outbox/enqueue.ts'
import { cancelOrphanedFiles } from '#sync/outbox/file-operations.ts'
import { requeue } from '#sync/outbox/requeue.ts'
import { writeInvoice } from './write-invoice.ts'

type Input = { readonly opId: string }

function isStuck(entry: OutboxEntry | undefined): entry is OutboxEntry {
  return entry !== undefined && (entry.state === 'attention' || entry.state === 'blocked')
}

/**
 * Sends a stuck operation again, letter for letter. One that the server refused for good gets the id of its next try,
 * since the old one would be answered as before; one that may yet be done under its own keeps that.
 */
export function sendAgain(
  account: Account,
  deps: CommandDeps,
  { opId }: Input,
): Promise<CommandResult<null>> {
  const { db } = account
  return runCommand(db, deps, () =>
    workTransaction(db, async () => {
      const entry = await findEntry(db, opId)
      if (!isStuck(entry)) return refusedWithCode('NOT_FOUND')
      await requeue(account, entry, deps.ports.clock.now())
      return succeeded(null)
    }),
  )
}

/**
 * Gives up a stuck operation. The server's form of the record shows again; a record that the server never had goes.
 * What waited for it waits no longer and will be judged by the server. A copy stays in the audit.
 */
export function discardWork(
  account: Account,
  deps: CommandDeps,
  { opId }: Input,
): Promise<CommandResult<null>> {
  const { db } = account
  return runCommand(db, deps, () =>
    workTransaction(db, async () => {
      const entry = await findEntry(db, opId)
      if (!isStuck(entry)) return refusedWithCode('NOT_FOUND')
      await discard(account, entry, deps.ports.clock.now())
      return succeeded(null)
    }),
  )
}

async function discard(account: Account, entry: OutboxEntry, now: number): Promise<void> {
  const { db } = account
  const blocked = await listEntriesBehind(db, entry)
  await cancelEntries(db, [entry], 'discarded', toInstant(now))
  const repointed = await repointDependents(db, entry.opId, null)
  const orderingKeys = await unblock(db, blocked)
  const named = recordOfOrderingKey(entry.lane)
  if (named) await restoreServerCopy(db, named.kind, await resolveId(db, named.id))
  if (named?.kind === 'expense') await cancelOrphanedFiles(db, named.id, toInstant(now))
  await refreshPending(db, [entry.lane, ...orderingKeys, ...repointed.map((other) => other.lane)])
}

const writtenBody = v.object({ content: invoiceContentSchema })

/**
 * A draft that lost against another phone becomes a second draft with what was written here; the other phone's
 * stays as it is. Never merged silently.
 */
export function keepAsNewDraft(
  account: Account,
  deps: CommandDeps,
  { opId }: Input,
): Promise<CommandResult<InvoiceRow>> {
  const { db } = account
  return runCommand(db, deps, async () => {
    const author = await readAuthor(db)
    if ('kind' in author) return author
    const entry = await findEntry(db, opId)
    if (!isStuck(entry)) return refusedWithCode('NOT_FOUND')
    const body = v.safeParse(writtenBody, JSON.parse(entry.body))
    if (!body.success) return refusedWithCode('OPERATION_INVALID')
    const invoiceId = deps.ports.newId()
    const { content } = body.output
    const outcome = await writeInvoice(account, deps, author, 'invoice.save', { invoiceId, content })
    if (outcome.kind !== 'kept') return outcome
    await workTransaction(db, async () => {
      const current = await findEntry(db, opId)
      if (isStuck(current)) await discard(account, current, deps.ports.clock.now())
    })
    return outcome
  })
}
