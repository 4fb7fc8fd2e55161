import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
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

test('a phone and its copy: the work of both is issued once, the second is asked to part, and people learn of it (offline-design 3.2, E7)', async () => {
  const { phone, companyId, productId } = await createShop(backend)
  const sale = (deviceSeq: number) =>
    phone.operation('invoice.submit', invoiceInput(aSale(productId)), { deviceSeq, lane: `inv:${deviceSeq}` })
  const [original, copy] = [sale(2), sale(2)]
  const first = await phone.pushRaw([original])
  expect(first.body).not.toHaveProperty('forked')
  const answers = [await phone.pushRaw([copy]), await phone.pushRaw([copy])]
  expect(answers.map(({ body }) => body)).toMatchObject([{ forked: true }, { forked: true }])
  const issued = [...(await phone.push(original)), ...(await phone.push(copy))].map(invoiceOf)
  expect(issued.map(({ receipt }) => receipt?.gc)).toEqual([1, 2])
  // A number that will never come in this epoch, since the copy numbers its unsent work again in its own.
  const later = { ...sale(4), dependsOn: [randomUUID()] }
  await phone.pushRaw([later])
  await phone.pushRaw([{ ...sale(1) }], { epoch: randomUUID() })
  const { db } = backend.server.services
  const notified = await db
    .selectFrom('notifications')
    .select(['event', 'subject', 'operator_id'])
    .where('company_id', '=', companyId)
    .where('event', 'in', ['phone-copied', 'work-lost'])
    .execute()
  expect(notified).toEqual([{ event: 'phone-copied', subject: phone.epoch, operator_id: phone.userId }])
  const acts = await db
    .selectFrom('audit')
    .select('subject')
    .where('company_id', '=', companyId)
    .where('action', '=', 'device.copied')
    .execute()
  expect(acts).toEqual([{ subject: `device:${phone.deviceId}` }])
})
