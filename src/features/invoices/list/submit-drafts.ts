import { findInvoice } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import type { UsageEvent } from '#domain/analytics/usage.ts'
import type { Account } from '#session/account.ts'
import { type CommandDeps, refusedWithCode } from '#sync/outbox/command-result.ts'
import { submitAsSeen } from '../submit-as-seen.ts'

/** How many drafts had which result. */
export type SubmitCounts = {
  readonly submitted: number
  /** Refused by a rule or the phone's storage: these stay drafts. */
  readonly incomplete: number
  /** Changed since it was chosen, and therefore not submitted: the person agreed to the earlier content. */
  readonly changed: number
}

/**
 * Submits chosen drafts one after the other, each as it was when it was chosen; `onPlace` gets the index of the
 * current one, from 0. Rejects when something other than a rule or the storage fails; what was submitted stays
 * submitted.
 */
export async function submitDrafts(
  account: Account,
  commands: CommandDeps,
  chosen: readonly InvoiceRow[],
  trackUsage: (event: UsageEvent) => void,
  onPlace: (place: number) => void,
): Promise<SubmitCounts> {
  let [submitted, incomplete, changed] = [0, 0, 0]
  for (const [place, draft] of chosen.entries()) {
    onPlace(place)
    const row = await findInvoice(account.db, draft.id)
    const outcome =
      row?.shown === 'draft'
        ? await submitAsSeen(account, commands, draft, trackUsage)
        : refusedWithCode('INVOICE_CHANGED_ELSEWHERE')
    if (outcome.ok) submitted += 1
    else if (outcome.refusals[0]?.code === 'INVOICE_CHANGED_ELSEWHERE') changed += 1
    else incomplete += 1
  }
  return { submitted, incomplete, changed }
}
