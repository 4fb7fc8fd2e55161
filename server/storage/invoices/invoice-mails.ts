import { sql } from 'kysely'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { InvoiceMail } from '#domain/invoices/invoice.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** A mail that is to be sent now. */
export type DueMail = {
  readonly id: string
  readonly invoiceId: string
  readonly to: string
  readonly language: InvoiceMail['language']
  /** This attempt's number, from 1. */
  readonly attempt: number
}

/** Inserts a mail of an invoice, due at once. A known mail is left unchanged. */
export async function insertInvoiceMail(
  db: Db,
  scope: CompanyScope,
  mail: Pick<InvoiceMail, 'id' | 'to' | 'language' | 'at'> & { readonly invoiceId: string },
): Promise<void> {
  await db
    .insertInto('invoice_mails')
    .values({
      company_id: scope.companyId,
      id: mail.id,
      invoice_id: mail.invoiceId,
      to_address: mail.to,
      language: mail.language,
      state: 'queued',
      next_attempt_at: mail.at,
      created_at: mail.at,
      settled_at: null,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'id']).doNothing())
    .execute()
}

/** Companies with mail that is due. Only for the jobs. */
export async function listCompaniesToMail(db: Db, now: Instant): Promise<string[]> {
  const rows = await db
    .selectFrom('invoice_mails')
    .select('company_id')
    .distinct()
    .where('state', '=', 'queued')
    .where('next_attempt_at', '<=', now)
    .execute()
  return rows.map((row) => row.company_id)
}

/** Ids of a company's mails that are due, oldest first. */
export async function listDueInvoiceMailIds(
  db: Db,
  scope: CompanyScope,
  now: Instant,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('invoice_mails')
    .select('id')
    .where('company_id', '=', scope.companyId)
    .where('state', '=', 'queued')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Takes a due mail for one attempt; `undefined` when another process has it or it is not due. Until `next` no
 * process takes it again, even when this one dies.
 */
export async function claimInvoiceMail(
  db: Db,
  scope: CompanyScope,
  id: string,
  at: { readonly now: Instant; readonly next: Instant },
): Promise<DueMail | undefined> {
  const row = await db
    .updateTable('invoice_mails')
    .set({ attempts: sql`attempts + 1`, next_attempt_at: at.next })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('next_attempt_at', '<=', at.now)
    .returning(['invoice_id', 'to_address', 'language', 'attempts'])
    .executeTakeFirst()
  return (
    row && {
      id,
      invoiceId: row.invoice_id,
      to: row.to_address,
      language: row.language,
      attempt: row.attempts,
    }
  )
}

/** Sets when an undelivered mail is tried next. */
export async function updateInvoiceMailNextAttempt(
  db: Db,
  scope: CompanyScope,
  id: string,
  next: Instant,
  reason: string,
): Promise<void> {
  await db
    .updateTable('invoice_mails')
    .set({ next_attempt_at: next, reason })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

/** Writes the outcome of a mail. */
export async function updateInvoiceMailOutcome(
  db: Db,
  scope: CompanyScope,
  id: string,
  outcome: { readonly state: InvoiceMail['state']; readonly at: Instant; readonly reason: string },
): Promise<void> {
  await db
    .updateTable('invoice_mails')
    .set({ state: outcome.state, settled_at: outcome.at, next_attempt_at: null, reason: outcome.reason })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .execute()
}
