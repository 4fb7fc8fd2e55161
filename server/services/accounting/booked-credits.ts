import type { AccountingProvider } from '#domain/accounting/provider.ts'
import { type CreditShare, shareCredits } from '#domain/accounting/share-credits.ts'
import type { Collection } from '#domain/collections/collection.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import { type Cents, minusCents } from '#domain/money/cents.ts'
import type { BookInstruction } from '../../gateways/accounting/gateway.ts'
import type { StoredStep } from '../../storage/accounting/documents.ts'

/**
 * What was applied of the credit notes that are in the books, or on their way: the first step that says an amount
 * decides, because what was sent is not changed.
 */
export function bookedCredits(
  provider: AccountingProvider,
  { creditNotes = [] }: Pick<NumberedInvoice, 'creditNotes'>,
  steps: readonly StoredStep[],
): ReadonlyMap<string, Cents> {
  const sentBy = (name: string) => {
    const step = steps.find((known) => known.step === name && known.state !== 'waiting')
    return step?.instruction as BookInstruction | null | undefined
  }
  return new Map(
    creditNotes.flatMap(({ id, total }): [string, Cents][] => {
      const [memo, applied] = [sentBy(`memo:${id}`), sentBy(`apply:${id}`)]
      if (memo?.kind === 'credit') return [[id, memo.document.total]]
      if (applied?.kind === 'apply') return [[id, applied.amount]]
      const [refund, credit] = [sentBy(`refund:${id}`), sentBy(`credit:${id}`)]
      if (refund?.kind === 'refund') return [[id, minusCents(total, refund.amount)]]
      // A refund receipt of QuickBooks is money back; a credit note of Xero says nothing about money.
      return provider === 'quickbooks' && credit?.kind === 'credit'
        ? [[id, minusCents(total, credit.document.total)]]
        : []
    }),
  )
}

/** How much of a credit note is applied and how much is paid back, as the books and the collections are now. */
export function creditShareOf(
  provider: AccountingProvider,
  invoice: NumberedInvoice,
  steps: readonly StoredStep[],
  collections: readonly Collection[],
  noteId: string,
): CreditShare | undefined {
  return shareCredits(invoice, collections, bookedCredits(provider, invoice, steps)).get(noteId)
}
