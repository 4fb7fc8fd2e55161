import { writtenInvoice } from '#contract/invoice-body.ts'
import { findInvoice, invoiceFromRow } from '#data/invoices.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { isUnsent, orderingKeyOf, wasNeverSent } from '#data/outbox-entry.ts'
import { refreshPending } from '#data/records.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { fiscalDayOf, type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { isVatRegistered } from '#domain/companies/company.ts'
import { checkInvoice } from '#domain/invoices/check-invoice.ts'
import { normalizeContent } from '#domain/invoices/normalize-content.ts'
import { transition } from '#domain/invoices/transition.ts'
import { checkRates } from '#domain/tax/check-rates.ts'
import type { Account } from '#session/account.ts'
import {
  authorOf,
  type CommandDeps,
  type CommandResult,
  type RefusalCode,
  readAuthor,
  refused,
  refusedWithCode,
  runCommand,
  saleTime,
  succeeded,
} from '#sync/outbox/command-result.ts'
import { enqueue, replacePending } from '#sync/outbox/enqueue.ts'
import { type Serialization, serializeOperation } from '#sync/outbox/serialize-operation.ts'
import { type InvoiceInput, readWriteContext, writeInvoice } from './write-invoice.ts'

/** Saves a draft on this phone and queues it for the others of the company. A draft may still break every rule. */
export function saveDraft(
  account: Account,
  deps: CommandDeps,
  input: InvoiceInput,
): Promise<CommandResult<InvoiceRow>> {
  return runCommand(account.db, deps, async () => {
    const invoiceId = input.invoiceId ?? deps.ports.newId()
    const content = normalizeContent(input.content)
    const context = await readWriteContext(account.db, invoiceId, content)
    const author = authorOf(context.session)
    if ('kind' in author) return author
    const written = { ...input, invoiceId, content }
    return writeInvoice(account, deps, author, 'invoice.save', written, { beginning: context })
  })
}

/** Judges an invoice by every rule and queues its submission; from then on it is locked (spec §4, §5, §8). */
export function submitInvoice(
  account: Account,
  deps: CommandDeps,
  input: InvoiceInput,
): Promise<CommandResult<InvoiceRow>> {
  return runCommand(account.db, deps, async () => {
    const invoiceId = input.invoiceId ?? deps.ports.newId()
    const content = normalizeContent(input.content)
    const context = await readWriteContext(account.db, invoiceId, content)
    const author = authorOf(context.session)
    if ('kind' in author) return author
    const vatRegistered = isVatRegistered(author.company)
    const day = fiscalDayOf(input.saleAt ?? saleTime(context.contact, author, deps))
    const refusals = [
      // A wrong clock must not make a customer too young: birth days are compared on the server only.
      ...checkInvoice(content, vatRegistered),
      ...checkRates(content.lines, author.session.rates, day, vatRegistered),
    ]
    if (refusals.length > 0) return refused(...refusals)
    const written = { ...input, invoiceId, content }
    return writeInvoice(account, deps, author, 'invoice.submit', written, { beginning: context })
  })
}

/** Freezes an operation about an invoice and queues it behind what its lane holds already. */
async function enqueueOnce(
  account: Account,
  deps: CommandDeps,
  serialized: Serialization,
  invoiceId: string,
): Promise<CommandResult<InvoiceRow>> {
  if (serialized.kind === 'refused') return refused(...serialized.refusals)
  const { operation } = serialized
  const { db } = account
  return workTransaction(db, async () => {
    const entries = await listByOrderingKey(db, operation.lane)
    const alreadyQueued = entries.some((entry) => isUnsent(entry) && entry.type === operation.type)
    // Asked twice is asked once: a second tap, a second tab.
    if (!alreadyQueued) await enqueue(account, operation, [], deps.ports.clock.now())
    await refreshPending(db, [operation.lane])
    const row = await findInvoice(db, invoiceId)
    return row ? succeeded(row) : refusedWithCode('INVOICE_NOT_FOUND')
  })
}

/** Why a cancellation is refused before it is queued; a submission that may have been numbered needs a reason too. */
function cancelRefusal(
  row: InvoiceRow,
  entries: readonly OutboxEntry[],
  cancellation: { readonly at: Instant; readonly by: string; readonly reason: string },
): RefusalCode | undefined {
  const moved = transition(invoiceFromRow(row), { kind: 'canceled', ...cancellation })
  if (moved.kind === 'refused') return moved.code
  if (entries.some((entry) => isUnsent(entry) && entry.type === 'invoice.credit'))
    return 'INVOICE_HAS_CREDIT_NOTES'
  const submission = findSubmission(entries)
  const mayBeNumbered = submission !== undefined && !wasNeverSent(submission)
  return mayBeNumbered && cancellation.reason === '' ? 'INVOICE_CANCEL_REASON_REQUIRED' : undefined
}

/**
 * Cancels an invoice. A draft, and one whose submission never left this phone, is free: it shows as canceled at once
 * and the submission becomes a plain save. A numbered one needs a reason and changes when the server has canceled it.
 */
