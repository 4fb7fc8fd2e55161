import { submitInvoice } from '#commands/invoices.ts'
import { searchCustomers } from '#data/customers.ts'
import { invoiceKeysRow } from '#data/invoice-keys.ts'
import { countInvoices, findInvoiceWindow, listInvoices, recountInvoices } from '#data/invoices.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { countPending } from '#data/outbox-entries.ts'
import { createPorts, type Ports } from '#data/ports.ts'
import { listProducts } from '#data/products.ts'
import type { ProductRow } from '#data/rows.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { newDraft } from '#domain/invoices/new-draft.ts'
import { priceLine } from '#domain/invoices/price-line.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { type Account, openAccount } from '#session/account.ts'
import { calibrationLoop } from '../bench.ts'
import { seedExpenses } from './expense-work.ts'
import { chanceFrom, makeCustomer, makeInvoice, makeProduct } from './make-records.ts'
import { changeShown, changeUnseen, seedDays } from './screen-work.ts'

/**
 * Work done in the page by the app's own rooms, on the database of the person signed in there: filling it, timing its
 * queries, queueing sales. Given to the page as one script; everything hangs on `window.benchPhone`.
 */

const ports: Ports = createPorts({
  now: () => Date.now(),
  fill: (bytes) => {
    crypto.getRandomValues(bytes)
  },
})

let opened: Promise<Account> | undefined

function account(): Promise<Account> {
  const user = JSON.parse(localStorage.getItem('user') ?? 'null') as { id: string; company_id: string } | null
  if (!user) throw new Error('nobody is signed in')
  opened ??= openAccount(ports, user.company_id, user.id)
  return opened
}

/** Rows of one write: large, because the page is not used meanwhile. */
const BATCH = 2_000

async function seedInvoices(from: number, to: number, count: number): Promise<void> {
  const { db, companyId } = await account()
  for (let start = from; start < to; start += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, to - start) }, (_, index) =>
      makeInvoice(start + index, count, companyId ?? ''),
    )
    await db.invoices.bulkPut(rows)
    await db.invoiceKeys.bulkPut(rows.map(invoiceKeysRow))
  }
}

async function seedCustomers(from: number, to: number): Promise<void> {
  const { db, companyId } = await account()
  for (let start = from; start < to; start += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, to - start) }, (_, index) =>
      makeCustomer(start + index, companyId ?? ''),
    )
    await db.customers.bulkPut(rows)
  }
}

async function seedProducts(count: number): Promise<void> {
  const { db, companyId } = await account()
  const rows = Array.from({ length: count }, (_, index) => makeProduct(index, companyId ?? ''))
  await db.products.bulkPut(rows)
}

async function recount(): Promise<Record<string, number>> {
  const { db } = await account()
  const counts = await recountInvoices(db)
  await upsertMeta(db, 'counts', counts)
  return counts
}

const PAGE = 50

/** The questions screens ask, each as one screen asks it. */
const queries = {
  newest: async () => {
    const { db } = await account()
    const window = await findInvoiceWindow(db, { limit: PAGE })
    return (await listInvoices(db, window)).length
  },
  'window-only': async () => (await findInvoiceWindow((await account()).db, { limit: PAGE })).limit,
  canceled: async () => {
    const { db } = await account()
    return (await listInvoices(db, await findInvoiceWindow(db, { shown: 'canceled', limit: PAGE }))).length
  },
  counts: async () => (await countInvoices((await account()).db)).issued,
  'customer-prefix': async () => (await searchCustomers((await account()).db, 'neema mf', 20)).length,
  'customer-middle-word': async () => (await searchCustomers((await account()).db, 'tumaini z', 20)).length,
}
export type QueryName = keyof typeof queries

async function timeQuery(name: QueryName, times: number): Promise<number[]> {
  const took: number[] = []
  await queries[name]()
  for (let n = 0; n < times; n += 1) {
    const begun = performance.now()
    const found = await queries[name]()
    took.push(performance.now() - begun)
    if (found === 0) throw new Error(`${name} found nothing`)
  }
  return took
}

