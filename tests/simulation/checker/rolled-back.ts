import type { InvoiceRow } from '#data/rows.ts'
import type { RunEvidence, Violation } from './run-evidence.ts'

function isNumbered(
  value: unknown,
): value is InvoiceRow & { readonly receipt: { readonly rctvnum: string } } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'shown' in value &&
    'receipt' in value &&
    typeof value.receipt === 'object' &&
    value.receipt !== null
  )
}

/**
 * I1, I2, I4, on a day on which the data of the server went back: every number that a phone ever showed is that invoice's for
 * ever, on the server and at the authority, and none is given twice.
 */
export function checkRolledBack({ history, server, authority }: RunEvidence): Violation[] {
  const found: Violation[] = []
  const ours = new Map(server.receipts.map((row) => [row.rctvnum, row]))
  const shown = new Map<string, string>()
  for (const entry of history) {
    if (entry.kind !== 'stored' || entry.store !== 'invoices' || !isNumbered(entry.value)) continue
    const { id, receipt } = entry.value
    const before = shown.get(receipt.rctvnum)
    if (before !== undefined && before !== id) {
      found.push({
        invariant: 'I4',
        message: `number ${receipt.rctvnum} was given to ${before} and to ${id}`,
      })
    }
    shown.set(receipt.rctvnum, id)
  }
  for (const [rctvnum, id] of shown) {
    if (ours.get(rctvnum)?.invoice_id === id) continue
    found.push({ invariant: 'I1', message: `receipt ${rctvnum} of ${id}, shown on a phone, is gone` })
  }
  for (const [rctvnum, accepted] of authority.receipts) {
    const row = ours.get(rctvnum)
    if (!row) found.push({ invariant: 'I2', message: `the authority has receipt ${rctvnum}, we do not` })
    else if (Number(row.total) !== accepted.totalInclCents) {
      found.push({ invariant: 'I2', message: `receipt ${rctvnum} is another one at the authority` })
    }
  }
  return found
}
