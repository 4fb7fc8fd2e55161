import type { BookProblem } from '#domain/accounting/book-problem.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import type { BookOutcome } from '../../gateways/accounting/gateway.ts'
import { type ConnectionScope, lockDocument } from '../../storage/accounting/documents.ts'
import { inOneTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import type { Bookkeeper } from './bookkeeper.ts'

/**
 * What came of a step; `again`: it is ready to be made once more; `paused`: the whole connection waits; `lost`: another
 * process has taken the document.
 */
export type StepResult =
  | { readonly kind: 'done'; readonly number: string }
  | { readonly kind: 'attention'; readonly problem: BookProblem; readonly detail: string }
  | { readonly kind: 'later'; readonly detail: string; readonly afterMs?: number }
  | { readonly kind: 'paused'; readonly waitMs: number }
  | { readonly kind: 'again' }
  | { readonly kind: 'ended' | 'lost' }

/** The document that a process works on, under its claim. */
export type ClaimedDocument = {
  readonly scope: ConnectionScope
  readonly invoice: NumberedInvoice
  readonly claim: string
}

/** Writes under the claim: `false` when another process has taken the document over. */
export async function underClaim(
  keeper: Bookkeeper,
  { scope, invoice, claim }: ClaimedDocument,
  write: (tx: Db) => Promise<void>,
): Promise<boolean> {
  return await inOneTransaction(keeper.services.db, async (tx) => {
    const stored = await lockDocument(tx, scope, invoice.id)
    if (stored?.claimed_by !== claim) return false
    await write(tx)
    return true
  })
}

/** What a failure means while nothing of the step was sent. */
export function beforeSending(outcome: Exclude<BookOutcome<never>, { kind: 'ok' }>): StepResult {
  switch (outcome.kind) {
    case 'refused':
      return { kind: 'attention', problem: outcome.problem, detail: outcome.detail }
    case 'limited':
      return { kind: 'paused', waitMs: outcome.waitMs }
    case 'expired':
    case 'ended':
      return { kind: 'ended' }
    default:
      return { kind: 'later', detail: outcome.detail }
  }
}
