import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { expectExactlyOnce } from '#tests/support/several-servers.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let at = Date.parse('2026-11-21T10:00:00.000Z')

beforeAll(async () => {
  // A clock that moves at every look, as a real one does while a submission waits for its turn.
  backend = await startTestBackend({
    now: () => {
      at += 1
      return at
    },
    advance: (ms) => {
      at += ms
    },
  })
})
afterAll(async () => {
  await backend.close()
})

// TRA rule: a receipt is never older than the one before it; numbers rise by one without a gap.
it('numbers what many phones of a company submit at once, in order and without refusing any (I-2)', async () => {
  const shop = await createShop(backend)
  const phones = await Promise.all(
    Array.from({ length: 50 }, () => signInPhone(backend.server, shop.companyId)),
  )
  const sell = (phone: (typeof phones)[number]) => {
    const invoiceId = randomUUID()
    return phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId), { invoiceId }), {
      lane: `inv:${invoiceId}`,
    })
  }
  const results = await Promise.all([...phones, ...phones, ...phones].map(sell))
  const receipts = results
    .map((result) => invoiceOf(result).receipt)
    .sort((a, b) => (a?.gc ?? 0) - (b?.gc ?? 0))
  const first = receipts[0]?.gc ?? 0
  expect(receipts.map((receipt) => receipt?.gc)).toEqual(receipts.map((_, index) => first + index))
  const moments = receipts.map((receipt) => receipt?.issuedAt ?? '')
  expect(moments).toEqual(moments.toSorted())
  await deliver(backend.delivery, shop.identity)
  const ids = results.map((result) => invoiceOf(result).id)
  await expectExactlyOnce({ backend }, shop, ids)
})
