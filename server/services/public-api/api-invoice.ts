import { authorityCode } from '#contract/error-codes.ts'
import type { ApiInvoice } from '#contract/public-api/invoices.ts'
import { environmentOf } from '#domain/fiscal/environment.ts'
import type { Invoice, InvoiceCancellation, InvoiceReceipt } from '#domain/invoices/invoice.ts'
import { chargedLine, lineAmounts } from '#domain/invoices/line-amounts.ts'
import { publicReceiptPath } from '#domain/receipts/public-receipt-token.ts'

const tsh = (cents: number) => cents / 100

function attentionOf(receipt: InvoiceReceipt | null): ApiInvoice['attention'] {
  switch (receipt?.delivery) {
    case 'rejected':
    case 'parked':
      return { code: authorityCode(receipt.ackCode), message: receipt.ackMessage ?? '' }
    case 'missing':
      return { code: 'TRA_RECEIPT_MISSING', message: '' }
    default:
      return null
  }
}

/** The receipt as programs see it. */
export function apiReceipt(receipt: InvoiceReceipt): NonNullable<ApiInvoice['receipt']> {
  const { rctvnum, gc, dc, znum, issuedDay, issuedTime, verifyUrl, delivery, serial, uin, taxOffice } =
    receipt
  return {
    ...{ rctvnum, gc, dc, znum, issuedDay, issuedTime, verifyUrl, delivery, serial, uin, taxOffice },
    environment: environmentOf(receipt),
  }
}

/** The page of an invoice for its buyer. */
export function publicUrlOf({ slipToken }: Invoice, serverUrl: string): string | null {
  return slipToken === undefined ? null : `${serverUrl}${publicReceiptPath(slipToken)}`
}

function apiCancellation({ at, by, reason }: InvoiceCancellation) {
  return { at, by, reason }
}

function apiItem(
  line: Invoice['lines'][number],
  { amountType, vatRegistered }: Invoice,
): ApiInvoice['items'][number] {
  const { amount, net } = lineAmounts(chargedLine(line, vatRegistered), amountType)
  return {
    ...{ id: line.id, productId: line.productId, description: line.description, taxType: line.taxType },
    quantity: line.quantity / 1000,
    taxRate: line.rate / 100,
    unitPrice: tsh(line.unitPrice),
    discount: line.discount / 100,
    amount: tsh(amount),
    netAmount: tsh(net),
  }
}

/** The invoice as programs see it: amounts in Tsh, quantities and percents as plain numbers. */
export function apiInvoice(
  invoice: Invoice,
  externalReference: string | undefined,
  serverUrl: string,
): ApiInvoice {
  const { id, rev, status, reference, saleAt, operatorName, amountType, customer, totals } = invoice
  return {
    ...{ id, rev, status, externalReference: externalReference ?? null, reference, saleAt, operatorName },
    accountingNumber: invoice.accountingNumber,
    origin: invoice.channel ?? invoice.origin,
    amountType,
    customer: { ...customer },
    items: invoice.lines.map((line) => apiItem(line, invoice)),
    payments: invoice.payments.map((payment) => {
      return { type: payment.type, amount: tsh(payment.amount), reference: payment.reference ?? '' }
    }),
    note: invoice.note ?? '',
    totals: {
      subTotal: tsh(totals.subTotal),
      totalDiscount: tsh(totals.totalDiscount),
      totalExcludingTax: tsh(totals.totalExcludingTax),
      totalVat: tsh(totals.totalVat),
      totalIncludingTax: tsh(totals.totalIncludingTax),
      perLetter: totals.perLetter.map(({ letter, rate, net, tax, gross }) => {
        return { letter, rate: rate / 100, net: tsh(net), tax: tsh(tax), gross: tsh(gross) }
      }),
    },
    receipt: invoice.receipt && apiReceipt(invoice.receipt),
    cancellation: invoice.cancellation && apiCancellation(invoice.cancellation),
    creditNotes: (invoice.creditNotes ?? []).map((note) => ({
      ...{ id: note.id, number: note.number, day: note.day, reason: note.reason, paidBy: note.paidBy },
      total: tsh(note.total),
      items: note.lines.map(({ lineId, quantity, amount }) => {
        return { itemId: lineId, quantity: quantity / 1000, amount: tsh(amount) }
      }),
    })),
    attention: attentionOf(invoice.receipt),
    publicUrl: publicUrlOf(invoice, serverUrl),
  }
}
