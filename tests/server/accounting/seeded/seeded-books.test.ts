import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTING_PROVIDERS, type AccountingProvider } from '#domain/accounting/provider.ts'
import { type Books, connect, openBookshop, organizationOf, startBooks } from '../bookkeeping.ts'
import { mapAndStart } from '../start-writing.ts'
import { TROUBLES } from './make-trouble.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'
import { runSeed, type SeedRun, type World } from './run-seed.ts'

/** `ACCOUNTING_SEEDS=17` runs one seed again, `ACCOUNTING_SEEDS=1-500` a long run. */
const [first = 1, last = first] = (process.env['ACCOUNTING_SEEDS'] ?? '1-24').split('-').map(Number)
/** In how many seeds a planted bug must be found. */
const SEEDS_TO_FIND = 24

let books: Books
beforeAll(async () => {
  books = await startBooks()
})
afterAll(async () => await books.stop())

async function openWorld(provider: AccountingProvider, plant: World['plant']): Promise<World> {
  const shop = await openBookshop(books, provider)
  await connect(shop, provider, organizationOf(books, provider))
  await mapAndStart(shop, provider)
  await shop.call('accounting.attach', { provider, attaches: false })
  return { books, provider, shop, plant }
}

async function closeWorld({ provider, shop }: World): Promise<void> {
  const simulator = provider === 'xero' ? books.xero : books.quickbooks
  for (const list of [simulator.faults, simulator.violations, simulator.announcer.pending]) list.splice(0)
  await shop.call('accounting.disconnect', { provider })
}

const said = (seed: number, { flaws, story }: SeedRun) =>
  flaws.length === 0 ? '' : [`seed ${seed}`, ...flaws, '', ...story].join('\n')

/** What the seeds of both services met. */
const met: string[] = []

describe('the books under seeded faults (integrations §6)', () => {
  let world: World
  afterEach(async () => await closeWorld(world))

  test.each(ACCOUNTING_PROVIDERS)(
    `%s, seeds ${first} to ${last}: nothing lost, nothing doubled, equal to the cent, the log is true`,
    async (provider) => {
      world = await openWorld(provider, (gateway) => gateway)
      for (let seed = first; seed <= last; seed += 1) {
        const run = await runSeed(world, seed)
        expect(said(seed, run)).toBe('')
        met.push(...run.met)
      }
    },
    180_000,
  )

  test.each(Object.entries(PLANTED_BUGS))(
    'finds a planted bug: %s',
    async (_name, { provider, law, plant }) => {
      world = await openWorld(provider, plant)
      const found: string[] = []
      for (let seed = 1; seed <= SEEDS_TO_FIND && found.length === 0; seed += 1)
        found.push(...(await runSeed(world, seed)).flaws)
      expect(found.join('\n')).toMatch(law)
    },
  )
})

// Fewer seeds need not show everything.
test.runIf(last - first >= 23)('the seeds meet every kind of trouble', () => {
  expect(TROUBLES.filter((kind) => !met.includes(kind))).toEqual([])
})
