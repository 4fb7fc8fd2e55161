import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTING_PROVIDERS } from '#domain/accounting/provider.ts'
import { enqueueDueWork } from '#server/jobs/sweeper.ts'
import { forgetIn, theirIdIn, voidIn } from './book-ledger.ts'
import { personIn, THEIR_TAXES } from './book-person.ts'
import {
  type Books,
  connect,
  openBookshop,
  organizationOf,
  receiptOf,
  refunded,
  startBooks,
  TODAY,
} from './bookkeeping.ts'
import { connectionOf, mapAndStart } from './start-writing.ts'

describe.each(ACCOUNTING_PROVIDERS)('%s', (provider) => {
  let books: Books
  beforeAll(async () => {
    books = await startBooks()
  })
  afterAll(async () => await books.stop())

  test('is compared every day: what is missing, changed or voided there is reported, and nothing else', async () => {
    const shop = await openBookshop(books, provider)
    const sales = Array.from({ length: 4 }, () =>
      receiptOf(shop.companyId, [
        [10_000, 1000, 'standard'],
        [10_000, 1000, 'standard'],
      ]),
    )
    const [changed, voided, gone, kept] = sales
    if (!changed || !voided || !gone || !kept) throw new Error('no sales')
    await shop.store(...sales)
    await connect(shop, provider, organizationOf(books, provider, 1))
    await mapAndStart(shop, provider)
    await shop.drain()
    await shop.store(refunded({ ...kept, accountingNumber: kept.receipt.rctvnum, rev: 2 }, 500, 9))
    await shop.drain()
    const person = personIn(books, provider, 1)
    person.writes({ lines: [{ text: 'Yao wenyewe', cents: 99_900, tax: THEIR_TAXES[provider].standard }] })
    await shop.readBooks()
    const equal = { count: 4, total: 80_000, tax: 4 * 3_051 }
    expect(await connectionOf(shop, provider)).toMatchObject({
      comparison: { from: TODAY, to: TODAY, here: equal, there: equal, differences: [] },
    })
    expect(forgetIn(books, provider, gone.receipt.rctvnum)).toBe(true)
    const idOf = (number: string) => theirIdIn(books, provider, number)
    person.writes(
      {
        number: changed.receipt.rctvnum,
        lines: [{ text: 'X', cents: 19_000, tax: THEIR_TAXES[provider].standard }],
      },
      idOf(changed.receipt.rctvnum),
    )
    voidIn(books, provider, idOf(voided.receipt.rctvnum))
    await shop.readBooks()
    expect((await connectionOf(shop, provider))?.comparison?.differences).toEqual([])
    books.server.clock.advance(25 * 3_600_000)
    await shop.readBooks()
    const { comparison } = (await connectionOf(shop, provider)) ?? {}
    const found = (comparison?.differences ?? []).map(({ kind, number, here, there }) => [
      kind,
      number,
      here,
      there,
    ])
    const text = (line: readonly unknown[]) => line.join(' ')
    expect(found.map(text).sort()).toEqual(
      [
        ['total', changed.receipt.rctvnum, 20_000, 19_000],
        ['voided', voided.receipt.rctvnum, 20_000, 0],
        ['missing', gone.receipt.rctvnum, 20_000, null],
      ]
        .map(text)
        .sort(),
    )
    expect((await shop.call('accounting.compare', { provider })).body).toMatchObject({ here: equal })
    await shop.call('accounting.disconnect', { provider })
  })

  test('keeps a connection alive that is not used, and only then', async () => {
    const shop = await openBookshop(books, provider)
    await connect(shop, provider, organizationOf(books, provider))
    const due = async () => {
      const ids: string[] = []
      await enqueueDueWork(books.server.services, async (queue, found) => {
        if (queue === 'accounting-read') ids.push(...found)
      })
      return ids.includes(await shop.connectionId())
    }
    const { refresh } = (provider === 'xero' ? books.xero : books.quickbooks).grants
    const before = Object.keys(refresh).length
    expect(await due()).toBe(false)
    books.server.clock.advance(8 * 24 * 3_600_000)
    expect(await due()).toBe(true)
    await shop.readBooks()
    expect([await due(), Object.keys(refresh).length]).toEqual([false, before + 1])
    await shop.call('accounting.disconnect', { provider })
  })
})
