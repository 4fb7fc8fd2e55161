import { authorityCode } from '#contract/error-codes.ts'
import type { InvoiceRow } from '#data/rows.ts'

/** The code of what stops an invoice; `undefined` when nothing does. */
export function problemCodeOf(row: Pick<InvoiceRow, 'shown' | 'pending' | 'receipt'>): string | undefined {
  if (row.shown !== 'attention') return undefined
  if (row.pending.kind === 'attention') return row.pending.code
  return authorityCode(row.receipt?.ackCode ?? null)
}

/** What a person reads where a sale ended: on its way, with a receipt, or stopped. */
export type SaleNews =
  | { readonly kind: 'issued' | 'waiting' }
  | { readonly kind: 'stopped'; readonly code: string }
  /** Canceled or a draft again, on another screen: its status says all. */
  | { readonly kind: 'ended' }

/** What there is to say about a sale that was just finished. */
export function saleNews(row: Pick<InvoiceRow, 'shown' | 'pending' | 'receipt'>): SaleNews {
  const code = problemCodeOf(row)
  if (code !== undefined) return { kind: 'stopped', code }
  if (row.shown === 'issued') return { kind: 'issued' }
  return { kind: row.shown === 'waiting' || row.shown === 'submitted' ? 'waiting' : 'ended' }
}
