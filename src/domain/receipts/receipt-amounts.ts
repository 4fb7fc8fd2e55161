import { fiscalPayments } from '../fiscal/fiscal-receipt.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { chargedLine, lineAmounts } from '../invoices/line-amounts.ts'
import { percentText } from '../money/basis-points.ts'
import type { Cents } from '../money/cents.ts'
import { amountText, moneyText } from '../money/money-text.ts'
import { quantityText } from '../money/quantity.ts'
import { taxLetter } from '../tax/tax-type.ts'
import type { ReceiptLine } from './receipt-line.ts'
import type { ReceiptWords } from './receipt-words.ts'

/** What was sold, each with its amount as the authority gets it (AMT: with tax, before discount). */
export function itemLines(invoice: Invoice, words: ReceiptWords): ReceiptLine[] {
  const { vatRegistered, amountType } = invoice
  const addsVat = amountType === 'EXCLUSIVE'
  return invoice.lines.map((line) => {
    const { before, discount } = lineAmounts(chargedLine(line, vatRegistered), amountType)
    const price = `${quantityText(line.quantity)} × ${amountText(line.unitPrice, true)}`
    return {
      kind: 'item',
      description: line.description,
      measure: addsVat ? `${price} ${words.withoutVat}` : price,
      amount: `${amountText(before, true)} ${taxLetter(line.taxType, vatRegistered)}`,
      discount:
        discount > 0
          ? { name: words.lineDiscount(percentText(line.discount)), value: `-${amountText(discount, true)}` }
          : null,
    }
  })
}

/** Totals and payments, always with two decimals; a tax letter has its line when tax was charged under it. */
export function sumLines({ totals, payments }: Invoice, words: ReceiptWords): ReceiptLine[] {
  const sum = (name: string, amount: Cents): ReceiptLine => ({
    kind: 'sum',
    name,
    value: amountText(amount, true),
  })
  return [
    sum(words.totalExcludingTax, totals.totalExcludingTax),
    ...(totals.totalDiscount > 0 ? [sum(words.totalDiscount, totals.totalDiscount)] : []),
    ...totals.perLetter
      .filter(({ tax }) => tax > 0)
      .map(({ letter, rate, tax }) => sum(words.taxRate(letter, percentText(rate)), tax)),
    sum(words.totalTax, totals.totalVat),
    { kind: 'grand', name: words.totalIncludingTax, value: moneyText(totals.totalIncludingTax, true) },
    ...fiscalPayments(payments, totals.totalIncludingTax).map(({ type, amount }) =>
      sum(words.payment[type], amount),
    ),
  ]
}
