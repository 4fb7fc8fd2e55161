import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Books,
  bookedIn,
  connect,
  openBookshop,
  organizationOf,
  receiptOf,
  startBooks,
} from './bookkeeping.ts'
import { connectionOf, mapAndStart } from './start-writing.ts'

const provider = 'xero'

let books: Books
beforeAll(async () => {
  books = await startBooks()
})
afterAll(async () => await books.stop())

const reachable = () =>
  Object.values(books.xero.grants.grants).flatMap(({ ended, organizations }) => (ended ? [] : organizations))

test('a company that leaves Xero gives back its organization and no other one of the same person (spec §1)', async () => {
  const [leaving, staying] = [await openBookshop(books, provider), await openBookshop(books, provider)]
  await connect(leaving, provider, organizationOf(books, provider, 0))
  await connect(staying, provider, organizationOf(books, provider, 1))
  await mapAndStart(staying, provider)
  // The access token of the leaving company is over by now.
  books.server.clock.advance(31 * 60_000)
  expect((await leaving.call('accounting.disconnect', { provider })).body).toEqual({ revoked: true })
  expect(reachable()).toEqual([organizationOf(books, provider, 1)])
  const receipt = receiptOf(staying.companyId, [[250_000, 1000, 'standard']])
  await staying.store(receipt)
  await staying.drain()
  expect(await connectionOf(staying, provider)).toMatchObject({ state: 'active', counts: { done: 1 } })
  expect(bookedIn(books, provider, 1).numbers).toEqual([receipt.receipt.rctvnum])

  // A company that asked for an organization which another one has gives up.
  const third = await openBookshop(books, provider)
  expect((await connect(third, provider, organizationOf(books, provider, 1))).body).toMatchObject({
    code: 'ACC_TAKEN',
  })
  expect((await third.call('accounting.disconnect', { provider })).body).toEqual({ revoked: false })
  expect(reachable()).toContain(organizationOf(books, provider, 1))
  await staying.drain()
  expect(await connectionOf(staying, provider)).toMatchObject({ state: 'active' })
  expect(books.xero.violations).toEqual([])
})
