import { writtenInvoice } from '#contract/invoice-body.ts'
import { listCollections } from '#data/collections.ts'
import { findInvoice, invoiceFromRow } from '#data/invoices.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { isContentWrite, isUnsent, needsNewId, orderingKeyOf, wasNeverSent } from '#data/outbox-entry.ts'
import { refreshPending } from '#data/records.ts'
import type { CollectionRow, InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { fiscalDayOf, notBefore } from '#domain/calendar/east-africa.ts'
import { collectedFor } from '#domain/collections/owed.ts'
import { isVatRegistered } from '#domain/companies/company.ts'
import { checkInvoice } from '#domain/invoices/check-invoice.ts'
import type { InvoiceCancellation } from '#domain/invoices/invoice.ts'
import { normalizeContent } from '#domain/invoices/normalize-content.ts'
import { transition } from '#domain/invoices/transition.ts'
import { type Approval, mayDiscount } from '#domain/permissions/operator-rights.ts'
import { ok, refuse } from '#domain/result.ts'
import { checkRates } from '#domain/tax/check-rates.ts'
import type { Account } from '#session/account.ts'
import {
  authorOf,
  type CommandDeps,
  type CommandResult,
  type RefusalCode,
  readAuthor,
  refusedWithCode,
  rightsOfAuthor,
  saleTime,
} from '#sync/outbox/command-result.ts'
import { type WriteTransaction, write } from '#sync/outbox/writer.ts'
import { updateLastUse } from './last-use.ts'
import {
  hasSubmission,
  type InvoiceInput,
  isConflict,
  readInvoiceContext,
  usedIn,
  writeInvoice,
} from './write-invoice.ts'

/**
 * Saves a draft on this phone and queues it for the others of the company. A draft may still break every rule. Where the
 * stored one was changed elsewhere since the editor read it, what is written becomes a second draft: nothing is merged.
 */
export function saveDraft(
  account: Account,
  deps: CommandDeps,
  input: InvoiceInput,
): Promise<CommandResult<InvoiceRow>> {
  let invoiceId = input.invoiceId ?? deps.ports.newId()
  return write(account, deps, async (tx) => {
    const content = normalizeContent(input.content)
    let context = await readInvoiceContext(tx, invoiceId, content)
    const known = authorOf(context.session, 'invoice.save')
    if (!known.ok) return known
    const author = known.value
    if (isConflict(context, input)) {
      // The same one when this runs again.
      invoiceId = deps.ports.newId()
      context = await readInvoiceContext(tx, invoiceId, content)
    }
    return writeInvoice(tx, deps, author, context, 'invoice.save', { ...input, invoiceId, content })
  })
}

/** Validates an invoice by every rule and queues its submission; from then on it is locked (spec §4, §5, §8). */
export async function submitInvoice(
  account: Account,
  deps: CommandDeps,
  input: InvoiceInput,
): Promise<CommandResult<InvoiceRow>> {
  const invoiceId = input.invoiceId ?? deps.ports.newId()
  let runs = 0
  const submitted = await write(account, deps, async (tx) => {
    runs += 1
    const content = normalizeContent(input.content)
    const context = await readInvoiceContext(tx, invoiceId, content)
    // Stored already, by a run that lost its connection before it got the result.
    if (runs > 1 && context.before && hasSubmission(context, content)) return ok(context.before)
    const known = authorOf(context.session, 'invoice.submit')
    if (!known.ok) return known
    const author = known.value
    if (isConflict(context, input)) return refusedWithCode('INVOICE_CHANGED_ELSEWHERE')
    const vatRegistered = isVatRegistered(author.company)
    const day = fiscalDayOf(input.saleAt ?? saleTime(context.contact, author, tx.now))
    const refusals = [
      // A wrong clock must not make a customer too young: dates of birth are compared on the server only.
      ...checkInvoice(content, vatRegistered, { choices: author.company.choices }),
      ...checkRates(content.lines, author.session.rates, day, vatRegistered),
    ]
    if (refusals.length > 0) return refuse(refusals)
    if (!mayDiscount(rightsOfAuthor(author), content.lines) && !input.approval)
      return refusedWithCode('FORBIDDEN')
    return writeInvoice(tx, deps, author, context, 'invoice.submit', { ...input, invoiceId, content })
  })
  if (submitted.ok) {
    const now = deps.ports.clock.now()
    void updateLastUse(account, deps, usedIn(submitted.value), now).catch(() => undefined)
  }
  return submitted
}

/** Updates what lists show of an invoice from the outbox, and returns its row. */
async function refreshedRow({ db }: WriteTransaction, invoiceId: string): Promise<CommandResult<InvoiceRow>> {
  await refreshPending(db, [orderingKeyOf('invoice', invoiceId)])
  const row = await findInvoice(db, invoiceId)
  return row ? ok(row) : refusedWithCode('INVOICE_NOT_FOUND')
}

/** Why a cancellation is refused before it is queued; a submission that may have been numbered needs a reason too. */
function cancelRefusal(
  row: InvoiceRow,
  entries: readonly OutboxEntry[],
  collections: readonly CollectionRow[],
  cancellation: InvoiceCancellation,
): RefusalCode | undefined {
  const collected = collectedFor(row.id, collections)
  const moved = transition(invoiceFromRow(row), { kind: 'canceled', collected, ...cancellation })
  if (moved.kind === 'refused') return moved.code
  if (entries.some((entry) => isUnsent(entry) && entry.type === 'invoice.credit'))
    return 'INVOICE_HAS_CREDIT_NOTES'
  return mayBeNumbered(entries) && cancellation.reason === '' ? 'INVOICE_CANCEL_REASON_REQUIRED' : undefined
}

/**
 * Whether the server refused a write of an invoice for good: it was not executed, so a submission was not numbered. Another
 * phone that received it may still send it under another id.
 */
function isRefusedWrite(entry: OutboxEntry): boolean {
  return isContentWrite(entry) && needsNewId(entry) && entry.handedOverAt === undefined
}

/** Whether a submission was sent whose outcome is unknown: neither known to be numbered nor refused for good. */
function mayBeNumbered(entries: readonly OutboxEntry[]): boolean {
  const submission = findSubmission(entries)
  return submission !== undefined && !wasNeverSent(submission) && !isRefusedWrite(submission)
}

/**
 * Cancels an invoice. A draft, or one whose submission was never sent, is canceled at once, and the submission
 * becomes a plain save. What the server refused is dropped. A numbered one needs a reason and changes when the server has
 * canceled it.
 */
export async function cancelInvoice(
  account: Account,
  deps: CommandDeps,
  input: {
    readonly invoiceId: string
    readonly reason: string
    /** The owner's approval, where this operator may not cancel a numbered invoice alone. */
    readonly approval?: Approval | undefined
  },
): Promise<CommandResult<InvoiceRow>> {
  const { invoiceId } = input
  const orderingKey = orderingKeyOf('invoice', invoiceId)
  // Loaded before the transaction, in which nothing else may be awaited.
  const [{ dropRefusedWrites }, { mustEnqueue }] = await Promise.all([
    import('./drop-refused-writes.ts'),
    import('./must-enqueue.ts'),
  ])
  return write(account, deps, async (tx) => {
    const { db } = tx
    const known = await readAuthor(db, 'invoice.cancel')
    if (!known.ok) return known
    const author = known.value
    const [row, entries, collections] = await Promise.all([
      findInvoice(db, invoiceId),
      listByOrderingKey(db, orderingKey),
      listCollections(db, [invoiceId]),
    ])
    if (!row) return refusedWithCode('INVOICE_NOT_FOUND')
    const reason = input.reason.trim()
    const at = notBefore(await tx.moment(), row.saleAt)
    const cancellation = { at, by: author.name, byId: author.user.id, reason }
    const code = cancelRefusal(row, entries, collections, cancellation)
    if (code) return refuse([{ path: code === 'INVOICE_CANCEL_REASON_REQUIRED' ? 'reason' : '', code }])
    const { approval } = input
    if (row.receipt !== null && !rightsOfAuthor(author).cancel && !approval)
      return refusedWithCode('FORBIDDEN')
    // What waits behind a refused write is of no use either: it would be refused again, before the cancellation.
    const refused = entries.some(isRefusedWrite)
      ? entries.filter((entry) => isRefusedWrite(entry) || (isContentWrite(entry) && wasNeverSent(entry)))
      : []
    if (refused.length > 0 && (await dropRefusedWrites(tx, row, entries, refused, cancellation)))
      return refreshedRow(tx, invoiceId)
    const submission = findSubmission(entries.filter((entry) => !refused.includes(entry)))
    const takenBack = submission !== undefined && wasNeverSent(submission)
    if (takenBack) await tx.replacePending(submission, 'invoice.save', writtenInvoice(invoiceFromRow(row)))
    const body = { invoiceId, reason, at, ...(approval && { approval }) }
    // The server would refuse it while it has a payment whose cancellation is still on its way.
    const first = takenBack ? [] : await sendingOf(tx, collections)
    if (await mustEnqueue(tx, 'invoice.cancel', entries))
      await tx.enqueue('invoice.cancel', orderingKey, body, first)
    return refreshedRow(tx, invoiceId)
  })
}

/** The operations about payments that are on their way. One that needs a person holds nothing back. */
async function sendingOf({ db }: WriteTransaction, collections: readonly CollectionRow[]): Promise<string[]> {
  const lanes = await Promise.all(
    collections.map(({ id }) => listByOrderingKey(db, orderingKeyOf('collection', id))),
  )
  return lanes
    .flat()
    .filter(({ state }) => state === 'queued' || state === 'sending')
    .map(({ opId }) => opId)
}

/** Queues the repair of a receipt that the authority refused for its form. */
export async function repairInvoice(
  account: Account,
  deps: CommandDeps,
  { invoiceId }: { readonly invoiceId: string },
): Promise<CommandResult<InvoiceRow>> {
  const { mustEnqueue } = await import('./must-enqueue.ts')
  return write(account, deps, async (tx) => {
    const known = await readAuthor(tx.db, 'invoice.repair')
    if (!known.ok) return known
    const row = await findInvoice(tx.db, invoiceId)
    if (!row) return refusedWithCode('INVOICE_NOT_FOUND')
    const delivery = row.receipt?.delivery
    if (delivery !== 'rejected' && delivery !== 'parked') return refusedWithCode('INVOICE_NOT_REPAIRABLE')
    const orderingKey = orderingKeyOf('invoice', invoiceId)
    const entries = await listByOrderingKey(tx.db, orderingKey)
    if (await mustEnqueue(tx, 'invoice.repair', entries))
      await tx.enqueue('invoice.repair', orderingKey, { invoiceId })
    return refreshedRow(tx, invoiceId)
  })
}

function findSubmission(entries: readonly OutboxEntry[]): OutboxEntry | undefined {
  return entries.find((entry) => isUnsent(entry) && entry.type === 'invoice.submit')
}

/** Whether a submission of the invoice may have been numbered, although no number has arrived. */
export async function isUnknownWhetherNumbered(
  { db }: Pick<Account, 'db'>,
  invoiceId: string,
): Promise<boolean> {
  return mayBeNumbered(await listByOrderingKey(db, orderingKeyOf('invoice', invoiceId)))
}

/** Whether the pending submission of the invoice was never sent: the server cannot have numbered it. */
async function isNeverSent({ db }: Pick<Account, 'db'>, invoiceId: string): Promise<boolean> {
  const entry = findSubmission(await listByOrderingKey(db, orderingKeyOf('invoice', invoiceId)))
  return entry !== undefined && wasNeverSent(entry)
}

/** Whether such a submission may be taken back: not while it has a payment, which would be one for a draft. */
export async function canTakeBack(account: Pick<Account, 'db'>, invoiceId: string): Promise<boolean> {
  if (!(await isNeverSent(account, invoiceId))) return false
  return collectedFor(invoiceId, await listCollections(account.db, [invoiceId])) === 0
}

/**
 * Makes a submission that was never sent a draft again. Refused once it was sent, since the server may have it, and while
 * it has a later payment.
 */
export function takeBack(
  account: Account,
  deps: CommandDeps,
  { invoiceId }: { readonly invoiceId: string },
): Promise<CommandResult<InvoiceRow>> {
  return write(account, deps, async (tx) => {
    const row = await findInvoice(tx.db, invoiceId)
    if (!row) return refusedWithCode('INVOICE_NOT_FOUND')
    const entry = findSubmission(await listByOrderingKey(tx.db, orderingKeyOf('invoice', invoiceId)))
    if (!entry || !wasNeverSent(entry)) return refusedWithCode('INVOICE_NOT_DRAFT')
    if (collectedFor(invoiceId, await listCollections(tx.db, [invoiceId])) > 0)
      return refusedWithCode('INVOICE_HAS_COLLECTIONS')
    await tx.replacePending(entry, 'invoice.save', writtenInvoice(invoiceFromRow(row)))
    return refreshedRow(tx, invoiceId)
  })
}
