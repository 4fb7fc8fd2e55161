import { findInvoice } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { contentOf } from '#domain/invoices/content-of.ts'
import type { Account } from '#session/account.ts'
import { submitInvoice } from '#sync/commands/invoices.ts'
import type { CommandDeps } from '#sync/commands/outcome.ts'
import { canonicalJson } from '#sync/outbox/canonical-json.ts'

/** How many drafts went where. */
export type Submitted = {
  readonly kept: number
  /** A rule or the phone's storage said no: these stay drafts. */
  readonly incomplete: number
  /** Not what was chosen any more, and so not submitted: nobody agreed to what stands there now. */
  readonly changed: number
}

/** Whether a draft still says what it said when it was chosen. A number of the server for it changes nothing. */
function saysTheSame(now: InvoiceRow, chosen: InvoiceRow): boolean {
  return now.shown === 'draft' && canonicalJson(contentOf(now)) === canonicalJson(contentOf(chosen))
}

/**
 * Submits chosen drafts one after the other, each as it stands on this phone by then; `onPlace` is told the place of
 * the one at hand, from 0. Rejects when what is neither a rule nor storage breaks; what was submitted stays submitted.
 */
export async function submitDrafts(
  account: Account,
  commands: CommandDeps,
  chosen: readonly InvoiceRow[],
  onPlace: (place: number) => void,
): Promise<Submitted> {
  let [kept, incomplete, changed] = [0, 0, 0]
  for (const [place, draft] of chosen.entries()) {
    onPlace(place)
    const row = await findInvoice(account.db, draft.id)
    if (!row || !saysTheSame(row, draft)) {
      changed += 1
      continue
    }
    const outcome = await submitInvoice(account, commands, { invoiceId: row.id, content: contentOf(row) })
    if (outcome.kind === 'kept') kept += 1
    else incomplete += 1
  }
  return { kept, incomplete, changed }
}
