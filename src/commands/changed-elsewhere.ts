import { resolvedContent } from '#contract/invoice-body.ts'
import { findInvoice } from '#data/invoices.ts'
import { findMeta } from '#data/meta.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { normalizeContent } from '#domain/invoices/normalize-content.ts'
import { sameContent } from '#domain/invoices/same-content.ts'
import type { Account } from '#session/account.ts'

/** Whether a stored invoice was changed elsewhere; `aliases` are the ids that the server replaced. */
export type IsChanged = (stored: InvoiceContent, aliases: Readonly<Record<string, string>>) => boolean

/** What the shop wrote for itself, which two contents of one sale may differ in. */
function notesOf(content: InvoiceContent): string {
  const { note = '', lines, payments } = normalizeContent(content)
  const ofLines = lines.map((line) => line.note ?? '')
  return JSON.stringify([note, ofLines, payments.map(({ reference }) => reference ?? '')])
}

/** Who bought, known by what is on the receipt: two records of one customer, merged on another phone, are no difference. */
function withoutRecord(content: InvoiceContent): InvoiceContent {
  return { ...content, customer: { ...content.customer, customerId: null } }
}

/**
 * Whether the stored invoice is none of the contents that its editor read or wrote: another phone or another window
 * changed it. Its revision does not say so: the phone's own writes raise it, and another window's do not.
 */
export function isNoneOf(known: readonly InvoiceContent[]): IsChanged {
  return (stored, aliases) => {
    const other = resolvedContent(stored, aliases)
    return !known.some((content) => {
      const one = resolvedContent(content, aliases)
      return sameContent(withoutRecord(one), withoutRecord(other)) && notesOf(one) === notesOf(other)
    })
  }
}

/** The same for an editor that is open. */
export async function wasChangedElsewhere(
  { db }: Pick<Account, 'db'>,
  invoiceId: string,
  known: readonly InvoiceContent[],
): Promise<boolean> {
  const [stored, aliases = {}] = await Promise.all([findInvoice(db, invoiceId), findMeta(db, 'aliases')])
  return stored !== undefined && isNoneOf(known)(stored, aliases)
}
