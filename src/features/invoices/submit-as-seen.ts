import { isNoneOf } from '#commands/changed-elsewhere.ts'
import { submitInvoice } from '#commands/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { invoiceCreated } from '#domain/analytics/invoice-created.ts'
import type { UsageEvent } from '#domain/analytics/usage.ts'
import { contentOf } from '#domain/invoices/content-of.ts'
import type { Account } from '#session/account.ts'
import type { CommandDeps, CommandResult } from '#sync/outbox/command-result.ts'

/**
 * Submits a draft as the person saw it, or not at all: another phone may have changed it this moment. Usage statistics
 * count it like a sale of the editor.
 */
export async function submitAsSeen(
  account: Account,
  commands: CommandDeps,
  seen: InvoiceRow,
  trackUsage: (event: UsageEvent) => void,
): Promise<CommandResult<InvoiceRow>> {
  const content = contentOf(seen)
  const result = await submitInvoice(account, commands, {
    invoiceId: seen.id,
    content,
    isChanged: isNoneOf([content]),
  })
  if (result.ok) trackUsage(invoiceCreated(result.value, navigator.onLine))
  return result
}
