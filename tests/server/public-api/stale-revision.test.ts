import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockCompanyIdentity } from '#server/storage/fiscal/identities.ts'
import { inTransaction } from '#server/storage/in-transaction.ts'
import { type ApiProgram, startProgram } from '../../support/api-program.ts'
import { createShop, type Shop, startTestBackend, type TestBackend } from '../../support/test-backend.ts'

const INVOICES = '/v1/accounting/public/invoices'

let backend: TestBackend
let shop: Shop
let program: ApiProgram
beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  program = (await startProgram(backend.server, shop.companyId)).program
})
afterAll(async () => await backend.close())

const content = (reference: string) => ({
  items: [{ productId: shop.productId, quantity: 2 }],
  payments: [{ type: 'cash', amount: 6000 }],
  reference,
})

async function newDraft(): Promise<string> {
  const { body } = await program.post(INVOICES, content('PO 1'))
  expect(body).toMatchObject({ status: 'draft', rev: 1 })
  return `${INVOICES}/${String(body['id'])}`
}

test('of two workers of one key that read the same revision, only the first replaces the draft (contract: rev)', async () => {
  const path = await newDraft()
  expect(await program.post(path, { ...content('PO 2'), rev: 1 })).toMatchObject({
    status: 200,
    body: { reference: 'PO 2', rev: 2 },
  })
  expect(await program.post(path, { ...content('PO 3'), rev: 1 })).toMatchObject({
    status: 409,
    body: { code: 'INVOICE_CHANGED_ELSEWHERE', data: { rev: 2 } },
  })
  expect(await program.get(path)).toMatchObject({ body: { reference: 'PO 2', rev: 2 } })
  // Without a revision the draft is replaced as it is now.
  expect(await program.post(path, content('PO 4'))).toMatchObject({
    status: 200,
    body: { reference: 'PO 4', rev: 3 },
  })
})

test('workers of one key that say no revision are never refused for each other: the last one counts', async () => {
  const path = await newDraft()
  const references = ['PO 2', 'PO 3', 'PO 4', 'PO 5', 'PO 6']
  const answers = await Promise.all(references.map((reference) => program.post(path, content(reference))))
  expect(answers.map(({ status }) => status)).toEqual(references.map(() => 200))
  expect(references).toContain((await program.get(path)).body['reference'])
})

test('a draft that the same key replaces while it is submitted is not submitted with the old content', async () => {
  const { db } = backend.server.services
  const path = await newDraft()
  const submitting = await inTransaction(db, async (tx) => {
    await lockCompanyIdentity(tx, shop)
    const answer = program.post(`${path}/submit`, {})
    // It has read the draft, and waits for its turn to take a number.
    await expect
      .poll(async () => {
        const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db)
        return rows.length
      })
      .toBeGreaterThan(0)
    expect(await program.post(path, { ...content('PO 2'), rev: 1 })).toMatchObject({ status: 200 })
    return { answer }
  })
  expect(await submitting.answer).toMatchObject({
    status: 409,
    body: { code: 'INVOICE_CHANGED_ELSEWHERE', data: { rev: 2 } },
  })
  expect(await program.get(path)).toMatchObject({ body: { status: 'draft', reference: 'PO 2' } })
  expect(await program.post(`${path}/submit`, {})).toMatchObject({
    status: 202,
    body: { status: 'submitted', reference: 'PO 2' },
  })
})
