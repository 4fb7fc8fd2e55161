import { contentOf } from '#domain/invoices/content-of.ts'
import type { Invoice, InvoiceContent } from '#domain/invoices/invoice.ts'

/** Body of a save or a submission of an invoice in its current state. */
export function writtenInvoice(invoice: Invoice) {
  return {
    invoiceId: invoice.id,
    baseRev: invoice.rev,
    saleAt: invoice.saleAt,
    content: contentOf(invoice),
    totals: invoice.totals,
    ...(invoice.slipToken === undefined ? {} : { slipToken: invoice.slipToken }),
  }
}

/** The content with the current ids of its customer and products; `aliases` maps an old id to the new one. */
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
