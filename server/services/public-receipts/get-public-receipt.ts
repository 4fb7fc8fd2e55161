import type { Company } from '#domain/companies/company.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import { findInvoice } from '../../storage/invoices/invoices.ts'
import { findPublicReceipt } from '../../storage/invoices/public-receipts.ts'
import type { Db } from '../../storage/schema.ts'

/** What a link shows at this moment. */
export type PublicReceipt =
  /** Not here, not here yet, or not submitted yet: who asks learns no difference. */
  | { readonly kind: 'waiting' }
  /** Given up before it got a number: there will be no receipt. */
  | { readonly kind: 'canceled' }
  | {
      readonly kind: 'receipt'
      readonly invoice: Invoice
      readonly company: Company
      readonly acknowledged: boolean
    }

/** Reads what a slip link leads to. The token is the only right that is asked for. */
export async function getPublicReceipt(db: Db, token: string): Promise<PublicReceipt> {
  const found = await findPublicReceipt(db, token)
  if (found === undefined) return { kind: 'waiting' }
  const { scope, invoiceId } = found
  const [invoice, owner] = await Promise.all([findInvoice(db, scope, invoiceId), findCompany(db, scope)])
  if (invoice === undefined || owner === undefined) return { kind: 'waiting' }
  if (invoice.receipt === null) {
    return invoice.status === 'canceled' ? { kind: 'canceled' } : { kind: 'waiting' }
  }
  const acknowledged = invoice.receipt.acknowledgedAt !== null
  return { kind: 'receipt', invoice, company: owner.company, acknowledged }
}
