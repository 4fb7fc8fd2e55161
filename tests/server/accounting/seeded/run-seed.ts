import { randomUUID } from 'node:crypto'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import type { Collection } from '#domain/collections/collection.ts'
import { stillOwed } from '#domain/collections/owed.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import type { AccountingGateway } from '#server/gateways/accounting/gateway.ts'
import { drainConnection } from '#server/services/accounting/drain-connection.ts'
import { takeId } from '#server/simulators/quickbooks/quickbooks-ledger.ts'
import { findConnection } from '#server/storage/accounting/connections.ts'
import { countDocuments } from '#server/storage/accounting/documents.ts'
import { type Chance, chanceOf } from '../../../simulation/world/chance.ts'
import {
  type Books,
  type Bookshop,
  canceled,
  connect,
  organizationOf,
  receiptOf,
  refunded,
} from '../bookkeeping.ts'
import { collectionOf, storeCollections, takenBack } from '../collecting.ts'
import { judgeBooks } from './judge-books.ts'
import { FROZEN_MS, makeTrouble, ProcessEnded, type Trouble } from './make-trouble.ts'
import { watchWaits } from './watch-waits.ts'

/** A company whose books are written through a client that may have a planted bug. */
export type World = {
  readonly books: Books
  readonly provider: AccountingProvider
  readonly shop: Bookshop
  readonly plant: (gateway: AccountingGateway) => AccountingGateway
}
export type SeedRun = {
  /** The laws that were broken; empty: none. */
  readonly flaws: readonly string[]
  /** What was done and what went wrong, in order. */
  readonly story: readonly string[]
  /** Kinds of trouble that took effect. */
  readonly met: ReadonlySet<string>
}

const ROUNDS = 5
const MOST_ROUNDS_TO_END = 60
const PAUSES_MS = [3_000, 61_000, 4 * 60_000, 8 * 60_000] as const

type Sale = { readonly id: string; readonly code: string; collections: Collection[] }

/** One thing that a person does in the shop or in the books. */
async function act(
  { books, provider, shop }: World,
  seed: number,
  chance: Chance,
  sales: Sale[],
): Promise<string> {
  const customers = [`Juma ${provider} ${seed}`, `Neema ${provider} ${seed}`, ''] as const
  const sale = sales[chance.below(sales.length)]
  const kind = chance.pick(['sell', 'sell', 'collect', 'collect', 'take back', 'refund', 'cancel', 'contact'])
  if (kind === 'contact') {
    const name = customers[0]
    const [organization, company] = [books.xero.organizations[0], books.quickbooks.companies[0]]
    const xero = organization?.contacts ?? []
    const quickbooks = company?.customers ?? []
    if (provider === 'xero' && !xero.some((one) => one.Name === name))
      xero.push({ ContactID: randomUUID(), Name: name, ContactNumber: '', TaxNumber: '' })
    if (provider === 'quickbooks' && company && !quickbooks.some((one) => one.DisplayName === name))
      quickbooks.push({ Id: takeId(company), DisplayName: name, Notes: '' })
    return `a person there writes the customer ${name}`
  }
  if (kind === 'sell' || !sale) {
    const price = 1_000 + chance.below(200_000)
    const invoice = receiptOf(
      shop.companyId,
      [
        [price, 2000, 'standard'],
        [price + 37, 1333, chance.pick(['standard', 'exempted']), chance.pick([0, 750])],
      ],
      { customer: chance.pick(customers), unpaid: chance.hits(0.6), exclusive: chance.hits(0.3) },
    )
    await shop.store(invoice)
    sales.push({ id: invoice.id, code: invoice.receipt.rctvnum, collections: [] })
    return `sells ${invoice.receipt.rctvnum} for ${invoice.totals.totalIncludingTax}`
  }
  const invoice = (await shop.read(sale.id)) as NumberedInvoice
  if (invoice.status === 'canceled') return `leaves ${sale.code} alone`
  const notes = invoice.creditNotes ?? []
  if (kind === 'collect') {
    const owed = stillOwed(invoice, sale.collections)
    const amount = chance.hits(0.3) ? owed : Math.ceil(owed / 3)
    if (amount === 0) return `owes nothing for ${sale.code}`
    const collection = collectionOf(invoice, amount, chance.pick(['cash', 'e-money']))
    await storeCollections(books, shop, collection)
    sale.collections = [...sale.collections, collection]
    return `collects ${amount} ${collection.type} for ${sale.code}`
  }
  if (kind === 'take back') {
    const live = sale.collections.filter((one) => !one.canceled)
    const mistake = live[chance.below(live.length)]
    if (!mistake) return `has nothing to take back of ${sale.code}`
    await storeCollections(books, shop, takenBack(mistake))
    sale.collections = sale.collections.map((one) => (one === mistake ? takenBack(one) : one))
    return `takes ${mistake.amount} back of ${sale.code}`
  }
  if (kind === 'refund' && notes.length < 3) {
    await shop.store(refunded(invoice, 500, notes.length + 1))
    return `refunds a part of ${sale.code}`
  }
  if (kind === 'cancel' && notes.length === 0) {
    await shop.store(canceled(invoice))
    return `cancels ${sale.code}`
  }
  return `looks at ${sale.code}`
}