export function cancelInvoice(
  account: Account,
  deps: CommandDeps,
  input: { readonly invoiceId: string; readonly reason: string },
): Promise<CommandResult<InvoiceRow>> {
  const { db } = account
  const { invoiceId } = input
  return runCommand(db, deps, async () => {
    const author = await readAuthor(db)
    if ('kind' in author) return author
    const row = await findInvoice(db, invoiceId)
    if (!row) return refusedWithCode('INVOICE_NOT_FOUND')
    const reason = input.reason.trim()
    const orderingKey = orderingKeyOf('invoice', invoiceId)
    const { newId, clock } = deps.ports
    const [cancel, save] = [
      await serializeOperation(newId, 'invoice.cancel', orderingKey, { invoiceId, reason }),
      await serializeOperation(newId, 'invoice.save', orderingKey, writtenInvoice(invoiceFromRow(row))),
    ]
    if (cancel.kind === 'refused') return refused(...cancel.refusals)
    return workTransaction(db, async () => {
      const [current, entries] = [await findInvoice(db, invoiceId), await listByOrderingKey(db, orderingKey)]
      if (!current) return refusedWithCode('INVOICE_NOT_FOUND')
      const now = clock.now()
      const code = cancelRefusal(current, entries, { at: toInstant(now), by: author.name, reason })
      if (code) return refused({ path: code === 'INVOICE_CANCEL_REASON_REQUIRED' ? 'reason' : '', code })
      const unsent = findSubmission(entries)
      if (unsent && wasNeverSent(unsent) && save.kind === 'frozen') {
        await replacePending(account, unsent, save.operation, unsent.dependsOn, now)
      }
      // Asked twice is asked once: a second tap, a second tab.
      const alreadyQueued = entries.some((entry) => isUnsent(entry) && entry.type === 'invoice.cancel')
      if (!alreadyQueued) await enqueue(account, cancel.operation, [], now)
      await refreshPending(db, [orderingKey])
      const after = await findInvoice(db, invoiceId)
      return after ? succeeded(after) : refusedWithCode('INVOICE_NOT_FOUND')
    })
  })
}

/** Queues the mending of a receipt that the authority refused for its form. */
export function repairInvoice(
  account: Account,
  deps: CommandDeps,
  input: { readonly invoiceId: string },
): Promise<CommandResult<InvoiceRow>> {
  return runCommand(account.db, deps, async () => {
    const row = await findInvoice(account.db, input.invoiceId)
    if (!row) return refusedWithCode('INVOICE_NOT_FOUND')
    const delivery = row.receipt?.delivery
    if (delivery !== 'rejected' && delivery !== 'parked') return refusedWithCode('INVOICE_NOT_REPAIRABLE')
    const orderingKey = orderingKeyOf('invoice', input.invoiceId)
    const serialized = await serializeOperation(deps.ports.newId, 'invoice.repair', orderingKey, {
      invoiceId: input.invoiceId,
    })
    return enqueueOnce(account, deps, serialized, input.invoiceId)
  })
}

function findSubmission(entries: readonly OutboxEntry[]): OutboxEntry | undefined {
  return entries.find((entry) => isUnsent(entry) && entry.type === 'invoice.submit')
}

/** Whether a submission of the invoice waits that never left this phone, so that it may be taken back. */
export async function canTakeBack({ db }: Pick<Account, 'db'>, invoiceId: string): Promise<boolean> {
  const entry = findSubmission(await listByOrderingKey(db, orderingKeyOf('invoice', invoiceId)))
  return entry !== undefined && wasNeverSent(entry)
}

/** Makes a submission that never left this phone a draft again. Refused once it was sent: the server may have it. */
export function takeBack(
  account: Account,
  deps: CommandDeps,
  input: { readonly invoiceId: string },
): Promise<CommandResult<InvoiceRow>> {
  const { db } = account
  const { invoiceId } = input
  return runCommand(account.db, deps, async () => {
    const row = await findInvoice(db, invoiceId)
    if (!row) return refusedWithCode('INVOICE_NOT_FOUND')
    const orderingKey = orderingKeyOf('invoice', invoiceId)
    const serialized = await serializeOperation(
      deps.ports.newId,
      'invoice.save',
      orderingKey,
      writtenInvoice(invoiceFromRow(row)),
    )
    if (serialized.kind === 'refused') return refused(...serialized.refusals)
    return workTransaction(db, async () => {
      const entry = findSubmission(await listByOrderingKey(db, orderingKey))
      if (!entry || !wasNeverSent(entry)) return refusedWithCode('INVOICE_NOT_DRAFT')
      const now = deps.ports.clock.now()
      await replacePending(account, entry, serialized.operation, entry.dependsOn, now)
      await refreshPending(db, [orderingKey])
      const after = await findInvoice(db, invoiceId)
      return after ? succeeded(after) : refusedWithCode('INVOICE_NOT_FOUND')
    })
  })
}
