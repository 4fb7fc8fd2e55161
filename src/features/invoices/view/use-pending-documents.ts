import { useLiveQuery } from 'dexie-react-hooks'
import type { AccountDatabase } from '#data/account-database.ts'
import { findInvoice } from '#data/invoices.ts'
import {
  type PendingCredit,
  type PendingMail,
  readPendingCredits,
  readPendingMails,
} from '#data/pending-documents.ts'

/** The documents of an invoice that have not reached the server: refunds and e-mails, oldest first. */
export type PendingDocuments = {
  readonly credits: readonly PendingCredit[]
  readonly mails: readonly PendingMail[]
}

const NONE: PendingDocuments = { credits: [], mails: [] }

/** Watches what this phone has not sent yet of an invoice; `undefined` while it is read. */
export function usePendingDocuments(db: AccountDatabase, invoiceId: string): PendingDocuments | undefined {
  return useLiveQuery(async () => {
    const row = await findInvoice(db, invoiceId)
    if (!row) return NONE
    const [credits, mails] = await Promise.all([readPendingCredits(db, row), readPendingMails(db, row)])
    return { credits, mails }
  }, [db, invoiceId])
}
