import type { Invoice, InvoiceContent } from '#domain/invoices/invoice.ts'

/** The content of an invoice and nothing else, as an operation carries it. */
export function writtenContent({ customer, amountType, reference, lines, payments, note }: InvoiceContent) {
  return {
    ...(note === undefined ? {} : { note }),
    customer: { ...customer },
    amountType,
    reference,
    lines: lines.map((line) => ({ ...line })),
    payments: payments.map((payment) => ({ ...payment })),
  }
}

/** Body of a save or a submission of an invoice as it stands. */
export function writtenInvoice(invoice: Invoice) {
  return {
    invoiceId: invoice.id,
    baseRev: invoice.rev,
    saleAt: invoice.saleAt,
    content: writtenContent(invoice),
    totals: { ...invoice.totals, perLetter: invoice.totals.perLetter.map((total) => ({ ...total })) },
    ...(invoice.slipToken === undefined ? {} : { slipToken: invoice.slipToken }),
  }
}

/** Customer and products under the ids they are kept under now. */
export function resolvedContent(
  content: InvoiceContent,
  aliases: Readonly<Record<string, string>>,
): InvoiceContent {
  const { customerId } = content.customer
  return {
    ...content,
    customer: {
      ...content.customer,
      customerId: customerId === null ? null : (aliases[customerId] ?? customerId),
    },
    lines: content.lines.map((line) => {
      const { productId } = line
      return { ...line, productId: productId === null ? null : (aliases[productId] ?? productId) }
    }),
  }
}
