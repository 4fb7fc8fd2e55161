import type { Bench } from './bench.ts'
import { type BigPhone, measureBigPhone, touchLoops } from './support/big-phone.ts'

type Screens = BigPhone['screens']
const of =
  (pick: (screens: Screens) => readonly number[]): Bench['run'] =>
  async (options) => [...pick((await measureBigPhone(options)).screens)]

/** Screens beside the lists, on the phone of `big-phone`: measured in the same session. */
const benches: Bench[] = [
  {
    name: 'screen-heap',
    unit: 'MB',
    budget: 8,
    run: async (options) => [(await measureBigPhone(options)).heapMB],
    note: 'after a cold start of the list, collected',
  },
  {
    name: 'screen-dashboard',
    pageLoops: touchLoops,
    unit: 'ms',
    budget: 100,
    run: of(({ dashboard }) => dashboard),
    note: 'from the touch until the figures of the day stand; 105 days are kept; the map of days follows',
  },
  {
    name: 'screen-year-report',
    pageLoops: touchLoops,
    unit: 'ms',
    budget: 100,
    run: of(({ year }) => year),
    note: 'from the touch of *This year* until its total is shown; two years of days are kept',
  },
  {
    name: 'screen-search-in-names',
    pageLoops: touchLoops,
    unit: 'ms',
    budget: 100,
    run: of(({ search }) => search),
    note: 'key to results, by the beginning of a later word of the name; inside of words nothing is found',
  },
  {
    name: 'screen-row-changes',
    pageLoops: touchLoops,
    unit: 'ms',
    budget: 100,
    run: of(({ changes }) => changes.shown.map(({ ms }) => ms)),
    note: 'from the commit by another connection until the row is painted',
  },
  {
    name: 'screen-row-changes-others',
    unit: 'count',
    budget: 0,
    budgetedStatistic: 'max',
    run: of(({ changes }) => changes.shown.map(({ otherRows }) => otherRows)),
    note: 'rows whose elements changed with it',
  },
  {
    name: 'screen-row-changes-renders',
    unit: 'count',
    budget: 1,
    run: of(({ changes }) => changes.shown.map(({ commits }) => commits)),
    note: 'how often React drew',
  },
  {
    name: 'screen-unseen-change-renders',
    unit: 'count',
    budget: 0,
    run: of(({ changes }) => changes.unseen),
    note: 'an invoice far below the screen changes; the median, since other things may be drawn meanwhile',
  },
  {
    name: 'screen-scroll-frames',
    pageLoops: touchLoops,
    unit: 'per second',
    budget: 55,
    run: of(({ scroll }) => [scroll.framesPerSecond]),
    note: '100 points a frame by script, pages read on the way',
  },
  {
    name: 'screen-scroll-rows',
    unit: 'count',
    budget: 60,
    run: of(({ scroll }) => [scroll.mostRows]),
    note: 'most rows in the document at once',
  },
]
export default benches
