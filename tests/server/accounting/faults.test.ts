import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type {
  AccountingConnection,
  AccountingEntry,
  AccountingSettings,
} from '#contract/accounting-endpoints.ts'
import { ACCOUNTING_PROVIDERS, type AccountingProvider } from '#domain/accounting/provider.ts'
import type { NumberedInvoice } from '#domain/invoices/invoice.ts'
import { drainConnection } from '#server/services/accounting/drain-connection.ts'
import { FAULT_KINDS, type SimulatorFault } from '#server/simulators/accounting/faults.ts'
import { endAll } from '#server/simulators/accounting/grants.ts'
import {
  type Books,
  type Bookshop,
  bookedIn,
  canceled,
  connect,
  openBookshop,
  organizationOf,
  receiptOf,
  refunded,
  startBooks,
  TODAY,
} from './bookkeeping.ts'

/** A crash as far as the database and the books can see: the work ends where the process would. */
class ProcessEnded extends Error {}

let books: Books
beforeAll(async () => {
  books = await startBooks()
})
afterAll(async () => await books.stop())

const simulatorOf = (provider: AccountingProvider) => (provider === 'xero' ? books.xero : books.quickbooks)

describe.each(ACCOUNTING_PROVIDERS)('%s: nothing doubled, nothing lost (integrations §6)', (provider) => {
  let shop: Bookshop
  let before: ReturnType<typeof bookedIn>
  beforeAll(async () => {
    shop = await openBookshop(books, provider)
    await connect(shop, provider, organizationOf(books, provider))
    const { mapping } = (await shop.call('accounting.settings', { provider })).body as AccountingSettings
    await shop.call('accounting.save-mapping', { provider, mapping })
    await shop.call('accounting.start', { provider, since: TODAY })
  })
  beforeEach(() => {
    simulatorOf(provider).faults.splice(0)
    before = bookedIn(books, provider)
  })

  const sale = (customer = 'Juma') =>
    receiptOf(
      shop.companyId,
      [
        [10_000, 1000, 'standard'],
        [10_000, 1000, 'standard'],
      ],
      { customer },
    )
  const counts = async () => {
    const { connections } = (await shop.call('accounting.state', {})).body as {
      connections: AccountingConnection[]
    }
    return connections.find((one) => one.provider === provider)
  }
  const log = async () =>
    ((await shop.call('accounting.log', { provider, only: 'all' })).body as { entries: AccountingEntry[] })
      .entries
  /** Works on, while the clock goes, until nothing waits. */
  const drainAll = async () => {
    for (let round = 0; round < 40; round += 1) {
      await shop.drain()
      if ((await counts())?.counts.waiting === 0) return
      books.server.clock.advance(61_000)
    }
    throw new Error(`still waiting: ${JSON.stringify(await log())}`)
  }
  const expectOnce = (...sales: readonly NumberedInvoice[]) => {
    const after = bookedIn(books, provider)
    expect(after.numbers.filter((number) => !before.numbers.includes(number))).toEqual(
      sales.map(({ receipt }) => receipt.rctvnum).sort(),
    )
    const total = sales.reduce((sum, one) => sum + one.totals.totalIncludingTax, 0)
    expect([after.total - before.total, after.paid - before.paid]).toEqual([total, total])
    expect(after.payments - before.payments).toBe(2 * sales.length)
    expect([...books.xero.violations, ...books.quickbooks.violations]).toEqual([])
  }

  test.each(FAULT_KINDS)('after %s at every kind of request', async (kind) => {
    const sales = [sale(`Fault ${kind}`), sale(`Fault ${kind}`), sale(`Other ${kind}`)]
    await shop.store(...sales)
    const method = provider === 'xero' ? 'PUT' : 'POST'
    const paths =
      provider === 'xero' ? ['/Contacts', '/Invoices', '/Payments'] : ['/customer', '/invoice', '/payment']
    const faults = paths.map((path): SimulatorFault => ({ kind, times: 2, method, path, seconds: 30 }))
    simulatorOf(provider).faults.push(...faults, { kind, times: 1, method: 'GET', seconds: 30 })
    await drainAll()
    expectOnce(...sales)
    expect(bookedIn(books, provider).contacts - before.contacts).toBe(2)
  })

  test.each(['book:marked', 'book:answered', 'book:refreshed'] as const)(
    'when the process ends at %s',
    async (point) => {
      const one = sale()
      await shop.store(one)
      if (point === 'book:refreshed') endAll(simulatorOf(provider).grants, 'expire')
      for (const nth of [1, 2, 3]) {
        let passed = 0
        const dying = {
          ...books.server.services,
          onCrashPoint: (at: string) => {
            passed += at === point ? 1 : 0
            if (at === point && passed === nth) throw new ProcessEnded()
          },
        }
        const scope = { companyId: shop.companyId, connectionId: await shop.connectionId() }
        await drainConnection(dying, books.gateways, scope).catch((error: unknown) => {
          if (!(error instanceof ProcessEnded)) throw error
        })
        books.server.clock.advance(4 * 60_000)
      }
      // QuickBooks gives no grace: tokens that came and were lost end the connection, and one tap brings it back.
      if ((await counts())?.state === 'reconnect')
        await connect(shop, provider, organizationOf(books, provider))
      await drainAll()
      expectOnce(one)
    },
  )

  test('when the token ends in the middle, and when ten processes refresh at once', async () => {
    const sales = Array.from({ length: 10 }, () => sale())
    await shop.store(...sales)
    endAll(simulatorOf(provider).grants, 'expire')
    const scope = { companyId: shop.companyId, connectionId: await shop.connectionId() }
    const tokens = Object.keys(simulatorOf(provider).grants.refresh).length
    await Promise.all(
      Array.from(
        { length: 10 },
        async () => await drainConnection(books.server.services, books.gateways, scope),
      ),
    )
    expect(Object.keys(simulatorOf(provider).grants.refresh).length).toBe(tokens + 1)
    await drainAll()
    expectOnce(...sales)
    expect((await counts())?.state).toBe('active')
  })

  test('when a person ends the access there: it waits for Reconnect and goes on', async () => {
    const one = sale()
    await shop.store(one)
    endAll(simulatorOf(provider).grants, 'end')
    await shop.drain()
    expect(await counts()).toMatchObject({ state: 'reconnect', counts: { attention: 0 } })
    expect((await connect(shop, provider, organizationOf(books, provider, 1))).body).toMatchObject({
      code: 'ACC_OTHER_ORGANIZATION',
    })
    await connect(shop, provider, organizationOf(books, provider))
    await drainAll()
    expectOnce(one)
  })

  test('when the period is closed: the log says so, and Send again books it; another is left out', async () => {
    const organization = provider === 'xero' ? books.xero.organizations[0] : undefined
    const company = provider === 'quickbooks' ? books.quickbooks.companies[0] : undefined
    if (organization) organization.lockDate = '2026-12-31'
    if (company) company.closedUntil = '2026-12-31'
    const [one, other] = [sale(), sale()]
    await shop.store(one, other)
    await drainAll()
    const entry = (await log()).find(({ invoiceId }) => invoiceId === one.id)
    expect(entry).toMatchObject({ state: 'attention', problem: 'period' })
    expect(entry?.detail).toMatch(/period/i)
    if (organization) organization.lockDate = '2020-12-31'
    if (company) company.closedUntil = '2020-12-31'
    const settle = async (invoiceId: string, action: 'send-again' | 'leave-out', by = shop) =>
      await by.call('accounting.settle', { provider, invoiceId, action })
    const stranger = await openBookshop(books, provider)
    expect((await settle(one.id, 'send-again', stranger)).status).toBe(404)
    expect((await settle(one.id, 'send-again')).status).toBe(200)
    expect((await settle(other.id, 'leave-out')).status).toBe(200)
    await drainAll()
    expectOnce(one)
    await settle(other.id, 'send-again')
    await drainAll()
    expectOnce(one, other)
  })

  test('when another document has the number: it is not overwritten, and a person decides', async () => {
    const one = sale()
    await shop.store(one)
    const foreign = receiptOf(shop.companyId, [[55_500, 1000, 'standard']], { customer: 'Foreign' })
    const taken = { ...foreign, receipt: { ...foreign.receipt, rctvnum: one.receipt.rctvnum } }
    await shop.store(taken)
    await drainAll()
    const problems = (await log()).filter(({ invoiceId }) => [one.id, taken.id].includes(invoiceId))
    expect(problems.map(({ state }) => state).sort()).toEqual(['attention', 'done'])
    expect(problems.find(({ state }) => state === 'attention')).toMatchObject({ problem: 'changed' })
  })

  test('when refunds and cancellations meet lost answers', async () => {
    const [kept, gone] = [sale(), sale()]
    await shop.store(kept, gone)
    await drainAll()
    const stored = await shop.read(kept.id)
    if (stored.status !== 'issued') throw new Error('not issued')
    const { credited, refunded: back } = bookedIn(books, provider)
    simulatorOf(provider).faults.push(
      ...['PUT', 'POST'].map((method): SimulatorFault => ({ kind: 'drop-answer', times: 4, method })),
    )
    await shop.store(refunded(stored, 500, 7), canceled({ ...gone, rev: 2 }))
    await drainAll()
    const after = bookedIn(books, provider)
    expectOnce(kept)
    expect([after.credited - credited, after.refunded - back]).toEqual([5_000, 5_000])
  })

  test('when it is canceled before it was booked: nothing is booked', async () => {
    const one = sale()
    await shop.store(canceled(one))
    await drainAll()
    expectOnce()
  })
})
