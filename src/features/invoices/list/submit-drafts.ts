import { submitInvoice } from '#commands/invoices.ts'
import { canonicalJson } from '#contract/canonical-json.ts'
import { findInvoice } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { contentOf } from '#domain/invoices/content-of.ts'
import type { Account } from '#session/account.ts'
import type { CommandDeps } from '#sync/outbox/command-result.ts'

/** How many drafts had which result. */
export type SubmitCounts = {
  readonly submitted: number
  /** Refused by a rule or the phone's storage: these stay drafts. */
  readonly incomplete: number
  /** Changed since it was chosen, and therefore not submitted: the person agreed to the earlier content. */
  readonly changed: number
}

/**
 * Whether a draft still has the content it had when it was chosen. A number assigned by the server changes nothing.
 */
function hasSameContent(now: InvoiceRow, chosen: InvoiceRow): boolean {
  return now.shown === 'draft' && canonicalJson(contentOf(now)) === canonicalJson(contentOf(chosen))
}

/**
 * Submits chosen drafts one after the other, each as it is on this phone by then; `onPlace` gets the index of the
 * current one, from 0. Rejects when something other than a rule or the storage fails; what was submitted stays
 * submitted.
 */
export async function submitDrafts(
  account: Account,
  commands: CommandDeps,
  chosen: readonly InvoiceRow[],
  onPlace: (place: number) => void,
): Promise<SubmitCounts> {
  let [submitted, incomplete, changed] = [0, 0, 0]
  for (const [place, draft] of chosen.entries()) {
    onPlace(place)
    const row = await findInvoice(account.db, draft.id)
    if (!row || !hasSameContent(row, draft)) {
      changed += 1
      continue
    }
    const outcome = await submitInvoice(account, commands, { invoiceId: row.id, content: contentOf(row) })
    if (outcome.ok) submitted += 1
    else incomplete += 1
  }
  return { submitted, incomplete, changed }
}
