import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { verifyReceipts } from '#server/services/fiscal/verify-receipts.ts'
import { bytesPerReceipt, insertYears } from '../support/insert-years.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../support/test-backend.ts'
import { type Bench, onceFor, quantile } from './bench.ts'
import { logProgress, onStage } from './support/cleanup.ts'

/** Receipts of each company: a small shop's four years. */
const EACH = 5_000
const ROUNDS = 300

/** How many receipts the database is given: `BENCH_RECEIPTS=10000000` is a year of the largest expected load on one machine. */
function receiptsOf(full: boolean): number {
  return Number(process.env['BENCH_RECEIPTS'] ?? (full ? 1_000_000 : 100_000))
}

type Times = { readonly submit: number[]; readonly pull: number[]; readonly list: number[] }

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function sell({ phone, productId }: Shop, pieces: number): Promise<void> {
  const slipToken = randomBytes(16).toString('base64url')
  const result = await phone.pushOne('invoice.submit', {
    ...invoiceInput(aSale(productId, pieces)),
    slipToken,
  })
  if (result.state !== 'done') throw new Error(`the sale was not taken: ${JSON.stringify(result)}`)
}

/** One phone, one request after the other: a sale, what came since, and the page of a list. */
async function measureShop(shop: Shop, times: number): Promise<Times> {
  const took: Times = { submit: [], pull: [], list: [] }
  let { next } = await shop.phone.pull()
  const before = toInstant(Date.now() + 366 * 86_400_000)
  for (let n = 0; n < times; n += 1) {
    took.submit.push(await timeOf(async () => await sell(shop, 1 + (n % 5))))
    took.pull.push(
      await timeOf(async () => {
        next = (await shop.phone.pull(next)).next
      }),
    )
    took.list.push(await timeOf(async () => await listOlder(shop, before)))
  }
  return took
}

async function listOlder({ phone }: Shop, beforeSaleAt: Instant): Promise<void> {
  const { status } = await phone.call('invoices.older', { beforeSaleAt })
  if (status !== 200) throw new Error(`list: ${status}`)
}

async function fill({ server }: TestBackend, model: Shop, receipts: number): Promise<void> {
  const { db } = server.services
  const identity = { companyId: model.companyId, identityId: model.identity.id }
  const companies = Math.max(1, Math.round(receipts / EACH))
  await insertYears(db, identity, { companies, each: EACH }, (done) => logProgress(`years: ${done} receipts`))
  await sql`checkpoint`.execute(db)
}

const measure = onceFor(({ full }) =>
  onStage(async (opened) => {
    logProgress('years: an empty database')
    const backend = opened(await startTestBackend(), async (part) => await part.close())
    const model = await createShop(backend)
    const shop = await createShop(backend)
    for (let n = 0; n < 10; n += 1) await sell(model, 1 + n)
    await deliver(backend.delivery, model.identity)
    // Receipts of years have been found on the portal: the indexes of those that wait for it do not hold them.
    while ((await verifyReceipts(backend.delivery, model.identity)) > 0) logProgress('years: looked up')
    await measureShop(shop, ROUNDS / 3)
    const empty = await measureShop(shop, ROUNDS)
    const receipts = receiptsOf(full)
    await fill(backend, model, receipts)
    await measureShop(shop, ROUNDS / 3)
    const filled = await measureShop(shop, ROUNDS)
    const bytes = await bytesPerReceipt(backend.server.services.db, receipts)
    for (const [table, size] of bytes) logProgress(`years: ${table} ${Math.round(size)} bytes a receipt`)
    return { empty, filled, bytes: [...bytes.values()].reduce((sum, size) => sum + size, 0) }
  }),
)

function ratio(of: keyof Times, what: string): Bench {
  return {
    name: `years-${of}`,
    unit: 'ratio',
    budget: 1.2,
    run: async (options) => {
      const { empty, filled } = await measure(options)
      return [quantile(filled[of], 0.5) / quantile(empty[of], 0.5)]
    },
    note: `${what} in a database with years of receipts, against an empty one; medians of one phone`,
  }
}

/** What years of data change: 100,000 receipts, a million with --full, `BENCH_RECEIPTS` for another number. */
const benches: Bench[] = [
  ratio('submit', 'a sale'),
  ratio('pull', 'what came since'),
  ratio('list', 'a page of sales'),
  {
    name: 'years-bytes-per-receipt',
    unit: 'kB',
    budget: 6,
    run: async (options) => [(await measure(options)).bytes / 1_000],
    note: 'rows and indexes of a sale with one line: invoice, receipt, operation, delivery, feed, link',
  },
]

export default benches
