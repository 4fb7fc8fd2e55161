import { bookCredit, bookInvoice, bookPayments } from '#domain/accounting/book-document.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import type { BookInstruction, BookOutcome } from '../../gateways/accounting/gateway.ts'
import type { ConnectionScope, StoredStep } from '../../storage/accounting/documents.ts'
import { bookContact, contactOf } from './book-contact.ts'
import type { Bookkeeper } from './bookkeeper.ts'

const GONE = { kind: 'refused', problem: 'changed', detail: 'the invoice has no such part' } as const

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
  const [kind, subject = ''] = step.split(/:(.*)/s)
  if (kind === 'void')
    return { kind: 'ok', value: { kind, target: idOf('invoice'), number: bookInvoice(invoice).number } }
  if (kind === 'unpay') return { kind: 'ok', value: { kind, target: idOf(`payment:${subject}`) } }
  const contact = await bookContact(keeper, scope, contactOf(invoice.customer, mapping.walkIn))
  if (contact.kind !== 'ok') return contact
  const common = { contact: contact.value, mapping: { income: mapping.income, taxes: mapping.taxes } }
  const document = bookInvoice(invoice)
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
  const note = (invoice.creditNotes ?? []).find(({ id }) => id === subject)
  if (!note) return GONE
  const credit = bookCredit(invoice, note)
  const account = mapping.payments[note.paidBy]
  if (kind === 'credit') return { kind: 'ok', value: { kind, document: credit, account, ...common } }
  return {
    kind: 'ok',
    value: {
      ...{ kind: 'refund', target: idOf(`credit:${subject}`), contact: contact.value, account },
      ...{ amount: credit.total, day: credit.day, marker: credit.number },
    },
  }
}
