import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShop, type Shop, startTestBackend, type TestBackend } from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
})
afterAll(async () => {
  await backend.close()
})

async function recorded(companyId: string) {
  return await backend.server.services.db
    .selectFrom('audit')
    .select(['subject', 'detail'])
    .where('company_id', '=', companyId)
    .where('action', '=', 'drawer.count')
    .execute()
}

test('a count of cash is in the audit trail once, however often it is sent, with its difference (day end)', async () => {
  const body = {
    ...{ id: randomUUID(), day: '2026-11-21', operator: 'Asha Mushi', at: '2026-11-21T18:00:00.000Z' },
    ...{ opening: 10_000_00, expected: 50_000_00, counted: 59_000_00 },
  }
  const operation = shop.phone.operation('drawer.count', body)
  const [first] = await shop.phone.push(operation)
  expect(first).toMatchObject({ state: 'done', change: { t: 'company' } })
  expect(await shop.phone.push(operation)).toEqual([first])
  expect(await recorded(shop.companyId)).toMatchObject([
    {
      subject: `drawer-count:${body.id}`,
      detail: { difference: -1_000_00, reason: '21-11-2026 Asha Mushi: 59,000 (-1,000)' },
    },
  ])
})

test('a count that is no amount is refused and leaves no trace', async () => {
  const before = await recorded(shop.companyId)
  const body = {
    ...{ id: randomUUID(), day: '2026-11-21', operator: 'Asha', at: '2026-11-21T18:00:00.000Z' },
    ...{ opening: 0, expected: 0, counted: -1 },
  }
  expect(await shop.phone.pushOne('drawer.count', body)).toMatchObject({ state: 'refused' })
  expect(await recorded(shop.companyId)).toEqual(before)
})
