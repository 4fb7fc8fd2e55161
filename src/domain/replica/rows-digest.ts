/** How many rows a slice has and a hash of their ids and revisions. Equal rows give equal digests, in any order. */
export type RowsDigest = { readonly count: number; readonly hash: string }

/** Two 32-bit hashes of a text; together they distinguish all rows that a shop can produce. */
function hashPair(text: string): readonly [number, number] {
  let first = 0x811c9dc5
  let second = 0x9e3779b9
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(second ^ code, 0x85ebca6b) ^ (second >>> 13)
  }
  return [
    Math.imul(first ^ (first >>> 16), 0xc2b2ae35) >>> 0,
    Math.imul(second ^ (second >>> 15), 0x27d4eb2f) >>> 0,
  ]
}

/**
 * The digest of records by their id and revision: the same function on the phone and on the server, so that a replica
 * that differs is found without sending it.
 */
export function rowsDigest(rows: Iterable<{ readonly id: string; readonly rev: number }>): RowsDigest {
  let count = 0
  let xor = 0
  let sum = 0
  for (const { id, rev } of rows) {
    const [first, second] = hashPair(`${id}:${rev}`)
    count += 1
    xor ^= first
    sum = (sum + second) >>> 0
  }
  const hex = (part: number) => (part >>> 0).toString(16).padStart(8, '0')
  return { count, hash: `${hex(xor)}${hex(sum)}` }
}

/** What of a stored total is compared. */
export type ComparedTotal = {
  readonly kind: string
  readonly period: string
  readonly key: string
  readonly rev: number
  readonly count: number
  readonly gross: number
  readonly vat: number
  readonly quantity: number
}

/** The digest of stored totals: by their revision, and by the figures that reports show. */
export function totalsDigest(totals: Iterable<ComparedTotal>): RowsDigest {
  const rows = Array.from(totals, ({ kind, period, key, rev, count, gross, vat, quantity }) => ({
    id: [kind, period, key, count, gross, vat, quantity].join(':'),
    rev,
  }))
  return rowsDigest(rows)
}
