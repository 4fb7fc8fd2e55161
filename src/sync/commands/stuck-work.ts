import * as v from 'valibot'
import { invoiceContentSchema } from '#contract/invoices.ts'
import { findEntry, putEntries } from '#data/outbox-entries.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { overlaySale } from '../outbox/apply-result.ts'
import { entriesBehind, releaseBehind } from '../outbox/dependants.ts'
import { pointDependants, renewRefused, withdraw } from '../outbox/enqueue.ts'
import { isFinallyRefused, recordOfLane } from '../outbox/entry.ts'
import type { FrozenOperation } from '../outbox/freeze-operation.ts'
import { keptId, readRecord, refreshPending, uncoverRecord } from '../records.ts'
import { workTransaction } from '../work-transaction.ts'
import { withdrawOrphans } from './file-work.ts'
import { type CommandDeps, type Kept, keeping, kept, readAuthor, refusedWhole } from './outcome.ts'
import { writeInvoice } from './write-invoice.ts'

type Input = { readonly opId: string }

function isStuck(entry: OutboxEntry | undefined): entry is OutboxEntry {
  return entry !== undefined && (entry.state === 'attention' || entry.state === 'blocked')
}

/** Refusals after which the same text must never get a new id: it may have been done under the old one. */
const SAME_ID: ReadonlySet<string> = new Set(['OPERATION_REUSED', 'OPERATION_WRONG_ACCOUNT'])

/**
 * Sends a stuck operation again, letter for letter. One that the server refused for good gets a new id, since the
 * old one would be answered as before; one whose outcome is open keeps its own.
 */
export function sendAgain(account: Account, deps: CommandDeps, { opId }: Input): Promise<Kept<null>> {
  const { db } = account
  return keeping(db, deps, async () => {
    const freshId = deps.ports.newId()
    return workTransaction(db, async () => {
      const entry = await findEntry(db, opId)
      if (!isStuck(entry)) return refusedWhole('NOT_FOUND')
      const now = deps.ports.clock.now()
      const waiting = await entriesBehind(db, entry)
      const renew = isFinallyRefused(entry) && !SAME_ID.has(entry.last?.code ?? '')
      const anew = { state: 'queued' as const, serverErrors: 0, aloneErrors: 0, crashes: 0, aloneCrashes: 0 }
      if (renew) await renewEntry(account, entry, freshId, now)
      else await putEntries(db, [{ ...entry, ...anew, lease: null, nextAt: 0, waitSetAt: 0 }])
      const lanes = await releaseBehind(db, waiting)
      await refreshPending(db, [entry.lane, ...lanes])
      return kept(null)
    })
  })
}

/** The same writing under a new id, in its old place: what was written later about the record comes after it. */
async function renewEntry(account: Account, entry: OutboxEntry, opId: string, now: number): Promise<void> {
  const { type, v: version, lane, body, bodyHash } = entry
  // Entries are only ever made from frozen operations; an unknown type is refused by the server again.
  const operation = { opId, type, v: version, lane, body, bodyHash } as FrozenOperation
  await renewRefused(account, entry, operation, now)
  const sold =
    type === 'invoice.submit'
      ? await readRecord(account.db, 'invoice', recordOfLane(lane)?.id ?? '')
      : undefined
  if (sold?.kind === 'invoice') await overlaySale(account.db, opId, sold.record)
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
