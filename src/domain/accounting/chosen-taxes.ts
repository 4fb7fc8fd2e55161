import { BOOK_TAXES, type BookDocument, type BookTax } from './book-document.ts'
import { type AccountingMapping, type BookChoices, fittingTaxes, type UsedTax } from './mapping.ts'

/** A tax of the books that was chosen for a kind of tax, with the rate that it had then. */
export type ChosenTax = UsedTax & { readonly id: string }

/**
 * A mapping as it is kept. `chosen`: the taxes chosen now and earlier, because the refund of an older receipt has the rate
 * of that day; absent in mappings saved by older versions, whose rates are not checked.
 */
export type SavedMapping = AccountingMapping & { readonly chosen?: readonly ChosenTax[] }

/** Where the choice for an earlier rate is in a form. */
export function earlierPath({ tax, rate }: UsedTax): string {
  return `earlier.${tax}.${rate}`
}

function isOffered(choices: Pick<BookChoices, 'taxes'>, one: ChosenTax): boolean {
  return fittingTaxes(choices, one).some(({ id }) => id === one.id)
}

/**
 * The choices for earlier rates that have another rate in the books or are gone, as paths. One may stay open: its receipts
 * wait on, because the books may have no tax of that rate any more.
 */
export function wrongEarlier(choices: Pick<BookChoices, 'taxes'>, earlier: readonly ChosenTax[]): string[] {
  return earlier.flatMap((one) => (one.id === '' || isOffered(choices, one) ? [] : [earlierPath(one)]))
}

function isSame(one: UsedTax, other: UsedTax): boolean {
  return one.tax === other.tax && one.rate === other.rate
}

/**
 * The taxes that have no field of today, each kind and rate once: those of documents, then those that were chosen before.
 * With the choice that was made; one that the books do not offer any more is open again.
 */
export function earlierTaxes(
  documents: readonly Pick<BookDocument, 'taxes'>[],
  used: readonly UsedTax[],
  chosen: readonly ChosenTax[],
  choices: Pick<BookChoices, 'taxes'>,
): ChosenTax[] {
  const offered = chosen.filter((one) => isOffered(choices, one))
  const found: ChosenTax[] = []
  for (const { tax, rate } of [...documents.flatMap(({ taxes }) => taxes), ...offered]) {
    const one = { tax, rate, id: '' }
    const isKnown = [...used, ...found].some((other) => isSame(one, other))
    if (!isKnown) found.push(offered.find((other) => isSame(one, other)) ?? one)
  }
  return found
}

/**
 * The mapping with the rates of the taxes that are used today, with what is chosen for earlier ones, and with what was
 * chosen before for others, as far as it is still so.
 */
export function withRates(
  mapping: AccountingMapping,
  choices: Pick<BookChoices, 'taxes'>,
  before: SavedMapping | null,
  used: readonly UsedTax[],
  earlier: readonly ChosenTax[] = [],
): SavedMapping {
  const rateOf = (wanted: string) => choices.taxes.find(({ id }) => id === wanted)?.rate
  const ratesOf = ({ taxes }: AccountingMapping): ChosenTax[] =>
    BOOK_TAXES.flatMap((tax) => {
      const rate = rateOf(taxes[tax])
      return rate === undefined ? [] : [{ tax, rate, id: taxes[tax] }]
    })
  const isUsed = (one: ChosenTax) => used.some((other) => isSame(one, other))
  const former = before === null ? [] : (before.chosen ?? ratesOf(before))
  const wanted = [
    // The mapping may still have a choice for a kind that is not used any more.
    ...ratesOf(mapping).filter(isUsed),
    ...earlier.filter((one) => one.id !== '' && !isUsed(one)),
    // A tax that is not offered any more may be again; one with another rate now is another tax.
    ...former.filter((one) => (rateOf(one.id) ?? one.rate) === one.rate),
  ]
  const isFirst = (one: ChosenTax, index: number) => wanted.findIndex((other) => isSame(one, other)) === index
  return { ...mapping, chosen: wanted.filter(isFirst) }
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
