import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Phone,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(async () => {
  await backend.close()
})

const sale = (phone: Phone, own: Shop, overrides: Parameters<typeof invoiceInput>[1] = {}) => {
  const body = invoiceInput(aSale(own.productId), overrides)
  return phone.operation('invoice.submit', body, { lane: `inv:${body.invoiceId}` })
}

async function gcsOf(own: Shop): Promise<number[]> {
  const rows = await backend.server.services.db
    .selectFrom('receipts')
    .select('gc')
    .where('company_id', '=', own.companyId)
    .orderBy('gc')
    .execute()
  return rows.map(({ gc }) => Number(gc))
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('a full push is numbered in the order of the device, and the same push again has the same answers', async () => {
  shop = await createShop(backend)
  const operations = Array.from({ length: 50 }, () => sale(shop.phone, shop))
  const results = await shop.phone.push(...operations)
  expect(results.map((result) => invoiceOf(result).receipt?.gc)).toEqual(upTo(50))
  expect(await shop.phone.push(...operations)).toEqual(results)
  expect(await gcsOf(shop)).toEqual(upTo(50))
})

test('what a push changed is pulled up to the number each of its answers names', async () => {
  const own = await createShop(backend)
  const { next } = await own.phone.pull()
  const results = await own.phone.push(...Array.from({ length: 8 }, () => sale(own.phone, own)))
  const { changes } = await own.phone.pull(next)
  for (const result of results) {
    const { id } = invoiceOf(result)
    expect(changes).toContainEqual(expect.objectContaining({ t: 'invoice', id, op: 'put' }))
  }
  const { rows } = await sql<{ last: string }>`
    select max(change_id) as last from changes where company_id = ${own.companyId}
  `.execute(backend.server.services.db)
  for (const result of results) expect(result).toMatchObject({ changeId: Number(rows[0]?.last) })
})

test('refused sales among others leave no gap, and each has its own reason (one of 50 invalid: B10)', async () => {
  const own = await createShop(backend)
  const { phone } = own
  const unknownProduct = () =>
    phone.operation('invoice.submit', invoiceInput(aSale(randomUUID())), { lane: `inv:${randomUUID()}` })
  const body = invoiceInput(aSale(own.productId))
  const wrongTotals = { ...body, totals: { ...body.totals, totalVat: body.totals.totalVat + 1 } }
  const results = await phone.push(
    sale(phone, own),
    unknownProduct(),
    sale(phone, own),
    phone.operation('invoice.submit', wrongTotals, { lane: `inv:${body.invoiceId}` }),
    sale(phone, own),
  )
  expect(results.map((result) => ('code' in result ? result.code : result.state))).toEqual([
    'done',
    'INVOICE_PRODUCT_UNKNOWN',
    'done',
    'INVOICE_TOTALS_DIFFER',
    'done',
  ])
  expect(await gcsOf(own)).toEqual([1, 2, 3])
})

test('a sale that breaks the transaction is parted from the others, which are numbered without a gap (G5)', async () => {
  const own = await createShop(backend)
  const { phone } = own
  const broken = sale(phone, own)
  const { db } = backend.server.services
  await sql`
    create function break_one() returns trigger language plpgsql as $$
    begin
      if new.op_id = ${sql.raw(`'${broken.opId}'`)} then raise exception 'it always breaks'; end if;
      return new;
    end $$
  `.execute(db)
  await sql`create trigger break_one before insert on operations for each row execute function break_one()`.execute(
    db,
  )
  try {
    const others = Array.from({ length: 12 }, () => sale(phone, own))
    const results = await phone.push(...others.slice(0, 5), broken, ...others.slice(5))
    const states = results.map(({ state }) => state)
    expect(states.filter((state) => state === 'done')).toHaveLength(12)
    expect(results[5]).toMatchObject({ state: 'retry', code: 'UNEXPECTED' })
    expect(await gcsOf(own)).toEqual(upTo(12))
  } finally {
    await sql`drop trigger break_one on operations; drop function break_one`.execute(db)
  }
  expect((await phone.push(broken))[0]?.state).toBe('done')
  expect(await gcsOf(own)).toEqual(upTo(13))
})

test('a second submission of an invoice, and one that waits for another, come after the first in the same push', async () => {
  const own = await createShop(backend)
  const { phone } = own
  const invoiceId = randomUUID()
  const body = invoiceInput(aSale(own.productId), { invoiceId })
  const orderingKey = `inv:${invoiceId}`
  const first = phone.operation('invoice.submit', body, { lane: orderingKey })
  const again = phone.operation('invoice.submit', body, { lane: orderingKey })
  const waiting = { ...sale(phone, own), dependsOn: [first.opId] }
  const results = await phone.push(first, again, waiting)
  expect(results.map((result) => invoiceOf(result).receipt?.gc)).toEqual([1, 1, 2])
  expect(await gcsOf(own)).toEqual([1, 2])
})

test('sales of many phones at once are each answered to the one that made them', async () => {
  const own = await createShop(backend)
  const phones = await Promise.all(
    Array.from({ length: 6 }, () => signInPhone(backend.server, own.companyId)),
  )
  const answers = await Promise.all(
    phones.flatMap((phone) =>
      Array.from({ length: 4 }, async () => {
        const operation = sale(phone, own)
        const [result] = await phone.push(operation)
        expect(result).toMatchObject({ opId: operation.opId, bodyHash: operation.bodyHash })
        expect(invoiceOf(result).operatorId).toBe(phone.userId)
        return invoiceOf(result).receipt?.gc ?? 0
      }),
    ),
  )
  expect(answers.toSorted((a, b) => a - b)).toEqual(upTo(24))
})
