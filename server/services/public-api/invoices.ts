import { toInstant } from '#domain/calendar/east-africa.ts'
import { creditFigures } from '#domain/invoices/credit-note.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { Refusal } from '../../ports/refusal.ts'
import { pageInvoices } from '../../storage/api/pages.ts'
import { insertApiReference, listApiReferences } from '../../storage/api/requests.ts'
import { findInvoice } from '../../storage/invoices/invoices.ts'
import { findOperation } from '../../storage/sync/operations.ts'
import { listIdsOf } from '../../storage/sync/record-aliases.ts'
import { requireRight } from '../context.ts'
import { type DoorSale, doorInvoiceId, saveAtDoor, submitAtDoor } from '../invoices/submit-at-door.ts'
import { type DoorWork, doorOperationId, executeAtDoor } from '../operations/execute-at-door.ts'
import { nameBasedId } from '../operations/name-based-id.ts'
import { isVisibleSale, onlySalesOf } from '../visible-sales.ts'
import { apiInvoice } from './api-invoice.ts'
import { pageOfRows, rangeOf } from './page-cursor.ts'
import type { PublicAnswer, PublicRequest } from './public-answer.ts'
import type { PublicCaller, PublicWriter } from './public-caller.ts'
import { readSale } from './read-sale.ts'

type Answer = PublicAnswer<'invoices.get'>

/** Invoices as programs see them, each with the reference that a program gave it. */
async function answers({ context, scope, services }: PublicCaller, invoices: readonly Invoice[]) {
  const references = await listApiReferences(
    context.db,
    scope,
    invoices.map(({ id }) => id),
  )
  return invoices.map((invoice) => apiInvoice(invoice, references.get(invoice.id), services.publicUrl()))
}

/** One invoice as programs see it. */
export async function answerInvoice(caller: PublicCaller, invoice: Invoice): Promise<Answer> {
  const [answer] = await answers(caller, [invoice])
  if (answer === undefined) throw new Error('an invoice has no answer')
  return answer
}

/** The invoice under an id; unknown, foreign and invisible ones are answered alike. */
export async function getInvoice({ context, scope }: PublicCaller, id: string): Promise<Invoice> {
  requireRight(context, 'invoice.read', scope)
  const invoice = await findInvoice(context.db, scope, id)
  if (invoice === undefined || !isVisibleSale(context, invoice)) throw new Refusal('NOT_FOUND')
  return invoice
}

/** The id of the invoice that a program names by its own reference. */
function referencedId({ door }: PublicCaller, reference: string): string {
  return nameBasedId(door.clientId, `reference:${reference}`)
}

export async function listInvoicePage(
  caller: PublicCaller,
  query: PublicRequest<'invoices.list'>,
): Promise<PublicAnswer<'invoices.list'>> {
  const { context, scope } = caller
  requireRight(context, 'invoice.read', scope)
  const range = rangeOf(query)
  const { status, customerId, externalReference } = query
  const ids = externalReference === undefined ? undefined : [referencedId(caller, externalReference)]
  // An invoice keeps the customer that it was sold to, also when that one was merged into another since.
  const customerIds =
    customerId === undefined ? undefined : await listIdsOf(context.db, scope, 'customer', customerId)
  const rows = await pageInvoices(context.db, scope, range, {
    ...{ status, customerIds, ids, operatorId: onlySalesOf(context) },
    ...{ from: query.from as DayFilter, to: query.to as DayFilter },
  })
  const { records, next } = pageOfRows(rows, range)
  return { data: await answers(caller, records), next }
}
type DayFilter = Parameters<typeof pageInvoices>[3]['from']

/** A new invoice: a draft, or submitted at once. The reference of the program names one invoice for ever. */
export async function createInvoice(
  writer: PublicWriter,
  { submit = false, externalReference, ...input }: PublicRequest<'invoices.create'>,
): Promise<{ readonly status: 201 | 202; readonly body: Answer }> {
  const { context, scope, door, key, services } = writer
  const invoiceId =
    externalReference === undefined ? doorInvoiceId(door, key) : referencedId(writer, externalReference)
  if (externalReference !== undefined) {
    const existing = await findInvoice(context.db, scope, invoiceId)
    // Asked after the invoice was found: what this very key made is in the ledger since the same moment.
    if (existing && !(await findOperation(context.db, scope, doorOperationId(door, key)))) {
      const { id, status, receipt } = existing
      throw new Refusal('INVOICE_REFERENCE_EXISTS', {
        data: { invoiceId: id, status, rctvnum: receipt?.rctvnum ?? null },
      })
    }
    const reference = externalReference
    await insertApiReference(context.db, scope, { clientId: door.clientId, reference, invoiceId })
  }
  const sale = { ...(await readSale(writer, input)), draft: { invoiceId, rev: 0 } }
  const write = submit ? submitAtDoor : saveAtDoor
  const invoice = await write(context, { door, key, sale })
  return { status: submit ? 202 : 201, body: apiInvoice(invoice, externalReference, services.publicUrl()) }
}

