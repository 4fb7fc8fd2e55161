import { useLiveQuery } from 'dexie-react-hooks'
import type { AccountDatabase } from '#data/account-database.ts'
import { findInvoice } from '#data/invoices.ts'
import {
  type PendingCredit,
  type PendingMail,
  readPendingCredits,
  readPendingMails,
} from '#sync/pending-documents.ts'

/** What of an invoice has not reached the server: refunds and mails, oldest first. */
export type WaitingDocuments = {
  readonly credits: readonly PendingCredit[]
  readonly mails: readonly PendingMail[]
}

const NONE: WaitingDocuments = { credits: [], mails: [] }

/** Watches what of an invoice this phone still owes; `undefined` while it is read. */
export function useWaitingDocuments(db: AccountDatabase, invoiceId: string): WaitingDocuments | undefined {
  return useLiveQuery(async () => {
    const row = await findInvoice(db, invoiceId)
    if (!row) return NONE
    const [credits, mails] = await Promise.all([readPendingCredits(db, row), readPendingMails(db, row)])
    return { credits, mails }
  }, [db, invoiceId])
}
