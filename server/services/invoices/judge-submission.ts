import { fiscalDayOf, type Instant } from '#domain/calendar/east-africa.ts'
import { checkInvoice } from '#domain/invoices/check-invoice.ts'
import type { InvoiceContent, InvoiceTotals } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { checkRates } from '#domain/tax/check-rates.ts'
import { DEFAULT_RATES } from '#domain/tax/rate-table.ts'
import { readCustomers } from '../../storage/customers.ts'
import { knownProducts } from '../../storage/products.ts'
import { Refusal } from '../refusal.ts'
import type { Execution } from '../sync/execution.ts'
import { refuseFields } from './refuse-fields.ts'

function sameTotals(a: InvoiceTotals, b: InvoiceTotals): boolean {
  return (
    a.subTotal === b.subTotal &&
    a.totalDiscount === b.totalDiscount &&
    a.totalExcludingTax === b.totalExcludingTax &&
    a.totalVat === b.totalVat &&
    a.totalIncludingTax === b.totalIncludingTax &&
    a.perLetter.length === b.perLetter.length &&
    a.perLetter.every((total, index) => {
      const other = b.perLetter[index]
      return (
        other !== undefined &&
        total.letter === other.letter &&
        total.rate === other.rate &&
        total.gross === other.gross &&
        total.net === other.net &&
        total.tax === other.tax
      )
    })
  )
}

async function refuseUnknownProducts(execution: Execution, content: InvoiceContent): Promise<void> {
  const ids = content.lines.flatMap((line) => line.productId ?? [])
  const known = await knownProducts(execution.tx, execution.scope, [...new Set(ids)])
  refuseFields(
    content.lines.flatMap((line, index) =>
      line.productId !== null && known.has(line.productId)
        ? []
        : [{ path: `lines.${index}.productId`, code: 'INVOICE_PRODUCT_UNKNOWN' }],
    ),
  )
}

async function refuseUnknownCustomer(execution: Execution, content: InvoiceContent): Promise<void> {
  const { customerId } = content.customer
  if (customerId === null) return
  const found = await readCustomers(execution.tx, execution.scope, [customerId])
  if (found.length === 0) {
    refuseFields([{ path: 'customer.customerId', code: 'INVOICE_CUSTOMER_UNKNOWN' }])
  }
}

/**
 * Judges an invoice before it is numbered, by the phone's own rules and by what only the server knows. A product or
 * customer of another company is answered like one that does not exist. Throws the refusal.
 */
export async function judgeSubmission(
  execution: Execution,
  sale: {
    readonly content: InvoiceContent
    readonly totals: InvoiceTotals
    readonly saleAt: Instant
    readonly vatRegistered: boolean
  },
): Promise<void> {
  const { content, vatRegistered } = sale
  refuseFields(checkInvoice(content, vatRegistered, fiscalDayOf(execution.at)))
  await refuseUnknownProducts(execution, content)
  await refuseUnknownCustomer(execution, content)
  const outdated = checkRates(content.lines, DEFAULT_RATES, fiscalDayOf(sale.saleAt), vatRegistered)
  refuseFields(outdated.map(({ path }) => ({ path, code: 'INVOICE_RATE_UNKNOWN' })))
  const totals = invoiceTotals(content, vatRegistered)
  if (!sameTotals(totals, sale.totals)) {
    throw new Refusal('INVOICE_TOTALS_DIFFER', {
      fields: [{ path: 'totals', code: 'INVOICE_TOTALS_DIFFER' }],
      data: { totalIncludingTax: totals.totalIncludingTax },
    })
  }
}
