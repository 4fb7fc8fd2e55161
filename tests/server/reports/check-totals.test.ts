import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'
import { allDeltas } from '#domain/reports/invoice-deltas.ts'
import { addToAggregates } from '#server/services/reports/add-to-aggregates.ts'
import { checkMonth, checkTotals } from '#server/services/reports/check-totals.ts'
import { lockCompanyIdentity } from '#server/storage/fiscal/identities.ts'
import { inTransaction } from '#server/storage/in-transaction.ts'
import { listAllAggregates, upsertAggregates } from '#server/storage/invoices/aggregates.ts'
import { lockInvoice, upsertInvoices } from '#server/storage/invoices/invoices.ts'
import { getLastChangeId } from '#server/storage/sync/changes.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(async () => {
  await backend.close()
})

/** A week is over: every company is due again. */
function afterAWeek(): void {
  backend.clock.advance(8 * DAY_MS)
}

const today = () => fiscalDayOf(toInstant(backend.clock.now()))
const sell = ({ phone, productId }: Shop, pieces = 1) =>
  phone.pushOne('invoice.submit', invoiceInput(aSale(productId, pieces)))

/** The services, with what they log. */
function watched() {
  const events: Record<string, unknown>[] = []
  const services = { ...backend.server.services, log: (event: Record<string, unknown>) => events.push(event) }
  return { services, corrections: () => events.filter(({ event }) => event === 'totals-corrected') }
}