function saleOf(index: number, products: readonly ProductRow[]): InvoiceContent {
  const chance = chanceFrom(index + 77)
  const day = fiscalDayOf(toInstant(ports.clock.now()))
  const lines = Array.from({ length: 1 + Math.floor(chance() * 4) }, () => {
    const product = products[Math.floor(chance() * products.length)]
    if (!product) throw new Error('there is nothing to sell')
    const pricing = { day, rates: rates, vatRegistered: true, amountType: 'INCLUSIVE' as const }
    const quantity = toQuantity(1000 * (1 + Math.floor(chance() * 4)))
    const priced = priceLine(ports.newId(), product, pricing, quantity)
    if (priced.kind === 'refused') throw new Error(priced.code)
    return priced.line
  })
  const content = { ...newDraft(), lines }
  const total = invoiceTotals(content, true).totalIncludingTax
  return { ...content, payments: [{ type: 'cash', amount: total }] }
}

let rates: Parameters<typeof priceLine>[2]['rates'] = []

async function readSuggestions(): Promise<ProductRow[]> {
  const { db } = await account()
  const session = await findMeta(db, 'session')
  rates = session?.rates ?? []
  const products = await listProducts(db, { limit: 60 })
  return products.filter((product) => product.active)
}

export type Sold = {
  /** From the call until "saved on this phone" may be said. */
  readonly commandMs: number[]
  /** The writing transaction alone: record, outbox entry, audit line, totals and counters, flushed. */
  readonly transactionMs: number[]
}

/** Submits sales one after the other, as fast as they can be stored. No sync is requested. */
async function sell(count: number): Promise<Sold> {
  const seller = await account()
  const products = await readSuggestions()
  const transactionMs: number[] = []
  const { db } = seller
  // What a sale leaves for later is not part of keeping it.
  const isWriteTransaction = (tables: unknown) => Array.isArray(tables) && tables.includes(db.outbox)
  const transaction = db.transaction.bind(db)
  const timed = async (...given: Parameters<typeof transaction>) => {
    const begun = performance.now()
    const value: unknown = await transaction(...given)
    if (given[0] === 'rw' && isWriteTransaction(given[1])) transactionMs.push(performance.now() - begun)
    return value
  }
  Object.assign(db, { transaction: timed })
  const commandMs: number[] = []
  for (let n = 0; n < count; n += 1) {
    const content = saleOf(n, products)
    const begun = performance.now()
    const result = await submitInvoice(seller, { ports, requestSync: () => undefined }, { content })
    commandMs.push(performance.now() - begun)
    if (!result.ok) throw new Error(JSON.stringify(result))
  }
  Object.assign(db, { transaction })
  return { commandMs, transactionMs }
}

async function pending(): Promise<number> {
  return await countPending((await account()).db)
}

/** Resolves when nothing waits any more, with the time it happened; looks often enough for a stop watch. */
async function untilEmpty(limitMs: number): Promise<number> {
  const begun = performance.now()
  while (performance.now() - begun < limitMs) {
    if ((await pending()) === 0) return performance.now()
    await ports.wait(20)
  }
  throw new Error(`${await pending()} still wait after ${limitMs} ms`)
}

/** Everything of a push that does not change from sale to sale, for sending the same work by other means. */
async function sender() {
  const { db, companyId, userId } = await account()
  const [deviceId, epoch, tokens] = [
    await findMeta(db, 'deviceId'),
    await findMeta(db, 'epoch'),
    await findMeta(db, 'tokens'),
  ]
  return { companyId, userId, deviceId, epoch, token: tokens?.token }
}

/** Takes the queued operations out of the outbox as they would travel; the records stay. For the comparison only. */
async function takeQueue() {
  const { db } = await account()
  const entries = await db.outbox.toArray()
  await db.outbox.clear()
  await upsertMeta(db, 'pending', 0)
  return entries.map(({ opId, deviceSeq, type, v, lane, dependsOn, bodyHash, body }) => ({
    opId,
    deviceSeq,
    type,
    v,
    lane,
    dependsOn: [...dependsOn],
    bodyHash,
    body,
  }))
}

const benchPhone = {
  calibrationLoop,
  seedInvoices,
  seedCustomers,
  seedProducts,
  recount,
  timeQuery,
  sell,
  pending,
  untilEmpty,
  sender,
  takeQueue,
  seedDays: async (count: number) => {
    const { db, companyId } = await account()
    await seedDays(db, companyId ?? '', fiscalDayOf(toInstant(ports.clock.now())), count)
  },
  seedExpenses: async (count: number) => {
    const { db, companyId } = await account()
    await seedExpenses(db, companyId ?? '', fiscalDayOf(toInstant(ports.clock.now())), count)
  },
  changeShown: async (name: string) => await changeShown((await account()).db, name),
  changeUnseen: async (name: string) => await changeUnseen((await account()).db, name),
}

declare global {
  interface Window {
    benchPhone: typeof benchPhone
  }
}

window.benchPhone = benchPhone
