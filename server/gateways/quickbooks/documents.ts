import type { BookDocument } from '#domain/accounting/book-document.ts'
import type { AccountingMapping, BookChoices } from '#domain/accounting/mapping.ts'
import { type Cents, minusCents, sumCents } from '#domain/money/cents.ts'
import { amountOf } from '../accounting/amounts.ts'
import type { BookInstruction } from '../accounting/gateway.ts'

type Mapping = Pick<AccountingMapping, 'income' | 'taxes'>

/** A tax choice is the tax code of a line and the rate behind it, as `code:rate`. */
export function taxChoiceId(code: string, rate: string): string {
  return `${code}:${rate}`
}

/** The code and the rate of a choice. */
export function readTaxChoice(id: string): { readonly code: string; readonly rate: string } {
  const [code = '', rate = ''] = id.split(':')
  return { code, rate }
}

/** Finds one of our documents among those of a day; QuickBooks does not search notes. */
export function markerOf(number: string): string {
  return `risiti:${number}`
}

/** Kinds of tax of one document that share a rate in the books are pinned together. */
function pinnedTaxes(document: BookDocument, mapping: Mapping): object[] {
  const byRate = new Map<string, { percent: number; net: Cents; tax: Cents }>()
  for (const { tax, rate, net, taxAmount } of document.taxes) {
    const id = readTaxChoice(mapping.taxes[tax]).rate
    const before = byRate.get(id)
    byRate.set(id, {
      percent: rate / 100,
      net: sumCents([net, ...(before ? [before.net] : [])]),
      tax: sumCents([taxAmount, ...(before ? [before.tax] : [])]),
    })
  }
  return [...byRate].map(([rate, { percent, net, tax }]) => ({
    ...{ Amount: amountOf(tax), DetailType: 'TaxLineDetail' },
    TaxLineDetail: {
      ...{ TaxRateRef: { value: rate }, PercentBased: true, TaxPercent: percent },
      NetAmountTaxable: amountOf(net),
    },
  }))
}

function saleBody(instruction: Extract<BookInstruction, { kind: 'invoice' | 'credit' }>): object {
  const { document, contact, mapping } = instruction
  return {
    ...{ CustomerRef: { value: contact }, TxnDate: document.day, DocNumber: document.number },
    ...{ GlobalTaxCalculation: 'TaxInclusive', PrivateNote: `${markerOf(document.number)} ${document.link}` },
    // Without an item the amount of a line would count nothing.
    Line: document.lines.map((line) => ({
      ...{ DetailType: 'SalesItemLineDetail', Amount: amountOf(line.net), Description: line.text },
      SalesItemLineDetail: {
        ...{ ItemRef: { value: mapping.income }, TaxInclusiveAmt: amountOf(line.gross) },
        TaxCodeRef: { value: readTaxChoice(mapping.taxes[line.tax]).code },
      },
    })),
    TxnTaxDetail: { TotalTax: amountOf(document.tax), TaxLine: pinnedTaxes(document, mapping) },
    ...(instruction.kind === 'invoice' && { DueDate: document.day }),
    ...(instruction.kind === 'credit' &&
      instruction.account !== null && { DepositToAccountRef: { value: instruction.account } }),
  }
}

/** A credit that no money goes back for is a memo. */
export function creditEntity({
  account,
}: Extract<BookInstruction, { kind: 'credit' }>): 'CreditMemo' | 'RefundReceipt' {
  return account === null ? 'CreditMemo' : 'RefundReceipt'
}

export type UndoneEntity = 'Payment' | 'CreditMemo' | 'RefundReceipt'

/** What a part of a credit is here; taken back it is deleted, because the books then hold another one in its place. */
export function undoneEntity(part: Extract<BookInstruction, { kind: 'undo' }>['part']): UndoneEntity {
  if (part === 'apply') return 'Payment'
  return part === 'memo' ? 'CreditMemo' : 'RefundReceipt'
}

/** The path and body of an instruction that creates something. */
export function quickBooksCall(
  instruction: Extract<BookInstruction, { kind: 'invoice' | 'credit' | 'apply' | 'payment' | 'refund' }>,
): { readonly path: string; readonly body: object } {
  switch (instruction.kind) {
    case 'invoice':
      return { path: '/invoice', body: saleBody(instruction) }
    case 'credit':
      return { path: `/${creditEntity(instruction).toLowerCase()}`, body: saleBody(instruction) }
    case 'refund':
      // The refund receipt books goods and money at once, so there is no refund of its own (see `planSteps`).
      throw new Error('a refund is part of the refund receipt')
    case 'apply': {
      const { target, credit, contact, amount, day, marker } = instruction
      const line = (TxnId: string, TxnType: string) => ({
        Amount: amountOf(amount),
        LinkedTxn: [{ TxnId, TxnType }],
      })
      return {
        path: '/payment',
        body: {
          ...{ CustomerRef: { value: contact }, TotalAmt: 0, TxnDate: day, PrivateNote: marker },
          Line: [line(target, 'Invoice'), line(credit, 'CreditMemo')],
        },
      }
    }
    case 'payment': {
      const { target, contact, account, amount, day, marker } = instruction
      const linked = { Amount: amountOf(amount), LinkedTxn: [{ TxnId: target, TxnType: 'Invoice' }] }
      return {
        path: '/payment',
        body: {
          ...{ CustomerRef: { value: contact }, TotalAmt: amountOf(amount), TxnDate: day },
          ...{ DepositToAccountRef: { value: account }, PrivateNote: marker, Line: [linked] },
        },
      }
    }
  }
}

/** What QuickBooks will show: gross lines, and the tax that is pinned for each rate. */
export function foreseeQuickBooks(
  { document, mapping }: { readonly document: BookDocument; readonly mapping: Mapping },
  choices: BookChoices,
): { readonly total: Cents; readonly tax: Cents } {
  const known = document.taxes.filter(({ tax }) => choices.taxes.some(({ id }) => id === mapping.taxes[tax]))
  const tax = sumCents(known.map(({ taxAmount }) => taxAmount))
  const net = sumCents(document.lines.map((line) => line.net))
  const untaxed = minusCents(document.tax, tax)
  return { total: minusCents(sumCents([net, document.tax]), untaxed), tax }
}
