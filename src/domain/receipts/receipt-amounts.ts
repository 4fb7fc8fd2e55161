import { fiscalPayments } from '../fiscal/fiscal-receipt.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { chargedLine, lineAmounts } from '../invoices/line-amounts.ts'
import { percentText } from '../money/basis-points.ts'
import type { Cents } from '../money/cents.ts'
import { amountText, moneyText } from '../money/money-text.ts'
import { quantityText } from '../money/quantity.ts'
import { taxLetter } from '../tax/tax-type.ts'
import type { ReceiptLine } from './receipt-line.ts'
import type { ReceiptMessages } from './receipt-messages.ts'

/** What was sold, each with its amount as the authority gets it (AMT: with tax, before discount). */
export function itemLines(invoice: Invoice, messages: ReceiptMessages): ReceiptLine[] {
  const { vatRegistered, amountType } = invoice
  const addsVat = amountType === 'EXCLUSIVE'
  return invoice.lines.map((line) => {
    const { before, discount } = lineAmounts(chargedLine(line, vatRegistered), amountType)
    const price = `${quantityText(line.quantity)} × ${amountText(line.unitPrice, true)}`
    return {
      kind: 'item',
      description: line.description,
      measure: addsVat ? `${price} ${messages.withoutVat}` : price,
      amount: `${amountText(before, true)} ${taxLetter(line.taxType, vatRegistered)}`,
      discount:
        discount > 0
          ? {
              name: messages.lineDiscount(percentText(line.discount)),
              value: `-${amountText(discount, true)}`,
            }
          : null,
    }
  })
}

/** Totals and payments, always with two decimals; a tax letter has its line when tax was charged under it. */
export function sumLines({ totals, payments }: Invoice, messages: ReceiptMessages): ReceiptLine[] {
  const sum = (name: string, amount: Cents): ReceiptLine => ({
    kind: 'sum',
    name,
    value: amountText(amount, true),
  })
  return [
    sum(messages.totalExcludingTax, totals.totalExcludingTax),
    ...(totals.totalDiscount > 0 ? [sum(messages.totalDiscount, totals.totalDiscount)] : []),
    ...totals.perLetter
      .filter(({ tax }) => tax > 0)
      .map(({ letter, rate, tax }) => sum(messages.taxRate(letter, percentText(rate)), tax)),
    sum(messages.totalTax, totals.totalVat),
    { kind: 'grand', name: messages.totalIncludingTax, value: moneyText(totals.totalIncludingTax, true) },
    ...fiscalPayments(payments, totals.totalIncludingTax).map(({ type, amount }) =>
      sum(messages.payment[type], amount),
    ),
  ]
}

/** What the network or the bank calls each payment: words beside the fiscal figures, where the owner wants them. */
export function referenceLines({ payments }: Invoice, messages: ReceiptMessages): ReceiptLine[] {
  return payments.flatMap(({ reference = '' }) =>
    reference === '' ? [] : [{ kind: 'fact', name: messages.reference, value: reference }],
  )
}
