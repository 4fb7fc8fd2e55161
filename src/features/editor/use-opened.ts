import { useEffect, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { findInvoice } from '#data/invoices.ts'
import { readMeta } from '#data/meta.ts'
import { listRefusedFields } from '#data/outbox-entries.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { contentOf } from '#domain/invoices/content-of.ts'
import { copyContent } from '#domain/invoices/copy-content.ts'
import type { InvoiceContent, InvoicePayment } from '#domain/invoices/invoice.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { useEnvironment } from '#ui/environment.ts'
import { leftEditorsKept } from './left-editors.ts'

/** What the editor begins with. Later changes of the record are its own. */
export type Opened = {
  readonly row: InvoiceRow | undefined
  /** Of an invoice that is not on this phone yet: the one to sell again. */
  readonly copied: InvoiceContent | undefined
  /** What was handed over for it, where more is known than the invoice says. */
  readonly handed: readonly InvoicePayment[] | undefined
  /** What the server refused at its fields when it was submitted. */
  readonly answered: readonly FieldRefusal<string>[]
}

/** Reads an invoice once for the editor; `undefined` until it is read. */
export function useOpened(db: AccountDatabase, invoiceId: string, from?: string): Opened | undefined {
  const { newId } = useEnvironment()
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => {
    let left = false
    const read = async () => {
      await leftEditorsKept()
      const [row, answered, till, original] = await Promise.all([
        findInvoice(db, invoiceId),
        listRefusedFields(db, `inv:${invoiceId}`),
        readMeta(db, 'till'),
        from === undefined ? undefined : findInvoice(db, from),
      ])
      if (left) return
      setOpened({
        row,
        answered,
        copied: original && copyContent(contentOf(original), newId),
        handed: till?.invoiceId === invoiceId ? till.handed : undefined,
      })
    }
    void read()
    return () => {
      left = true
    }
  }, [db, invoiceId, from, newId])
  return opened
}
