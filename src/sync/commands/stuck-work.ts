import * as v from 'valibot'
import { invoiceContentSchema } from '#contract/invoices.ts'
import { findEntry } from '#data/outbox-entries.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { entriesBehind, releaseBehind } from '../outbox/dependants.ts'
import { pointDependants, withdraw } from '../outbox/enqueue.ts'
import { recordOfLane } from '../outbox/entry.ts'
import { requeue } from '../outbox/requeue.ts'
import { keptId, refreshPending, uncoverRecord } from '../records.ts'
import { workTransaction } from '../work-transaction.ts'
import { withdrawOrphans } from './file-work.ts'
import { type CommandDeps, type Kept, keeping, kept, readAuthor, refusedWhole } from './outcome.ts'
import { writeInvoice } from './write-invoice.ts'

type Input = { readonly opId: string }

function isStuck(entry: OutboxEntry | undefined): entry is OutboxEntry {
  return entry !== undefined && (entry.state === 'attention' || entry.state === 'blocked')
}

/**
 * Sends a stuck operation again, letter for letter. One that the server refused for good gets the id of its next try,
 * since the old one would be answered as before; one that may yet be done under its own keeps that.
 */
export function sendAgain(account: Account, deps: CommandDeps, { opId }: Input): Promise<Kept<null>> {
  const { db } = account
  return keeping(db, deps, () =>
    workTransaction(db, async () => {
      const entry = await findEntry(db, opId)
      if (!isStuck(entry)) return refusedWhole('NOT_FOUND')
      await requeue(account, entry, deps.ports.clock.now())
      return kept(null)
    }),
  )
}

/**
 * Gives up a stuck operation. The server's form of the record shows again; a record that the server never had goes.
 * What waited for it waits no longer and will be judged by the server. A copy stays in the audit.
 */
export function discardWork(account: Account, deps: CommandDeps, { opId }: Input): Promise<Kept<null>> {
  const { db } = account
  return keeping(db, deps, () =>
    workTransaction(db, async () => {
      const entry = await findEntry(db, opId)
      if (!isStuck(entry)) return refusedWhole('NOT_FOUND')
      await discard(account, entry, deps.ports.clock.now())
      return kept(null)
    }),
  )
}

async function discard(account: Account, entry: OutboxEntry, now: number): Promise<void> {
  const { db } = account
  const waiting = await entriesBehind(db, entry)
  await withdraw(db, [entry], 'discarded', toInstant(now))
  const pointed = await pointDependants(db, entry.opId, null)
  const lanes = await releaseBehind(db, waiting)
  const named = recordOfLane(entry.lane)
  if (named) await uncoverRecord(db, named.kind, await keptId(db, named.id))
  if (named?.kind === 'expense') await withdrawOrphans(db, named.id, toInstant(now))
  await refreshPending(db, [entry.lane, ...lanes, ...pointed.map((other) => other.lane)])
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
): Promise<Kept<InvoiceRow>> {
  const { db } = account
  return keeping(db, deps, async () => {
    const author = await readAuthor(db)
    if ('kind' in author) return author
    const entry = await findEntry(db, opId)
    if (!isStuck(entry)) return refusedWhole('NOT_FOUND')
    const body = v.safeParse(writtenBody, JSON.parse(entry.body))
    if (!body.success) return refusedWhole('OPERATION_INVALID')
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
