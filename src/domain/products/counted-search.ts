import { parseQuantity, type Quantity } from '../money/quantity.ts'

/** The searched text of the price list, and the quantity to add at once. */
export type CountedSearch = { readonly text: string; readonly quantity: Quantity | undefined }

/**
 * Reads `3*sukari` or `2.5 x mchele` as a quantity and a name; without a quantity everything is the name. So is the measure
 * that a name begins with, such as `2x4 mbao`: directly before digits an x counts only a scanned code.
 */
export function readCountedSearch(typed: string): CountedSearch {
  const match = /^\s*([\d.,]+)\s*(?:\*|×|x(?=\s|\d{6}))\s*(.*)$/i.exec(typed)
  const quantity = match ? parseQuantity(match[1] ?? '') : undefined
  return quantity === undefined ? { text: typed, quantity } : { text: match?.[2] ?? '', quantity }
}
