import { bookCredit, bookInvoice, bookPayments } from '#domain/accounting/book-document.ts'
import { taxesFor } from '#domain/accounting/chosen-taxes.ts'
import type { AccountingMapping } from '#domain/accounting/mapping.ts'
import { strayId } from '#domain/accounting/plan-steps.ts'
import { splitDocument } from '#domain/accounting/split-document.ts'
import type { Collection } from '#domain/collections/collection.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import type { BookInstruction, BookOutcome } from '../../gateways/accounting/gateway.ts'
import { type ConnectionScope, findDocument, type StoredStep } from '../../storage/accounting/documents.ts'
import { findTheirSale } from '../../storage/accounting/inbox.ts'
import { listCollectionsOf } from '../../storage/catalogue/collections.ts'
import { bookContact, contactOf } from './book-contact.ts'
import { creditShareOf } from './booked-credits.ts'
import type { Bookkeeper } from './bookkeeper.ts'
import { noteText, receiptFileName } from './receipt-file.ts'

const GONE = { kind: 'refused', problem: 'changed', detail: 'the invoice has no such part' } as const

/**
 * The payment of money that was collected later. It is from the contact of the invoice there, also when the
 * customer is another one now, and is found again by the id of the collection.
 */
async function makeCollection(
  { services, mapping }: Bookkeeper,
  scope: ConnectionScope,
  invoice: NumberedInvoice,
  steps: readonly StoredStep[],
  id: string,
): Promise<BookOutcome<BookInstruction>> {
  const collections = await listCollectionsOf(services.db, scope, invoice.id)
  const collection = collections.find((known) => known.id === id)
  const booked = steps.find(({ step }) => step === 'invoice')
  const sale = booked?.instruction as BookInstruction | null | undefined
  if (!collection || sale?.kind !== 'invoice' || !booked?.their_id) return GONE
  return {
    kind: 'ok',
    value: {
      ...{ kind: 'payment', target: booked.their_id, contact: sale.contact, amount: collection.amount },
      ...{ account: mapping.payments[collection.type], day: collection.day },
      marker: `${sale.document.number}/${id}`,
    },
  }
}

/** Collections only come or change: the sum of their revisions says which ones a plan was made for. */
export function revisionsOf(collections: readonly Collection[]): number {
  return collections.reduce((sum, { rev }) => sum + rev, 0)
}

type CreditPart = {
  readonly kind: string
  readonly noteId: string
  readonly contact: string
  readonly mapping: Pick<AccountingMapping, 'income' | 'taxes'>
}

/**
 * The instruction of a part of a credit note. In Xero the note is booked whole, and says nothing about money; in
 * QuickBooks what is applied (`memo`) and what is paid back (`credit`) are documents of their own.
 */
async function makeCredit(
  { services, gateway: { provider }, mapping }: Bookkeeper,
  scope: ConnectionScope,
  invoice: NumberedInvoice,
  steps: readonly StoredStep[],
  { kind, noteId, ...sale }: CreditPart,
): Promise<BookOutcome<BookInstruction>> {
  const note = (invoice.creditNotes ?? []).find(({ id }) => id === noteId)
  const collections = await listCollectionsOf(services.db, scope, invoice.id)
  const share = creditShareOf(provider, invoice, steps, collections, noteId)
  if (!note || !share) return GONE
  const { applied, paidBack } = share
  const isApplied = kind === 'memo' || kind === 'apply'
  const isShared = isApplied || provider === 'quickbooks' || kind === 'refund'
  const planned = await findDocument(services.db, scope, invoice.id)
  // Money came or was taken back since this was planned: it is planned again before the next try. Until a canceled
  // payment is taken back there, the books refuse a credit for what it pays.
  const isStale = planned?.seen_collections !== revisionsOf(collections)
  if (isShared && (isStale || (isApplied ? applied : paidBack) === 0))
    return { kind: 'again', detail: 'the plan has changed' }
  const idOf = (name: string) => steps.find(({ step }) => step === name)?.their_id ?? ''
  const whole = bookCredit(invoice, note)
  const { day, number } = whole
  const account = mapping.payments[note.paidBy]
  if (kind === 'credit' || kind === 'memo') {
    const [memo, receipt] = splitDocument(whole, applied)
    const document = kind === 'memo' ? memo : receipt
    return {
      kind: 'ok',
      value: {
        ...{ kind: 'credit', ...sale },
        ...(provider === 'xero'
          ? { document: whole, account: null }
          : { document, account: kind === 'memo' ? null : account }),
      },
    }
  }
  const money = { contact: sale.contact, day, marker: number }
  if (kind === 'refund')
    return {
      kind: 'ok',
      value: { ...money, kind, account, target: idOf(`credit:${noteId}`), amount: paidBack },
    }
  const credit = idOf(provider === 'xero' ? `credit:${noteId}` : `memo:${noteId}`)
  return {
    kind: 'ok',
    value: { ...money, kind: 'apply', credit, target: idOf('invoice'), amount: applied },
  }
}

