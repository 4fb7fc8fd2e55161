import type { Generated } from 'kysely'
import type { InvoiceMail } from '#domain/invoices/invoice.ts'
import type { Moment } from '../column-types.ts'

/** Next number of each company's own series of credit notes. */
export type CreditNoteCountersTable = { company_id: string; next_number: number }

/** E-mails of invoices; the record of the invoice carries the same states to the phones. */
export type InvoiceMailsTable = {
  company_id: string
  /** Made by the phone: the same wish is the same mail. */
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

/** Mail of the embedded mailbox. */
export type MailsTable = {
  id: string
  company_id: string | null
  to_address: string
  subject: string
  text: string
  created_at: Moment
  sent_at: Moment | null
  error: string | null
  attachment: Buffer | null
  attachment_name: string | null
}
