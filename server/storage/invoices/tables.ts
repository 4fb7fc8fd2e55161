import type { Generated, GeneratedAlways } from 'kysely'
import type { Aggregate } from '#contract/aggregates.ts'
import type { Invoice, InvoiceMail } from '#domain/invoices/invoice.ts'
import type { FigureDifference } from '#domain/reports/compare-totals.ts'
import type { Json, Moment } from '../column-types.ts'

export type InvoicesTable = {
  company_id: string
  id: string
  rev: number
  status: Invoice['status']
  sale_at: Moment
  operator_id: string
  document: Json<Invoice>
  changed_at: Moment
  /** Device that wrote the draft last, and the last revision that another one wrote. */
  writer_device: string | null
  others_rev: Generated<number>
  /** Day of the receipt; `null` before it is numbered. */
  issued_day: GeneratedAlways<string | null>
}

export type AggregatesTable = {
  company_id: string
  kind: Aggregate['kind']
  period: string
  key: string
  rev: number
  figures: Json<Aggregate>
}

/** A total that was corrected, and which of its figures differed. */
export type TotalCorrection = { readonly id: string; readonly differences: readonly FigureDifference[] }

/** One row for each month of a company whose totals were compared with its invoices. */
export type TotalChecksTable = {
  company_id: string
  month: string
  started_at: Moment
  /** Null until a comparison ended. */
  checked_at: Moment | null
  corrected_at: Moment | null
  /** What differed when the month was last corrected. */
  corrections: Json<TotalCorrection[]>
}

/** Next number of each company's own series of credit notes. */
export type CreditNoteCountersTable = { company_id: string; next_number: number }

/** E-mails of invoices; the record of the invoice carries the same states to the phones. */
export type InvoiceMailsTable = {
  company_id: string
  /** Made by the phone: a repeated request names the same mail. */
  id: string
  invoice_id: string
  to_address: string
  language: InvoiceMail['language']
  state: InvoiceMail['state']
  attempts: Generated<number>
  /** Null once nothing is tried any more. */
  next_attempt_at: Moment | null
  created_at: Moment
  settled_at: Moment | null
  /** What the mail server said when it refused, for support. */
  reason: Generated<string>
}

/** The links to the public receipts of invoices: `token` is the last part of the address. */
export type PublicReceiptsTable = { token: string; company_id: string; invoice_id: string }
