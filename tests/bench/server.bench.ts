import { Agent } from 'node:http'
import { type Bench, onceFor, quantile } from './bench.ts'
import { logProgress, onStage } from './support/cleanup.ts'
import { type LoadPhone, openLoadPhone } from './support/load-phones.ts'
import { type ProductAnswer, startProduct, untilCalm } from './support/product-process.ts'

const PHONES = 50
/** Two companies registered for VAT: each numbers its receipts one after the other. */
const COMPANIES = ['kariakoo', 'mwenge']

/** Every phone submits one sale after the other for this long. */
async function sellTogether(phones: readonly LoadPhone[], forMs: number) {
  const took: number[] = []
  const begun = performance.now()
  await Promise.all(
    phones.map(async (phone) => {
      while (performance.now() - begun < forMs) took.push(await phone.submit())
    }),
  )
  return { perSecond: took.length / ((performance.now() - begun) / 1000), took }
}

/** Milliseconds of processor per accepted sale; what delivers them meanwhile, simulator included, counts too. */
function cpuPerSubmission(before: ProductAnswer, after: ProductAnswer, count: number) {
  if (!('serverMs' in before && 'serverMs' in after))
    throw new Error('the product did not say its processor time')
  return {
    server: (after.serverMs - before.serverMs) / count,
    database: (after.databaseMs - before.databaseMs) / count,
  }
}

const measure = onceFor(({ full }) =>
  onStage(async (opened) => {
    logProgress('server: 50 phones')
    const product = opened(await startProduct(), (part) => part.stop())
    const agent = opened(new Agent({ keepAlive: true, maxSockets: PHONES }), async (part) => part.destroy())
    const asked = await product.ask({ ask: 'operators', count: PHONES, companies: COMPANIES })
    const usernames = 'usernames' in asked ? asked.usernames : []
    const phones: LoadPhone[] = []
    for (const username of usernames) phones.push(await openLoadPhone(product.port, agent, username))
    await sellTogether(phones, 2_000)
    const cpuBefore = await product.ask({ ask: 'cpu' })
    const rounds = []
    for (let n = 0; n < (full ? 6 : 3); n += 1) rounds.push(await sellTogether(phones, full ? 20_000 : 5_000))
    const cpuAfter = await product.ask({ ask: 'cpu' })
    const count = rounds.reduce((sum, { took }) => sum + took.length, 0)
    const cpu = cpuPerSubmission(cpuBefore, cpuAfter, count)
    await untilCalm(product)
    const single = await sellTogether(phones.slice(0, 1), 3_000)
    const memory = await product.ask({ ask: 'memory' })
    logProgress('server: 50 phones at two processes')
    const second = opened(await startProduct(product), (part) => part.stop())
    const shared: LoadPhone[] = []
    for (const [index, username] of usernames.entries()) {
      const { port } = index % 2 === 0 ? product : second
      shared.push(await openLoadPhone(port, agent, username))
    }
    await sellTogether(shared, 2_000)
    const two = []
    for (let n = 0; n < (full ? 6 : 3); n += 1) two.push(await sellTogether(shared, full ? 20_000 : 5_000))
    return { rounds, cpu, alone: single, two, rssMB: 'rss' in memory ? memory.rss / 2 ** 20 : Number.NaN }
  }),
)

/** One process, its own PostgreSQL waiting for the disk, 50 phones that never pause; the load comes from this one. */
const benches: Bench[] = [
  {
    name: 'server-submissions',
    unit: 'per second',
    run: async (options) => (await measure(options)).rounds.map(({ perSecond }) => perSecond),
    note: 'accepted, numbered and signed; the simulator of the authority runs in the same process',
  },
  {
    name: 'server-slowest-request',
    unit: 'ms',
    budget: 1_000,
    budgetedStatistic: 'max',
    run: async (options) => (await measure(options)).rounds.flatMap(({ took }) => took),
  },
  {
    name: 'server-cpu-per-submission',
    unit: 'ms',
    run: async (options) => [(await measure(options)).cpu.server],
    note: 'of the server process, with the delivery of the same receipts and the simulated authority',
  },
  {
    name: 'database-cpu-per-submission',
    unit: 'ms',
    run: async (options) => [(await measure(options)).cpu.database],
    note: 'of PostgreSQL, likewise',
  },
  {
    name: 'server-submissions-two-processes',
    unit: 'per second',
    run: async (options) => (await measure(options)).two.map(({ perSecond }) => perSecond),
    note: 'the same 50 phones, half of them at a second process on the same database',
  },
  {
    name: 'server-slowest-request-two-processes',
    unit: 'ms',
    budget: 1_000,
    budgetedStatistic: 'max',
    run: async (options) => (await measure(options)).two.flatMap(({ took }) => took),
  },
  {
    name: 'server-request-alone',
    unit: 'ms',
    run: async (options) => (await measure(options)).alone.took,
    note: 'one phone, nobody else',
  },
  {
    name: 'server-wait-share',
    unit: 'ratio',
    run: async (options) => {
      const { rounds, alone } = await measure(options)
      return rounds.map(({ took }) => quantile(took, 0.5) / quantile(alone.took, 0.5) / PHONES)
    },
    note: 'median under load against alone, per phone: above 1 the phones hinder each other',
  },
  { name: 'server-memory', unit: 'MB', run: async (options) => [(await measure(options)).rssMB] },
]

export default benches
