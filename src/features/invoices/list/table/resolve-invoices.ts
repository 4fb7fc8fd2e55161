import { cancelInvoice, repairInvoice } from '#commands/invoices.ts'
import { sendAgain } from '#commands/stuck-work.ts'
import { resolutionOf } from '#contract/resolutions.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { orderingKeyOf } from '#data/outbox-entry.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { isRepairable } from '#domain/invoices/repair-content.ts'
import type { Account } from '#session/account.ts'
import type { CommandDeps } from '#sync/outbox/command-result.ts'

/** What several invoices at once can need besides submitting, printing and an export. */
export type Resolution = 'send-again' | 'repair' | 'cancel-draft'

/** What resolves an invoice; `undefined` when nothing does that can be done for several at once. */
export function resolutionOfInvoice({ shown, pending, receipt }: InvoiceRow): Resolution | undefined {
  if (shown === 'draft') return 'cancel-draft'
  if (shown !== 'attention') return undefined
  if (pending.kind === 'attention') {
    const kind = resolutionOf(pending.code)
    // The cause was elsewhere, for example in the settings of the company, and may be gone for all of them.
    return kind === 'send-again' || kind === 'send-now' ? 'send-again' : undefined
  }
  return pending.kind === 'none' && receipt && isRepairable(receipt) ? 'repair' : undefined
}

/** Sends what the server refused of an invoice again, in its order; whether there was something to send. */
async function sendInvoiceAgain(account: Account, commands: CommandDeps, id: string): Promise<boolean> {
  const entries = await listByOrderingKey(account.db, orderingKeyOf('invoice', id))
  const refused = entries.filter(({ state }) => state === 'attention')
  for (const { opId } of refused) {
    if (!(await sendAgain(account, commands, { opId })).ok) return false
  }
  return refused.length > 0
}

/** Resolves one invoice on this phone; whether that was possible. */
export async function resolveInvoice(
  account: Account,
  commands: CommandDeps,
  resolution: Resolution,
  invoiceId: string,
): Promise<boolean> {
  if (resolution === 'send-again') return sendInvoiceAgain(account, commands, invoiceId)
  const result =
    resolution === 'repair'
      ? await repairInvoice(account, commands, { invoiceId })
      : await cancelInvoice(account, commands, { invoiceId, reason: '' })
  return result.ok
}
