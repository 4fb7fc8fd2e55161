import type { BookEntry, BookInstruction } from '../../gateways/accounting/gateway.ts'

/** A difference in cents between the books and the receipt, in words; `undefined`: none. */
export function differenceOf(instruction: BookInstruction, { total, tax }: BookEntry): string | undefined {
  if (!('document' in instruction) && !('amount' in instruction)) return undefined
  const isSale = instruction.kind === 'invoice' || instruction.kind === 'credit'
  const expected = isSale ? instruction.document.total : instruction.amount
  if (total !== null && total !== expected) return `${total / 100} / ${expected / 100}`
  if (isSale && tax !== null && tax !== instruction.document.tax)
    return `${tax / 100} / ${instruction.document.tax / 100}`
  return undefined
}
