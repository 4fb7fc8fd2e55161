import { useEffect, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { findInvoice } from '#data/invoices.ts'
import { findMeta } from '#data/meta.ts'
import { listRefusedFields } from '#data/outbox-entries.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { contentOf } from '#domain/invoices/content-of.ts'
import { copyContent } from '#domain/invoices/copy-content.ts'
import type { InvoiceContent, InvoicePayment } from '#domain/invoices/invoice.ts'
import { samePayments } from '#domain/invoices/same-content.ts'
import { settlePayments } from '#domain/invoices/settle-payments.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { usePorts } from '#ui/ports.ts'
import { EditedDraft } from './edited-draft.ts'
import { whenFinalSavesSettled } from './final-saves.ts'

/** The initial state of the editor. A later change of the record elsewhere does not affect it: it is read again. */
export type OpenedInvoice = {
  /** Which reading it is. */
  readonly reading: number
  readonly draft: EditedDraft
  readonly row: InvoiceRow | undefined
  /** For an invoice that is not on this phone yet: the one to copy. */
  readonly copied: InvoiceContent | undefined
  /** What was handed over for it, where more is known than the invoice contains. */
  readonly tendered: readonly InvoicePayment[] | undefined
  /** What the server refused at its fields when it was submitted. */
  readonly serverRefusals: readonly FieldRefusal<string>[]
}

/** What was handed over, as long as the invoice is paid as it says: another phone may have stored other payments since. */
export function tenderedFor(
  row: InvoiceRow | undefined,
  tender: { readonly invoiceId: string; readonly handed: readonly InvoicePayment[] } | undefined,
): readonly InvoicePayment[] | undefined {
  if (!row || tender?.invoiceId !== row.id) return undefined
  const { payments } = settlePayments(row.totals.totalIncludingTax, tender.handed)
  return samePayments(payments, row.payments) ? tender.handed : undefined
}

/** Reads an invoice for the editor, again for each `reading`; `undefined` until it is read. */
export function useOpenedInvoice(
  db: AccountDatabase,
  invoiceId: string,
  from: string | undefined,
  reading: number,
): OpenedInvoice | undefined {
  const { newId } = usePorts()
  const [opened, setOpened] = useState<OpenedInvoice>()
  useEffect(() => {
    let unmounted = false
    const read = async () => {
      await whenFinalSavesSettled()
      const [row, serverRefusals, lastTender, original] = await Promise.all([
        findInvoice(db, invoiceId),
        listRefusedFields(db, `inv:${invoiceId}`),
        findMeta(db, 'till'),
        from === undefined ? undefined : findInvoice(db, from),
      ])
      if (unmounted) return
      setOpened({
        reading,
        draft: new EditedDraft(invoiceId, row && contentOf(row)),
        row,
        serverRefusals,
        copied: original && copyContent(contentOf(original), newId),
        tendered: tenderedFor(row, lastTender),
      })
    }
    void read()
    return () => {
      unmounted = true
    }
  }, [db, invoiceId, from, newId, reading])
  return opened
}
