import { findInvoice, plainInvoice } from '#data/invoices.ts'
import { listLane } from '#data/outbox-entries.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { fiscalDayOf, type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { isVatRegistered } from '#domain/companies/company.ts'
import { checkInvoice } from '#domain/invoices/check-invoice.ts'
import { normalizeContent } from '#domain/invoices/normalize-content.ts'
import { transition } from '#domain/invoices/transition.ts'
import { checkRates } from '#domain/tax/check-rates.ts'
import type { Account } from '#session/account.ts'
import { enqueue, replaceUnsent } from '../outbox/enqueue.ts'
import { isUnsent, laneOf, wasNeverSent } from '../outbox/entry.ts'
import { type Freezing, freezeOperation } from '../outbox/freeze-operation.ts'
import { refreshPending } from '../records.ts'
import { workTransaction } from '../work-transaction.ts'
import {
  authorOf,
  type CommandDeps,
  type Kept,
  keeping,
  kept,
  type RefusalCode,
  readAuthor,
  refused,
  refusedWhole,
  saleMoment,
} from './outcome.ts'
import { type InvoiceInput, readBeginning, writeInvoice } from './write-invoice.ts'
import { writtenInvoice } from './written-content.ts'

/** Saves a draft on this phone and queues it for the others of the company. A draft may still break every rule. */
export function saveDraft(
  account: Account,
  deps: CommandDeps,
  input: InvoiceInput,
): Promise<Kept<InvoiceRow>> {
  return keeping(account.db, deps, async () => {
    const invoiceId = input.invoiceId ?? deps.ports.newId()
    const content = normalizeContent(input.content)
    const beginning = await readBeginning(account.db, invoiceId, content)
    const author = authorOf(beginning.session)
    if ('kind' in author) return author
    const written = { ...input, invoiceId, content }
    return writeInvoice(account, deps, author, 'invoice.save', written, { beginning })
  })
}

/** Judges an invoice by every rule and queues its submission; from then on it is locked (spec §4, §5, §8). */
export function submitInvoice(
  account: Account,
  deps: CommandDeps,
  input: InvoiceInput,
): Promise<Kept<InvoiceRow>> {
  return keeping(account.db, deps, async () => {
    const invoiceId = input.invoiceId ?? deps.ports.newId()
    const content = normalizeContent(input.content)
    const beginning = await readBeginning(account.db, invoiceId, content)
    const author = authorOf(beginning.session)
    if ('kind' in author) return author
    const vatRegistered = isVatRegistered(author.company)
    const day = fiscalDayOf(input.saleAt ?? saleMoment(beginning.contact, author, deps))
    const refusals = [
      // A wrong clock must not make a customer too young: birth days are compared on the server only.
      ...checkInvoice(content, vatRegistered),
      ...checkRates(content.lines, author.session.rates, day, vatRegistered),
    ]
    if (refusals.length > 0) return refused(...refusals)
    const written = { ...input, invoiceId, content }
    return writeInvoice(account, deps, author, 'invoice.submit', written, { beginning })
  })
}

/** Freezes an operation about an invoice and queues it behind what its lane holds already. */
async function queueBehind(
  account: Account,
  deps: CommandDeps,
  freezing: Freezing,
  invoiceId: string,
): Promise<Kept<InvoiceRow>> {
  if (freezing.kind === 'refused') return refused(...freezing.refusals)
  const { operation } = freezing
  const { db } = account
  return workTransaction(db, async () => {
    const lane = await listLane(db, operation.lane)
    const asked = lane.some((entry) => isUnsent(entry) && entry.type === operation.type)
    // Asked twice is asked once: a second tap, a second tab.
    if (!asked) await enqueue(account, operation, [], deps.ports.clock.now())
    await refreshPending(db, [operation.lane])
    const row = await findInvoice(db, invoiceId)
    return row ? kept(row) : refusedWhole('INVOICE_NOT_FOUND')
  })
}

/** Why a cancellation is refused before it is queued; a submission that may have been numbered needs a reason too. */
function noCancelBecause(
  row: InvoiceRow,
  lane: readonly OutboxEntry[],
  wish: { readonly at: Instant; readonly by: string; readonly reason: string },
): RefusalCode | undefined {
  const moved = transition(plainInvoice(row), { kind: 'canceled', ...wish })
  if (moved.kind === 'refused') return moved.code
  if (lane.some((entry) => isUnsent(entry) && entry.type === 'invoice.credit'))
    return 'INVOICE_HAS_CREDIT_NOTES'
  const entry = submission(lane)
  const mayBeNumbered = entry !== undefined && !wasNeverSent(entry)
  return mayBeNumbered && wish.reason === '' ? 'INVOICE_CANCEL_REASON_REQUIRED' : undefined
}

