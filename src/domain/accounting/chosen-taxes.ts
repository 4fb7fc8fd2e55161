import { BOOK_TAXES, type BookDocument, type BookTax } from './book-document.ts'
import type { AccountingMapping, BookChoices, UsedTax } from './mapping.ts'

/** A tax of the books that was chosen for a kind of tax, with the rate that it had then. */
export type ChosenTax = UsedTax & { readonly id: string }

/**
 * A mapping as it is kept. `chosen`: the taxes chosen now and earlier, because the refund of an older receipt has the rate
 * of that day; absent in mappings saved by older versions, whose rates are not checked.
 */
export type SavedMapping = AccountingMapping & { readonly chosen?: readonly ChosenTax[] }

/** The mapping with the rates of its taxes, and with what was chosen before for other rates, as far as it is still so. */
export function withRates(
  mapping: AccountingMapping,
  choices: Pick<BookChoices, 'taxes'>,
  before: SavedMapping | null,
): SavedMapping {
  const rateOf = (wanted: string) => choices.taxes.find(({ id }) => id === wanted)?.rate
  const ratesOf = ({ taxes }: AccountingMapping): ChosenTax[] =>
    BOOK_TAXES.flatMap((tax) => {
      const rate = rateOf(taxes[tax])
      return rate === undefined ? [] : [{ tax, rate, id: taxes[tax] }]
    })
  const now = ratesOf(mapping)
  const isReplaced = ({ tax, rate }: ChosenTax) => now.some((one) => one.tax === tax && one.rate === rate)
  const earlier = before === null ? [] : (before.chosen ?? ratesOf(before))
  return {
    ...mapping,
    // A tax that is not offered any more may be again; one with another rate now is another tax.
    chosen: [
      ...now,
      ...earlier.filter((one) => (rateOf(one.id) ?? one.rate) === one.rate && !isReplaced(one)),
    ],
  }
}

/** The taxes to book a document with; a kind of tax without a choice for its rate is named instead. */
export function taxesFor(
  { taxes, chosen }: Pick<SavedMapping, 'taxes' | 'chosen'>,
  document: Pick<BookDocument, 'lines' | 'taxes'>,
): { readonly taxes: AccountingMapping['taxes'] } | { readonly missing: BookTax } {
  const found = { ...taxes }
  for (const tax of new Set(document.lines.map((line) => line.tax))) {
    const used = document.taxes.find((one) => one.tax === tax)
    if (used !== undefined && chosen !== undefined)
      found[tax] = chosen.find((one) => one.tax === tax && one.rate === used.rate)?.id ?? ''
    if (found[tax] === '') return { missing: tax }
  }
  return { taxes: found }
}