/** Later than any: what a program replaces without saying which revision it saw. */
const ANY_REV = Number.MAX_SAFE_INTEGER

/** Replaces a draft. */
export async function updateInvoice(
  writer: PublicWriter,
  { id, rev, ...input }: PublicRequest<'invoices.update'>,
): Promise<Answer> {
  await getInvoice(writer, id)
  const sale = { ...(await readSale(writer, input)), draft: { invoiceId: id, rev: rev ?? ANY_REV } }
  const { context, door, key } = writer
  return await answerInvoice(writer, await saveAtDoor(context, { door, key, sale }))
}

/**
 * Submits a draft; one that was submitted already (200) is answered without another number. The submission is the sale,
 * at the rates of today, unless the program named the sale time of the draft.
 */
export async function submitInvoiceById(
  writer: PublicWriter,
  id: string,
): Promise<{ readonly status: 200 | 202; readonly body: Answer }> {
  const { context, scope, door, key } = writer
  const current = await getInvoice(writer, id)
  if (current.receipt) {
    // A repeat of the request that submitted it gets its status again, also when its answer was never kept.
    const isRepeat = (await findOperation(context.db, scope, doorOperationId(door, key))) !== undefined
    return { status: isRepeat ? 202 : 200, body: await answerInvoice(writer, current) }
  }
  const { customer, amountType, reference, lines, payments, note, rev } = current
  const saleAt = current.saleAtGiven ? current.saleAt : toInstant(context.clock.now())
  const sale: DoorSale = {
    ...{ customer, amountType, reference, payments, saleAt },
    lines: lines.map(({ id: _id, rate: _rate, ...line }) => line),
    ...(note === undefined ? {} : { note }),
    draft: { invoiceId: id, rev },
  }
  const submitted = await submitAtDoor(context, { door, key, sale })
  return { status: 202, body: await answerInvoice(writer, submitted) }
}

async function changeInvoice<T extends 'invoice.cancel' | 'invoice.credit' | 'invoice.email'>(
  writer: PublicWriter,
  type: T,
  compose: DoorWork<T>['compose'],
): Promise<Answer> {
  const { context, door, key } = writer
  const change = await executeAtDoor(context, { door, key, type, compose })
  if (change.t !== 'invoice' || change.row === null) throw new Error(`no invoice in ${type}`)
  return await answerInvoice(writer, change.row)
}

export async function cancelInvoiceById(
  writer: PublicWriter,
  { id, reason }: PublicRequest<'invoices.cancel'>,
): Promise<Answer> {
  await getInvoice(writer, id)
  return await changeInvoice(writer, 'invoice.cancel', async () => ({ invoiceId: id, reason }))
}

/** Refunds goods; the amount is what the rules of credit notes make of the quantities. */
export async function creditInvoiceById(
  writer: PublicWriter,
  { id, items, reason, paidBy }: PublicRequest<'invoices.credit'>,
): Promise<Answer> {
  const invoice = await getInvoice(writer, id)
  const lines = items.map(({ itemId, quantity }) => {
    return { lineId: itemId, quantity: toQuantity(Math.round(quantity * 1000)) }
  })
  return await changeInvoice(writer, 'invoice.credit', async () => {
    const credited = creditFigures(invoice, lines)
    return {
      ...{ invoiceId: id, lines, reason, paidBy },
      creditNoteId: nameBasedId(writer.door.clientId, `credit-note:${writer.key}`),
      // A request against the rules is refused by them, whatever its total.
      total: credited.kind === 'refused' ? toCents(0) : credited.figures.total,
    }
  })
}

/** Mails the receipt; one request is one mail. */
export async function emailInvoiceById(
  writer: PublicWriter,
  { id, to, language = 'sw' }: PublicRequest<'invoices.email'>,
): Promise<Answer> {
  await getInvoice(writer, id)
  const mailId = nameBasedId(writer.door.clientId, `mail:${writer.key}`)
  return await changeInvoice(writer, 'invoice.email', async () => ({ invoiceId: id, mailId, to, language }))
}