/** Takes a part of a credit note back that is in the books. */
function makeUndo(steps: readonly StoredStep[], step: string): BookOutcome<BookInstruction> {
  const idOf = (name: string) => steps.find((known) => known.step === name)?.their_id ?? ''
  const [part = '', noteId = ''] = step.split(':')
  if (part !== 'apply' && part !== 'memo' && part !== 'credit' && part !== 'refund') return GONE
  const target = idOf(step)
  if (target === '' && part !== 'apply') return GONE
  const entries = { credit: idOf(`credit:${noteId}`), sale: idOf('invoice') }
  return { kind: 'ok', value: { kind: 'undo', part, target, ...entries } }
}

/** Makes the instruction of a step; the steps before it are done. */
export async function makeInstruction(
  keeper: Bookkeeper,
  scope: ConnectionScope,
  invoice: NumberedInvoice,
  steps: readonly StoredStep[],
  step: string,
): Promise<BookOutcome<BookInstruction>> {
  const { mapping } = keeper
  const idOf = (name: string) => steps.find((other) => other.step === name)?.their_id ?? ''
  const [kind = '', subject = ''] = step.split(/:(.*)/s)
  if (kind === 'void')
    return { kind: 'ok', value: { kind, target: idOf('invoice'), number: bookInvoice(invoice).number } }
  if (kind === 'attach' || kind === 'note') {
    const target = idOf('invoice') || ((await findTheirSale(keeper.services.db, scope, invoice.id)) ?? '')
    if (target === '') return GONE
    if (kind === 'attach') return { kind: 'ok', value: { kind, target, fileName: receiptFileName(invoice) } }
    const collections = await listCollectionsOf(keeper.services.db, scope, invoice.id)
    const text = noteText(invoice, subject, collections)
    return text === undefined ? GONE : { kind: 'ok', value: { kind, target, text } }
  }
  if (kind === 'undo') return makeUndo(steps, subject)
  const stray = strayId(step)
  if (stray !== undefined) return { kind: 'ok', value: { kind: 'unpay', target: stray } }
  if (kind === 'unpay') return { kind: 'ok', value: { kind, target: idOf(`payment:${subject}`) } }
  if (kind === 'uncollect')
    return { kind: 'ok', value: { kind: 'unpay', target: idOf(`collect:${subject}`) } }
  if (kind === 'collect') return await makeCollection(keeper, scope, invoice, steps, subject)
  const document = bookInvoice(invoice)
  const note = (invoice.creditNotes ?? []).find(({ id }) => id === subject)
  const isSale = kind === 'invoice' || kind === 'credit' || kind === 'memo'
  const chosen = taxesFor(mapping, note === undefined ? document : bookCredit(invoice, note))
  // Before anything is sent, also the contact: the service would book the tax of another rate.
  if (isSale && 'missing' in chosen) return { kind: 'refused', problem: 'mapping', detail: '' }
  const taxes = 'missing' in chosen ? mapping.taxes : chosen.taxes
  const booked = steps.find((known) => known.step === 'invoice')?.instruction as
    | BookInstruction
    | null
    | undefined
  // What belongs to an invoice of the books has its contact, also when the choices name another one now.
  const contact: BookOutcome<string> =
    kind !== 'invoice' && booked?.kind === 'invoice'
      ? { kind: 'ok', value: booked.contact }
      : await bookContact(keeper, scope, contactOf(invoice.customer, mapping.walkIn))
  if (contact.kind !== 'ok') return contact
  const common = { contact: contact.value, mapping: { income: mapping.income, taxes } }
  if (kind === 'invoice') return { kind: 'ok', value: { kind, document, ...common } }
  if (kind === 'payment') {
    const payment = bookPayments(invoice).find(({ type }) => type === subject)
    if (!payment) return GONE
    return {
      kind: 'ok',
      value: {
        ...{ kind, target: idOf('invoice'), contact: contact.value, amount: payment.amount },
        ...{ account: mapping.payments[payment.type], day: document.day },
        marker: `${document.number}/${payment.type}`,
      },
    }
  }
  return await makeCredit(keeper, scope, invoice, steps, { kind, noteId: subject, ...common })
}
