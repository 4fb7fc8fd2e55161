import type { Bench } from './bench.ts'
import type { QueryName } from './page/phone-work.ts'
import { type BigPhone, measureBigPhone, RECORDS, type Start, touchLoops } from './support/big-phone.ts'
import { PHONE_SLOWDOWN } from './support/browser.ts'

const of =
  (pick: (measured: BigPhone) => readonly number[]): Bench['run'] =>
  async (options) => [...pick(await measureBigPhone(options))]
const startLoops: Bench['pageLoops'] = {
  slowdown: PHONE_SLOWDOWN,
  run: of(({ offline }) => [...offline.cold, ...offline.again].map((start) => start.loopMs)),
}
const query = (name: QueryName) => of((measured) => measured.queries.get(name) ?? [])

/** Starts, queries and touches of the big phone. */
const benches: Bench[] = [
  {
    name: 'big-seed-records',
    unit: 'per second',
    run: of(({ seedMs }) => [(2 * RECORDS) / (seedMs / 1000)]),
    note: 'invoices and customers written in batches of 2,000, not slowed',
  },
  {
    name: 'start-offline-cold',
    pageLoops: startLoops,
    unit: 'ms',
    budget: 1_200,
    run: of(({ offline }) => offline.cold.map(({ ms }) => ms)),
  },
  {
    name: 'start-offline-again',
    pageLoops: startLoops,
    unit: 'ms',
    budget: 500,
    run: of(({ offline }) => offline.again.map(({ ms }) => ms)),
  },
  {
    name: 'start-silent-to-offline',
    unit: 'ratio',
    budget: 1.1,
    run: of(({ silent, offline }) => [medianOf(silent.cold) / medianOf(offline.cold)]),
    note: 'cold start with a server that accepts and never answers, against none at all',
  },
  {
    name: 'start-slow-3g-to-offline',
    unit: 'ratio',
    budget: 1.1,
    run: of(({ slow, offline }) => [medianOf(slow.cold) / medianOf(offline.cold)]),
  },
  {
    name: 'list-query',
    pageLoops: touchLoops,
    unit: 'ms',
    budget: 25,
    run: query('newest'),
    note: 'bounds and rows: two reads of 50',
  },
  { name: 'list-query-bounds-only', pageLoops: touchLoops, unit: 'ms', run: query('window-only') },
  { name: 'list-query-by-status', pageLoops: touchLoops, unit: 'ms', budget: 25, run: query('canceled') },
  { name: 'list-query-counts', pageLoops: touchLoops, unit: 'ms', budget: 25, run: query('counts') },
  {
    name: 'customer-query-prefix',
    pageLoops: touchLoops,
    unit: 'ms',
    budget: 10,
    run: query('customer-prefix'),
  },
  {
    name: 'customer-query-middle-word',
    pageLoops: touchLoops,
    unit: 'ms',
    budget: 10,
    run: query('customer-middle-word'),
  },
  {
    name: 'list-tap-to-rows',
    pageLoops: touchLoops,
    unit: 'ms',
    budget: 100,
    run: of(({ touches }) => touches.list),
  },
  {
    name: 'list-filter-tap-to-rows',
    pageLoops: touchLoops,
    unit: 'ms',
    budget: 100,
    run: of(({ touches }) => touches.filter),
  },
  {
    name: 'customer-key-to-results',
    pageLoops: touchLoops,
    unit: 'ms',
    budget: 50,
    run: of(({ touches }) => touches.search),
  },
]

function medianOf(starts: readonly Start[]): number {
  const sorted = starts.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
}

export default benches