async function totals({ companyId }: Shop) {
  const all = await listAllAggregates(backend.server.services.db, { companyId })
  return all.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const figures = (stored: Awaited<ReturnType<typeof totals>>) => stored.map(({ rev: _rev, ...rest }) => rest)

async function acts({ companyId }: Shop) {
  return await backend.server.services.db
    .selectFrom('audit')
    .select(['user_id', 'subject', 'detail'])
    .where('company_id', '=', companyId)
    .where('action', '=', 'totals.correct')
    .execute()
}

async function checks({ companyId }: Shop) {
  return await backend.server.services.db
    .selectFrom('total_checks')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('month')
    .execute()
}

/** Stores a wrong sum of a day, as a fault would: without a change in the feed. */
async function spoil(shop: Shop, day: string): Promise<void> {
  const total = (await totals(shop)).find(({ id }) => id === `day:${day}:`)
  if (total === undefined) throw new Error('the day has no total')
  await upsertAggregates(backend.server.services.db, shop, [
    { ...total, gross: toCents(total.gross + 5_000) },
  ])
}

test('a wrong total is found, corrected, reported and sent to the phones; another company stays as it is', async () => {
  const [shop, other] = [await createShop(backend), await createShop(backend)]
  await sell(shop, 2)
  await sell(other)
  const right = await totals(shop)
  const day = today()
  await spoil(shop, day)
  // Lost totals are found as well.
  const operator = `month-operator:${day.slice(0, 7)}:${shop.phone.userId}`
  const { db } = backend.server.services
  await db
    .deleteFrom('aggregates')
    .where('company_id', '=', shop.companyId)
    .where('kind', '=', 'month-operator')
    .execute()
  const [othersBefore, lastOfOther] = [await totals(other), await getLastChangeId(db, other)]
  const before = await getLastChangeId(db, shop)

  const { services, corrections } = watched()
  afterAWeek()
  await checkTotals(services)

  expect(figures(await totals(shop))).toEqual(figures(right))
  const changed = await db
    .selectFrom('changes')
    .select('row_id')
    .where('company_id', '=', shop.companyId)
    .where('change_id', '>', String(before))
    .execute()
  expect(changed.map((change) => change.row_id).sort()).toEqual([`day:${day}:`, operator])
  // A phone takes only a higher revision than the one it has.
  for (const { id } of changed.map(({ row_id }) => ({ id: row_id }))) {
    const rev = (rows: typeof right) => rows.find((row) => row.id === id)?.rev ?? 0
    expect(rev(await totals(shop))).toBeGreaterThan(rev(right))
  }
  const month = day.slice(0, 7)
  const mine = corrections().filter(({ companyId }) => companyId === shop.companyId)
  expect(mine).toEqual([
    { event: 'totals-corrected', companyId: shop.companyId, month, totals: 2, alert: true },
  ])
  const [act, ...more] = await acts(shop)
  expect(more).toEqual([])
  const found = { id: `day:${day}:`, differences: [{ name: 'gross', stored: 605_000, counted: 600_000 }] }
  expect(act).toMatchObject({ user_id: null, subject: `month:${month}`, detail: { totals: 2 } })
  const check = (await checks(shop)).find((one) => one.month === month)
  expect(check?.corrected_at).not.toBeNull()
  expect(check?.corrections).toContainEqual(found)

  expect(await totals(other)).toEqual(othersBefore)
  expect(await getLastChangeId(db, other)).toBe(lastOfOther)
  expect(await acts(other)).toEqual([])
})

test('where all totals agree, canceled and refunded sales too, nothing is reported and nothing is sent', async () => {
  const shop = await createShop(backend)
  const { phone, productId, companyId } = shop
  const old = invoiceInput(aSale(productId, 3))
  await phone.pushOne('invoice.submit', old)
  const canceled = invoiceInput(aSale(productId))
  await phone.pushOne('invoice.submit', canceled)
  await phone.pushOne('invoice.cancel', { invoiceId: canceled.invoiceId, reason: 'Returned' })
  // The refund counts in a later month than the sale.
  backend.clock.advance(40 * DAY_MS)
  const refund = await phone.pushOne('invoice.credit', {
    ...{ invoiceId: old.invoiceId, creditNoteId: crypto.randomUUID(), reason: 'Returned', paidBy: 'cash' },
    ...{ lines: [{ lineId: old.content.lines[0]?.id, quantity: 1000 }], total: 300_000 },
  })
  expect(refund.state).toBe('done')
  const [before, last] = [await totals(shop), await getLastChangeId(backend.server.services.db, shop)]
  const { services, corrections } = watched()
  await checkTotals(services)
  expect(await totals(shop)).toEqual(before)
  expect(await getLastChangeId(backend.server.services.db, shop)).toBe(last)
  expect(corrections().filter((event) => event.companyId === companyId)).toEqual([])
  expect(await acts(shop)).toEqual([])
  const checked = await checks(shop)
  expect(checked.length).toBeGreaterThan(1)
  for (const check of checked) expect(check).toMatchObject({ corrected_at: null, corrections: [] })
})

test('a company is checked once a week, by one process', async () => {
  const shop = await createShop(backend)
  await sell(shop)
  const { services, corrections } = watched()
  await checkTotals(services)
  const day = today()
  await spoil(shop, day)
  backend.clock.advance(DAY_MS)
  await checkTotals(services)
  expect(corrections()).toEqual([])
  afterAWeek()
  await Promise.all([checkTotals(services), checkTotals(services)])
  expect(corrections()).toHaveLength(1)
  expect(await acts(shop)).toHaveLength(1)
})

/** Resolves when a transaction of the database waits for another. */
async function someoneWaits(): Promise<void> {
  const waiting = () =>
    sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`.execute(
      backend.server.services.db,
    )
  await expect.poll(async () => (await waiting()).rows[0]?.n, { timeout: 30_000 }).toBeGreaterThan(0)
}

test('a sale that commits while its month is corrected is neither lost nor counted twice', async () => {
  const shop = await createShop(backend)
  const body = invoiceInput(aSale(shop.productId))
  await shop.phone.pushOne('invoice.submit', body)
  await spoil(shop, today())
  const { services } = watched()
  const month = today().slice(0, 7)
  const { check } = await inTransaction(services.db, async (tx) => {
    await lockCompanyIdentity(tx, shop)
    const stored = await lockInvoice(tx, shop, body.invoiceId)
    if (stored === undefined) throw new Error('the sale is not stored')
    const invoice = { ...stored.invoice, id: crypto.randomUUID() }
    await upsertInvoices(tx, shop, [invoice], toInstant(backend.clock.now()))
    await addToAggregates(tx, shop, allDeltas(invoice))
    // It read the database without this sale and waits now.
    const checking = checkMonth(services, shop, month)
    await someoneWaits()
    return { check: () => checking }
  })
  await check()
  const day = (await totals(shop)).find(({ id }) => id === `day:${today()}:`)
  expect(day).toMatchObject({ count: 2, gross: 600_000 })
  expect(await checkMonth(services, shop, month)).toBe(0)
})

test('many sales and checks at once end with the right totals', async () => {
  const shop = await createShop(backend)
  const { services } = watched()
  const month = today().slice(0, 7)
  await sell(shop)
  await spoil(shop, today())
  await Promise.all([1, 2, 3, 4, 5, 6].flatMap(() => [sell(shop), checkMonth(services, shop, month)]))
  const day = (await totals(shop)).find(({ id }) => id === `day:${today()}:`)
  expect(day).toMatchObject({ count: 7, gross: 7 * 300_000 })
  expect(await checkMonth(services, shop, month)).toBe(0)
})
