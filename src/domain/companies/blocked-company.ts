/**
 * Work that waits while the authority blocks a company: what saves an invoice, gives a fiscal number or changes what has
 * one (spec §4, *invoices cannot be saved*; tanzania-facts §11, row 29). Expenses, vendors, customers, products, mails of what was
 * issued, and giving receipts back to a restored server go on.
 */
const HELD_WHILE_BLOCKED: ReadonlySet<string> = new Set([
  'invoice.save',
  'invoice.submit',
  'invoice.cancel',
  'invoice.repair',
  'invoice.credit',
])

/** Whether an operation of this type waits until the block of its company is lifted. Asked by phone and server. */
export function isHeldWhileBlocked(operationType: string): boolean {
  return HELD_WHILE_BLOCKED.has(operationType)
}
