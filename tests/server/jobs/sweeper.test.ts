import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enqueueDueWork } from '#server/jobs/sweeper.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop
beforeEach(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
})
afterEach(async () => await backend.close())

type Found = { readonly queue: string; readonly ids: readonly string[] }

/** What a sweep puts into the queues, and the error that it ends with. */
async function sweep(): Promise<{ readonly found: Found[]; readonly error: unknown }> {
  const found: Found[] = []
  const enqueue = async (queue: string, ids: readonly string[]) => {
    if (ids.length > 0) found.push({ queue, ids })
  }
  const error: unknown = await enqueueDueWork(backend.server.services, enqueue).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { found, error }
}

test('a search that fails keeps no other from its work, and the sweep says so', async () => {
  const { db } = backend.server.services
  await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId)))
  await sql`alter table numbering_holds rename to numbering_holds_away`.execute(db)
  await sql`alter table invoice_mails rename to invoice_mails_away`.execute(db)
  const { found, error } = await sweep()
  expect(found).toContainEqual({ queue: 'fiscal-deliver', ids: [shop.identity.id] })
  expect(found).toContainEqual({ queue: 'fiscal-standing', ids: [shop.identity.id] })
  expect(String(error)).toContain('numbering_holds')
})