/**
 * Cancels an invoice. A draft, and one whose submission never left this phone, is free: it shows as canceled at once
 * and the submission becomes a plain save. A numbered one needs a reason and changes when the server has canceled it.
 */
export function cancelInvoice(
  account: Account,
  deps: CommandDeps,
  input: { readonly invoiceId: string; readonly reason: string },
): Promise<Kept<InvoiceRow>> {
  const { db } = account
  const { invoiceId } = input
  return keeping(db, deps, async () => {
    const author = await readAuthor(db)
    if ('kind' in author) return author
    const row = await findInvoice(db, invoiceId)
    if (!row) return refusedWhole('INVOICE_NOT_FOUND')
    const reason = input.reason.trim()
    const lane = laneOf('invoice', invoiceId)
    const { newId, clock } = deps.ports
    const [cancel, save] = [
      await freezeOperation(newId, 'invoice.cancel', lane, { invoiceId, reason }),
      await freezeOperation(newId, 'invoice.save', lane, writtenInvoice(plainInvoice(row))),
    ]
    if (cancel.kind === 'refused') return refused(...cancel.refusals)
    return workTransaction(db, async () => {
      const [current, entries] = [await findInvoice(db, invoiceId), await listLane(db, lane)]
      if (!current) return refusedWhole('INVOICE_NOT_FOUND')
      const now = clock.now()
      const code = noCancelBecause(current, entries, { at: toInstant(now), by: author.name, reason })
      if (code) return refused({ path: code === 'INVOICE_CANCEL_REASON_REQUIRED' ? 'reason' : '', code })
      const unsent = submission(entries)
      if (unsent && wasNeverSent(unsent) && save.kind === 'frozen') {
        await replaceUnsent(account, unsent, save.operation, unsent.dependsOn, now)
      }
      // Asked twice is asked once: a second tap, a second tab.
      const asked = entries.some((entry) => isUnsent(entry) && entry.type === 'invoice.cancel')
      if (!asked) await enqueue(account, cancel.operation, [], now)
      await refreshPending(db, [lane])
      const after = await findInvoice(db, invoiceId)
      return after ? kept(after) : refusedWhole('INVOICE_NOT_FOUND')
    })
  })
}

/** Queues the mending of a receipt that the authority refused for its form. */
export function repairInvoice(
  account: Account,
  deps: CommandDeps,
  input: { readonly invoiceId: string },
): Promise<Kept<InvoiceRow>> {
  return keeping(account.db, deps, async () => {
    const row = await findInvoice(account.db, input.invoiceId)
    if (!row) return refusedWhole('INVOICE_NOT_FOUND')
    const delivery = row.receipt?.delivery
    if (delivery !== 'rejected' && delivery !== 'parked') return refusedWhole('INVOICE_NOT_REPAIRABLE')
    const lane = laneOf('invoice', input.invoiceId)
    const freezing = await freezeOperation(deps.ports.newId, 'invoice.repair', lane, {
      invoiceId: input.invoiceId,
    })
    return queueBehind(account, deps, freezing, input.invoiceId)
  })
}

function submission(lane: readonly OutboxEntry[]): OutboxEntry | undefined {
  return lane.find((entry) => isUnsent(entry) && entry.type === 'invoice.submit')
}

/** Whether a submission of the invoice waits that never left this phone, so that it may be taken back. */
export async function mayTakeBack({ db }: Pick<Account, 'db'>, invoiceId: string): Promise<boolean> {
  const entry = submission(await listLane(db, laneOf('invoice', invoiceId)))
  return entry !== undefined && wasNeverSent(entry)
}

/** Makes a submission that never left this phone a draft again. Refused once it was sent: the server may have it. */
export function takeBack(
  account: Account,
  deps: CommandDeps,
  input: { readonly invoiceId: string },
): Promise<Kept<InvoiceRow>> {
  const { db } = account
  const { invoiceId } = input
  return keeping(account.db, deps, async () => {
    const row = await findInvoice(db, invoiceId)
    if (!row) return refusedWhole('INVOICE_NOT_FOUND')
    const lane = laneOf('invoice', invoiceId)
    const freezing = await freezeOperation(
      deps.ports.newId,
      'invoice.save',
      lane,
      writtenInvoice(plainInvoice(row)),
    )
    if (freezing.kind === 'refused') return refused(...freezing.refusals)
    return workTransaction(db, async () => {
      const entry = submission(await listLane(db, lane))
      if (!entry || !wasNeverSent(entry)) return refusedWhole('INVOICE_NOT_DRAFT')
      const now = deps.ports.clock.now()
      await replaceUnsent(account, entry, freezing.operation, entry.dependsOn, now)
      await refreshPending(db, [lane])
      const after = await findInvoice(db, invoiceId)
      return after ? kept(after) : refusedWhole('INVOICE_NOT_FOUND')
    })
  })
}
