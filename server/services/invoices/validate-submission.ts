import { fiscalDayOf, type Instant } from '#domain/calendar/east-africa.ts'
import { type Company, isVatRegistered } from '#domain/companies/company.ts'
import { checkInvoice } from '#domain/invoices/check-invoice.ts'
import type { InvoiceContent, InvoiceTotals } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { checkRates } from '#domain/tax/check-rates.ts'
import type { TaxRate } from '#domain/tax/rate-table.ts'
import { Refusal } from '../../ports/refusal.ts'
import { listExistingIds } from '../../storage/catalogue/documents.ts'
import type { Execution } from '../operations/execution.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

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

/** What only the server knows about the sales to be validated: read once for all of them. */
export type KnownIds = {
  readonly products: ReadonlySet<string>
  readonly customers: ReadonlySet<string>
}

/** Which of the products and customers that the sales name belong to the company. */
export async function findKnownIds(
  { tx, scope }: Pick<Execution, 'tx' | 'scope'>,
  contents: readonly InvoiceContent[],
): Promise<KnownIds> {
  const products = contents.flatMap(({ lines }) => lines.flatMap((line) => line.productId ?? []))
  const customers = contents.flatMap(({ customer }) => customer.customerId ?? [])
  return {
    products: await listExistingIds(tx, scope, 'products', [...new Set(products)]),
    customers: await listExistingIds(tx, scope, 'customers', [...new Set(customers)]),
  }
}

/**
 * Judges an invoice before it is numbered, by the phone's own rules and by what only the server knows. A product or
 * customer of another company is answered like one that does not exist. Throws the refusal.
 */
export function validateSubmission(
  known: KnownIds,
  at: Instant,
  sale: {
    readonly content: InvoiceContent
    readonly totals: InvoiceTotals
    readonly saleAt: Instant
    readonly company: Company
    /** The rates the company charges. */
    readonly rates: readonly TaxRate[]
  },
): void {
  const { content, company, rates } = sale
  const vatRegistered = isVatRegistered(company)
  refuseFields(checkInvoice(content, vatRegistered, { today: fiscalDayOf(at), choices: company.choices }))
  refuseFields(
    content.lines.flatMap((line, index) =>
      line.productId !== null && known.products.has(line.productId)
        ? []
        : [{ path: `lines.${index}.productId`, code: 'INVOICE_PRODUCT_UNKNOWN' }],
    ),
  )
  const { customerId } = content.customer
  if (customerId !== null && !known.customers.has(customerId)) {
    refuseFields([{ path: 'customer.customerId', code: 'INVOICE_CUSTOMER_UNKNOWN' }])
  }
  const outdated = checkRates(content.lines, rates, fiscalDayOf(sale.saleAt), vatRegistered)
  refuseFields(outdated.map(({ path }) => ({ path, code: 'INVOICE_RATE_UNKNOWN' })))
  const totals = invoiceTotals(content, vatRegistered)
  if (!sameTotals(totals, sale.totals)) {
    throw new Refusal('INVOICE_TOTALS_DIFFER', {
      fields: [{ path: 'totals', code: 'INVOICE_TOTALS_DIFFER' }],
      data: { totalIncludingTax: totals.totalIncludingTax },
    })
  }
}
