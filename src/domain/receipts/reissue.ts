import type { Invoice } from '../invoices/invoice.ts'
import type { FieldRefusal } from '../refusal.ts'
import { checked, type Result } from '../result.ts'
import { oneLine } from '../text/one-line.ts'

export const REISSUE_REFUSALS = [
  'REISSUE_REASON_REQUIRED',
  'REISSUE_REASON_TOO_LONG',
  'REISSUE_NOT_AT_AUTHORITY',
] as const
export type ReissueRefusal = (typeof REISSUE_REFUSALS)[number]

/** Longest reason, in characters. */
export const MAX_REISSUE_REASON = 200

/** Why a copy is given out, in stored form; it is asked for because the audit trail keeps it (spec §6). */
export function checkReissue(form: { readonly reason: string }): Result<{ reason: string }, ReissueRefusal> {
  const reason = oneLine(form.reason)
  const refusals: FieldRefusal<ReissueRefusal>[] = []
  if (reason === '') refusals.push({ path: 'reason', code: 'REISSUE_REASON_REQUIRED' })
  if (Array.from(reason).length > MAX_REISSUE_REASON) {
    refusals.push({ path: 'reason', code: 'REISSUE_REASON_TOO_LONG' })
  }
  return checked({ reason }, refusals)
}

/**
 * Whether a copy of a receipt may be given out: once the authority has it, so that no copy is of something that may
 * still be refused. A canceled receipt keeps its numbers (TRA rule), and its copy says that it is canceled.
 */
export function isReissuable({ receipt }: Pick<Invoice, 'receipt'>): boolean {
  return receipt !== null && receipt.acknowledgedAt !== null
}
