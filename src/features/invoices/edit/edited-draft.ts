import type { InvoiceContent } from '#domain/invoices/invoice.ts'

/** What an editor knows of the invoice that it writes. Changes with each of its saves. */
export type EditedDraft = {
  /** A second draft, once the first was changed elsewhere while this editor had unsaved changes. */
  invoiceId: string
  /** What it read or wrote last; also what it tried to write since, because that may be stored. */
  known: readonly InvoiceContent[]
  /** Looks whether the stored invoice was changed elsewhere. */
  check: () => void
}

export function editedDraft(invoiceId: string, stored: InvoiceContent | undefined): EditedDraft {
  return { invoiceId, known: stored ? [stored] : [], check: () => undefined }
}
