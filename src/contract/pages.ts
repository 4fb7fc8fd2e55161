import * as v from 'valibot'
import { textField } from './fields/texts.ts'

/** Rows of one page of a list that the server keeps. */
export const PAGE_SIZE = 25

/** The last page that can be requested; further rows are found by a narrower search. */
const LAST_PAGE = 9_999

/** A page number in a query string, from 1. */
const pageNumberField = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,3}$/),
  v.transform(Number),
  v.maxValue(LAST_PAGE),
)

/**
 * The query of a list on the server: words to find in a row, the order (a leading `-` reverses it), a status to
 * filter by, and the page.
 */
export function pageFields<const Sort extends string, const Filter extends string>(
  sorts: readonly [Sort, ...Sort[]],
  filters: readonly [Filter, ...Filter[]],
) {
  return {
    search: v.optional(textField(100)),
    sort: v.optional(v.picklist(sorts)),
    filter: v.optional(v.picklist(filters)),
    page: v.optional(pageNumberField),
  }
}

/** One page: its rows, and how many rows there are on all pages. */
export function pageSchema<const Row extends v.GenericSchema<unknown, unknown>>(row: Row) {
  return v.object({ rows: v.array(row), total: v.number() })
}

/** One page as a screen gets it. */
export type Page<Row> = { readonly rows: Row[]; readonly total: number }
