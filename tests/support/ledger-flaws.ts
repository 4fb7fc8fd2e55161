/** What of a receipt in the authority's ledger can be checked without knowing the sale. */
export type LedgerEntry = {
  readonly rctvnum: string
  readonly gc: number
  readonly dc: number
  readonly znum: string
  readonly totalInclCents: number
  readonly sha256: string
  readonly vatTotals: readonly { readonly netCents: number; readonly taxCents: number }[]
  readonly payments: readonly { readonly cents: number }[]
}

function isCounted(counters: readonly number[]): boolean {
  return counters.every((counter, index) => counter === index + 1)
}

/**
 * What must never be true of a ledger after any run (TRA guide: GC counts for ever, DC from 1 each day, no
 * number twice). Returns one line for each flaw: gaps and repeats of counters, documents twice, sums that do
 * not fit.
 */
export function findLedgerFlaws(receipts: readonly LedgerEntry[]): string[] {
  const ordered = [...receipts].sort((a, b) => a.gc - b.gc)
  const flaws: string[] = []
  const counters = ordered.map(({ gc }) => gc)
  if (!isCounted(counters)) flaws.push(`GC is not 1 to ${ordered.length}: ${counters.join(' ')}`)
  for (const key of ['rctvnum', 'sha256'] as const) {
    if (new Set(ordered.map((receipt) => receipt[key])).size < ordered.length) flaws.push(`a ${key} twice`)
  }
  for (const [day, ofDay] of Map.groupBy(ordered, ({ znum }) => znum)) {
    const daily = ofDay.map(({ dc }) => dc)
    if (!isCounted(daily)) flaws.push(`DC of ${day} is not 1 to ${daily.length}: ${daily.join(' ')}`)
  }
  for (const { gc, totalInclCents, vatTotals, payments } of ordered) {
    const taxed = vatTotals.reduce((sum, total) => sum + total.netCents + total.taxCents, 0)
    const paid = payments.reduce((sum, { cents }) => sum + cents, 0)
    if (taxed !== totalInclCents) flaws.push(`GC ${gc}: taxed ${taxed} of ${totalInclCents}`)
    if (paid !== totalInclCents) flaws.push(`GC ${gc}: paid ${paid} of ${totalInclCents}`)
  }
  return flaws
}