/** Runs one seed: people act, things go wrong, processes work at once, and in the end everything must be right. */
export async function runSeed(world: World, seed: number): Promise<SeedRun> {
  const { books, provider, shop } = world
  const { clock, services } = books.server
  const { faults } = provider === 'xero' ? books.xero : books.quickbooks
  const story: string[] = []
  const met = new Set<string>()
  const sales: Sale[] = []
  const waits = watchWaits(clock)
  const scope = { companyId: shop.companyId, connectionId: await shop.connectionId() }
  const gatewaysOfProcess = () =>
    books.gateways.map((gateway) =>
      gateway.provider === provider ? world.plant(waits.watch(gateway)) : gateway,
    )
  const note = (what: string, kind?: string) => {
    story.push(what)
    if (kind !== undefined) met.add(kind)
  }
  const drain = async (onCrashPoint?: (point: string) => void, lateAt = 0): Promise<void> => {
    let writes = 0
    const slow = gatewaysOfProcess().map(
      (gateway): AccountingGateway => ({
        ...gateway,
        write: async (...call) => {
          writes += 1
          const isLate = writes === lateAt
          const outcome = await gateway.write(...call)
          if (!isLate) return outcome
          note(`a process sleeps behind the answer ${outcome.kind}, another one works`, 'late')
          clock.advance(FROZEN_MS)
          await drain()
          return outcome
        },
      }),
    )
    try {
      await drainConnection({ ...services, ...(onCrashPoint && { onCrashPoint }) }, slow, scope)
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error
      // The process that had to wait may be the one that ended.
      waits.forget()
    }
  }
  const reconnect = async (): Promise<void> => {
    if ((await findConnection(services.db, scope, provider))?.state !== 'reconnect') return
    note('the owner reconnects', 'reconnect')
    // The page of the service is not what is tried here.
    const open = faults.splice(0)
    await connect(shop, provider, organizationOf(books, provider))
    faults.push(...open)
  }
  const made: Trouble[] = []
  const [acts, troubles] = [chanceOf(seed, 'acts'), chanceOf(seed, 'troubles')]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let nth = 1 + acts.below(4); nth > 0; nth -= 1) story.push(await act(world, seed, acts, sales))
    const trouble = makeTrouble(world, troubles, note)
    made.push(trouble)
    const processes = 1 + troubles.below(3)
    if (processes > 1) note(`${processes} processes at once`, 'at once')
    await Promise.all(
      Array.from(
        { length: processes },
        async (_, nth) => await drain(trouble.pointsOf(nth), trouble.lateAt(nth)),
      ),
    )
    trouble.end()
    await reconnect()
    clock.advance(troubles.pick(PAUSES_MS))
  }
  for (let round = 0; round < MOST_ROUNDS_TO_END; round += 1) {
    if (round === 1) faults.splice(0)
    await drain()
    await reconnect()
    const counts = await countDocuments(services.db, scope)
    if ((counts.get('waiting') ?? 0) === 0) {
      if (!(await sendAgain(world, sales))) break
      note('the owner sends again', 'period')
    }
    clock.advance(11 * 60_000)
  }
  for (const kind of made.flatMap((trouble) => trouble.met())) met.add(kind)
  const sold = await Promise.all(
    sales.map(async ({ id, collections }) => ({ invoice: await shop.read(id), collections })),
  )
  return { flaws: [...(await judgeBooks(world, sold)), ...waits.flaws], story, met }
}

/** The owner sends what a closed period stopped; says whether there was any. Nothing else may need a person. */
async function sendAgain({ books, provider, shop }: World, sales: readonly Sale[]): Promise<boolean> {
  const stopped = await books.server.services.db
    .selectFrom('accounting_documents')
    .select('invoice_id')
    .where('company_id', '=', shop.companyId)
    .where('state', '=', 'attention')
    .where('problem', '=', 'period')
    .execute()
  const own = stopped.filter(({ invoice_id: id }) => sales.some((sale) => sale.id === id))
  for (const { invoice_id: invoiceId } of own)
    await shop.call('accounting.settle', { provider, invoiceId, action: 'send-again' })
  return own.length > 0
}
