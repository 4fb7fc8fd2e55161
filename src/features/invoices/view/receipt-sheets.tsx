import { Suspense, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { PendingDocuments } from './use-pending-documents.ts'

/** Loaded at the first touch. */
const PrintSheet = lazyComponent(async () => (await import('#blocks/receipt/print-sheet.tsx')).PrintSheet)
const ShareSheet = lazyComponent(async () => (await import('#blocks/receipt/share-sheet.tsx')).ShareSheet)
const MailSheet = lazyComponent(async () => (await import('./mail-sheet.tsx')).MailSheet)
const CreditSheet = lazyComponent(async () => (await import('./credit-sheet.tsx')).CreditSheet)

export type ReceiptSheet = 'print' | 'share' | 'mail' | 'credit'

type Props = {
  readonly db: AccountDatabase
  readonly row: InvoiceRow
  readonly pending: PendingDocuments
  /** The sheet that is open, or something else that is none of these. */
  readonly open: string | null
  readonly onClose: () => void
}

/** The sheets of a receipt: each is loaded when it is first opened, and then keeps what was typed in it. */
export function ReceiptSheets({ db, row, pending, open, onClose }: Props) {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set())
  if (open !== null && !known.has(open)) setKnown(new Set([...known, open]))
  const sheet = (name: ReceiptSheet) => ({ opened: open === name, onClose })
  return (
    <Suspense>
      {known.has('print') ? <PrintSheet db={db} invoiceId={row.id} {...sheet('print')} /> : null}
      {known.has('share') ? <ShareSheet db={db} invoiceId={row.id} {...sheet('share')} /> : null}
      {known.has('mail') ? <MailSheet row={row} waiting={pending.mails} {...sheet('mail')} /> : null}
      {known.has('credit') ? <CreditSheet row={row} pending={pending.credits} {...sheet('credit')} /> : null}
    </Suspense>
  )
}
