/**
 * Work that waits while the authority blocks a company: what saves an invoice, submits it or sends its receipt again
 * (spec §4, *invoices cannot be saved*; tanzania-facts §11, row 29). Everything else goes on. Cancellations and credit
 * notes too: they change the books only, give no fiscal number, and the authority receives nothing of them.
 */
const HELD_WHILE_BLOCKED: ReadonlySet<string> = new Set(['invoice.save', 'invoice.submit', 'invoice.repair'])

/** Whether an operation of this type waits until the block of its company is lifted. Asked by phone and server. */
export function isHeldWhileBlocked(operationType: string): boolean {
  return HELD_WHILE_BLOCKED.has(operationType)
}
