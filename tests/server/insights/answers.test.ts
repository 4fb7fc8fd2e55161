import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createShop,
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
  shop = await createShop(backend)
})
afterAll(async () => {
  await backend.close()
})

const answersOf = async (phone: Phone) => (await phone.call('insights.answers', {})).body
const said = (findingId: string, answer: string | null, at: string) => ({
  ...{ findingId, rule: 'customer-stopped', answer },
  at: `2026-11-21T${at}:00.000Z`,
})

test('an answer reaches the person on every phone, the later one counts, and nobody else sees it', async () => {
  const id = `customer-stopped:${randomUUID()}:2026-11`
  const operation = shop.phone.operation('insight.answer', said(id, 'done', '10:00'))
  const [first] = await shop.phone.push(operation)
  expect(first).toMatchObject({ state: 'done' })
  expect(await shop.phone.push(operation)).toEqual([first])
  expect(await answersOf(shop.phone)).toEqual({ answers: [said(id, 'done', '10:00')] })

  // Said later and sent first; the earlier one that comes after it changes nothing.
  await shop.phone.pushOne('insight.answer', said(id, null, '12:00'))
  await shop.phone.pushOne('insight.answer', said(id, 'not-useful', '11:00'))
  expect(await answersOf(shop.phone)).toEqual({ answers: [said(id, null, '12:00')] })

  const stranger = await createShop(backend)
  expect(await answersOf(stranger.phone)).toEqual({ answers: [] })
})

test('an answer of another kind is refused', async () => {
  const body = said('vat-due::2026-11', 'perhaps', '10:00')
  expect(await shop.phone.pushOne('insight.answer', body)).toMatchObject({ state: 'refused' })
})

test('a colleague has answers of their own', async () => {
  const colleague = await signInPhone(backend.server, shop.companyId)
  const own = await answersOf(shop.phone)
  await colleague.pushOne('insight.answer', said('vat-due::2026-11', 'done', '10:00'))
  expect(await answersOf(colleague)).toEqual({ answers: [said('vat-due::2026-11', 'done', '10:00')] })
  expect(await answersOf(shop.phone)).toEqual(own)
})
