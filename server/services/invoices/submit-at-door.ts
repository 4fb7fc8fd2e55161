import { randomBytes } from 'node:crypto'
import type { OperationBody } from '#contract/operations.ts'
import { fiscalDayOf, type Instant } from '#domain/calendar/east-africa.ts'
import { type Company, isVatRegistered } from '#domain/companies/company.ts'
import type { Invoice, InvoiceContent, InvoiceLine } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { normalizeContent } from '#domain/invoices/normalize-content.ts'
import { rateOn } from '#domain/tax/rate-table.ts'
import { Refusal } from '../../ports/refusal.ts'
import { companyScope, type ServiceContext } from '../context.ts'
import { readCompanyRates } from '../fiscal/company-rates.ts'
import { type Door, executeAtDoor } from '../operations/execute-at-door.ts'
import { nameBasedId } from '../operations/name-based-id.ts'

/** A sale as a door names it: ids of lines, rates and totals are the server's. Amounts in cents. */
export type DoorSale = Omit<InvoiceContent, 'lines'> & {
  readonly saleAt: Instant
  /** The sale time was named by who asks at the door: a draft keeps it until it is submitted. */
  readonly saleAtGiven?: true
  /** `productId` is of a saved product; without one an invoice cannot be submitted (spec §5). */
  readonly lines: readonly Omit<InvoiceLine, 'id' | 'rate'>[]
  /** The draft that is written again, and its revision as the door saw it; absent for a new invoice. */
  readonly draft?: { readonly invoiceId: string; readonly rev: number }
}

/** What a door asks for, and the key (of at most 255 characters) under which it is done once. */
export type DoorRequest = { readonly door: Door; readonly key: string; readonly sale: DoorSale }

/** The id of the new invoice that a door writes under a key. */
export function doorInvoiceId(door: Door, key: string): string {
  return nameBasedId(door.clientId, `invoice:${key}`)
}

/**
 * Submits a sale that a door brings: numbered and signed in the queue of the phones, once per key. Returns the invoice
 * with its receipt; the same key again returns the same one. `context` comes from `doorContext`. Refusals are those of
 * `executeAtDoor` and `submitInvoices`.
 */
export async function submitAtDoor(context: ServiceContext, request: DoorRequest): Promise<Invoice> {
  return await writeAtDoor(context, request, 'invoice.submit')
}

/** Saves a sale that a door brings as a draft; otherwise like `submitAtDoor`. */
export async function saveAtDoor(context: ServiceContext, request: DoorRequest): Promise<Invoice> {
  return await writeAtDoor(context, request, 'invoice.save')
}

async function writeAtDoor(
  context: ServiceContext,
  { door, key, sale }: DoorRequest,
  type: 'invoice.submit' | 'invoice.save',
): Promise<Invoice> {
  const invoiceId = sale.draft?.invoiceId ?? doorInvoiceId(door, key)
  const change = await executeAtDoor(context, {
    door,
    key,
    type,
    compose: (company) => composeBody(context, company, invoiceId, sale),
  })
  if (change.t !== 'invoice' || change.row === null) throw new Error(`no invoice in ${type}`)
  return change.row
}

async function composeBody(
  context: ServiceContext,
  company: Company | undefined,
  invoiceId: string,
  { saleAt, saleAtGiven, lines, draft, ...header }: DoorSale,
): Promise<OperationBody<'invoice.save'>> {
  if (company === undefined) throw new Refusal('COMPANY_DISABLED')
  const vatRegistered = isVatRegistered(company)
  const rates = await readCompanyRates(context.db, companyScope(context))
  const day = fiscalDayOf(saleAt)
  const content = normalizeContent({
    ...header,
    lines: lines.map((line, index) => {
      const rate = rateOn(rates, line.taxType, day, vatRegistered)
      if (rate === undefined) {
        const path = `lines.${index}.taxType`
        throw new Refusal('INVOICE_RATE_UNKNOWN', { fields: [{ path, code: 'INVOICE_RATE_UNKNOWN' }] })
      }
      return { ...line, id: nameBasedId(invoiceId, `line:${index}`), rate }
    }),
  })
  return {
    invoiceId,
    baseRev: draft?.rev ?? 0,
    saleAt,
    // Read of a draft only: a submission is at its sale time already.
    ...(saleAtGiven && { saleAtGiven }),
    content,
    totals: invoiceTotals(content, vatRegistered),
    // 128 random bits: the link is all that protects the public page of a receipt.
    slipToken: randomBytes(16).toString('base64url'),
  }
}
