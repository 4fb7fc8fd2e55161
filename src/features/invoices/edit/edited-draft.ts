import { isNoneOf } from '#commands/changed-elsewhere.ts'
import type { InvoiceInput } from '#commands/write-invoice.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'

/** Which invoice an editor writes, and what it knows to be stored of it. */
export class EditedDraft {
  #invoiceId: string
  #known: readonly InvoiceContent[]
  #look: () => void = () => undefined

  constructor(invoiceId: string, stored: InvoiceContent | undefined) {
    this.#invoiceId = invoiceId
    this.#known = stored ? [stored] : []
  }

  /** What it read or wrote last. */
  get last(): { readonly invoiceId: string; readonly known: readonly InvoiceContent[] } {
    return { invoiceId: this.#invoiceId, known: this.#known }
  }

  /** Begins to write: even if that fails, it may be stored. */
  begin(content: InvoiceContent): Pick<InvoiceInput, 'content' | 'isChanged'> & { invoiceId: string } {
    this.#known = [...this.#known, content]
    return { invoiceId: this.#invoiceId, content, isChanged: isNoneOf(this.#known) }
  }

  /** It was written; returns whether as a second draft, because the first was changed elsewhere. */
  end(content: InvoiceContent, writtenId: string): boolean {
    const isSecond = writtenId !== this.#invoiceId
    this.#invoiceId = writtenId
    this.#known = [content]
    return isSecond
  }

  /** Sets what looks whether the stored invoice was changed elsewhere. */
  lookWith(look: () => void): void {
    this.#look = look
  }

  look(): void {
    this.#look()
  }
}
