import type { FiscalDay } from '../calendar/east-africa.ts'
import { type Cents, sumCents, toCents } from '../money/cents.ts'

/** What one side holds of the compared days. */
export type BookSum = { readonly count: number; readonly total: Cents; readonly tax: Cents }

/**
 * A difference: `missing` there, another `total` or `tax`, `live` there although canceled here, or `voided` there
 * although it counts here. Amounts in cents; `null` where a side has none.
 */
export const BOOK_DIFFERENCES = ['missing', 'total', 'tax', 'live', 'voided'] as const
export type BookDifference = {
  readonly kind: (typeof BOOK_DIFFERENCES)[number]
  readonly invoiceId: string
  readonly number: string
  readonly here: Cents
  readonly there: Cents | null
}

/** What a comparison of some days found. */
export type BookComparison = {
  readonly from: FiscalDay
  readonly to: FiscalDay
  readonly here: BookSum
  readonly there: BookSum
  readonly differences: readonly BookDifference[]
}

/** One entry as the books should have it; `isVoid`: it should not count. */
export type ExpectedEntry = {
  readonly invoiceId: string
  readonly theirId: string
  readonly number: string
  readonly total: Cents
  readonly tax: Cents
  readonly isVoid: boolean
}
/** One entry as it stands there. */
export type FoundEntry = {
  readonly id: string
  readonly total: Cents | null
  readonly tax: Cents | null
  readonly isVoid: boolean
}

/** More than that are not listed: something is wrong with all of them. */
const MOST_LISTED = 50

function sumOf(entries: readonly { readonly total: Cents | null; readonly tax: Cents | null }[]): BookSum {
  return {
    count: entries.length,
    total: sumCents(entries.map(({ total }) => total ?? toCents(0))),
    tax: sumCents(entries.map(({ tax }) => tax ?? toCents(0))),
  }
}

function differenceOf(expected: ExpectedEntry, found: FoundEntry | undefined): BookDifference | undefined {
  const { invoiceId, number, total, tax } = expected
  const differ = (kind: BookDifference['kind'], here: Cents, there: Cents | null): BookDifference => ({
    ...{ kind, invoiceId, number, here, there },
  })
  if (expected.isVoid) return found && !found.isVoid ? differ('live', toCents(0), found.total) : undefined
  if (!found) return differ('missing', total, null)
  if (found.isVoid) return differ('voided', total, toCents(0))
  if (found.total !== total) return differ('total', total, found.total)
  return found.tax === null || found.tax === tax ? undefined : differ('tax', tax, found.tax)
}

/** Compares what we wrote with what stands there; entries of other people do not count. */
export function compareBooks(
  days: { readonly from: FiscalDay; readonly to: FiscalDay },
  expected: readonly ExpectedEntry[],
  found: readonly FoundEntry[],
): BookComparison {
  const byId = new Map(found.map((entry) => [entry.id, entry]))
  const ours = expected.flatMap(({ theirId }) => byId.get(theirId) ?? [])
  const differences = expected.flatMap((entry) => differenceOf(entry, byId.get(entry.theirId)) ?? [])
  return {
    ...days,
    here: sumOf(expected.filter(({ isVoid }) => !isVoid)),
    there: sumOf(ours.filter(({ isVoid }) => !isVoid)),
    differences: differences.slice(0, MOST_LISTED),
  }
}
