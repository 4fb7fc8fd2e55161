import { Agent } from 'node:http'
import { type Bench, onceFor, quantile } from './bench.ts'
import { logProgress, onStage } from './support/cleanup.ts'
import { openLoadPhone } from './support/load-phones.ts'
import { openLoadProgram } from './support/load-programs.ts'
import { startProduct, untilCalm } from './support/product-process.ts'

const SELLERS = 10
const COMPANIES = ['kariakoo', 'mwenge']
/** A key may write 60 times a minute: its product, the sales before the measurement, and these. */
const WARM_UP = 5
const SALES = 35
const SALES_ALONE = 15

type Seller = { submit(): Promise<number> }

/**
 * Every program submits so many sales, one after the other, and every phone sells until they have: whatever else the
 * machine does meanwhile slows both.
 */
async function sellTogether(phones: readonly Seller[], programs: readonly Seller[], sales: number) {
  const [pushed, called]: [number[], number[]] = [[], []]
  let open = true
  const phonesDone = phones.map(async (phone) => {
    while (open) pushed.push(await phone.submit())
  })
  await Promise.all(
    programs.map(async (program) => {
      for (let sale = 0; sale < sales; sale += 1) called.push(await program.submit())
    }),
  )
  open = false
  await Promise.all(phonesDone)
  return { pushed, called }
}

/** One sale at a time, of a phone and of a program in turn. */
async function sellInTurn(phones: readonly Seller[], programs: readonly Seller[], sales: number) {
  const [pushed, called]: [number[], number[]] = [[], []]
  for (let sale = 0; sale < sales; sale += 1) {
    for (const [index, program] of programs.entries()) {
      pushed.push((await phones[index]?.submit()) ?? Number.NaN)
      called.push(await program.submit())
    }
  }
  return { pushed, called }
}

const measure = onceFor(() =>
  onStage(async (opened) => {
    logProgress(`api: ${SELLERS} phones and ${SELLERS} programs at once`)
    const product = opened(await startProduct(), (part) => part.stop())
    const agent = opened(new Agent({ keepAlive: true, maxSockets: 2 * SELLERS }), async (part) =>
      part.destroy(),
    )
    const { port } = product
    const operators = await product.ask({ ask: 'operators', count: SELLERS, companies: COMPANIES })
    const made = await product.ask({ ask: 'keys', count: SELLERS, companies: COMPANIES })
    const phones: Seller[] = []
    const programs: Seller[] = []
    for (const username of 'usernames' in operators ? operators.usernames : [])
      phones.push(await openLoadPhone(port, agent, username))
    for (const key of 'keys' in made ? made.keys : []) programs.push(await openLoadProgram(port, agent, key))
    await sellTogether(phones, programs, WARM_UP)
    const together = await sellTogether(phones, programs, SALES)
    await untilCalm(product)
    return { together, alone: await sellInTurn(phones, programs, SALES_ALONE) }
  }),
)

/** What a sale of a program costs beside one of a phone: the same server and companies at the same time. */
const benches: Bench[] = [
  {
    name: 'api-submit',
    unit: 'ms',
    budgetedStatistic: 'p95',
    run: async (options) => (await measure(options)).together.called,
    note: `${SELLERS} programs, each one sale after the other, beside ${SELLERS} phones`,
  },
  {
    name: 'api-submit-by-push',
    unit: 'ms',
    budgetedStatistic: 'p95',
    run: async (options) => (await measure(options)).together.pushed,
    note: 'the phones beside them',
  },
  {
    name: 'api-submit-share',
    unit: 'ratio',
    budget: 1.3,
    run: async (options) => {
      const { pushed, called } = (await measure(options)).together
      return [quantile(called, 0.95) / quantile(pushed, 0.95)]
    },
    note: 'p95 of the one by p95 of the other',
  },
  {
    name: 'api-submit-share-alone',
    unit: 'ratio',
    budget: 1.3,
    run: async (options) => {
      const { pushed, called } = (await measure(options)).alone
      return [quantile(called, 0.5) / quantile(pushed, 0.5)]
    },
    note: 'median by median; one sale at a time, of a phone and of a program in turn',
  },
]

export default benches
