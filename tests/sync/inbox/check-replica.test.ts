import { beforeEach, describe, expect, it } from 'vitest'
import { saveProduct } from '#commands/catalogue.ts'
import { collectPayment } from '#commands/collect-payment.ts'
import { saveDraft } from '#commands/invoices.ts'
import { discardWork } from '#commands/stuck-work.ts'
import type { Aggregate } from '#contract/aggregates.ts'
import { findInvoice } from '#data/invoices.ts'
import { findMeta } from '#data/meta.ts'
import { DAY_MS, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'
import type { SyncDeps } from '#sync/connection/sync-deps.ts'
import { runSync } from '#sync/run-sync.ts'
import { aSale, Device } from '../device.ts'
import { createCustomer, createProduct, createSubmission, refuseFirst, unwrap } from '../shop.ts'

/** The stored total of a day. */
function aDay(companyId: string, period: string): Aggregate {
  const none = toCents(0)
  return {
    id: `day:${period}:`,
    companyId,
    rev: 3,
    kind: 'day',
    period,
    key: '',
    count: 2,
    gross: toCents(11_800),
    net: toCents(10_000),
    vat: toCents(1_800),
    discount: none,
    quantity: 2_000,
    canceledCount: 0,
    canceledGross: none,
    refundedCount: 0,
    refundedGross: none,
    refundedVat: none,
    perLetter: {},
    perPayment: {},
  }
}

let device: Device
let product: string
let sold: string
let customer: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  customer = await createCustomer(device)
  sold = (await createSubmission(device, product)).id
  await sync()
  await sync()
})

const sync = () => runSync(device.account, device.deps, 'timer')
const asked = () => device.server.requests.filter(({ path }) => path.endsWith('/sync/digest')).length
const differences = async () =>
  (await device.account.db.audit.toArray()).filter((row) => row.action === 'replica differed').length

describe('the daily comparison of what a phone holds (pull design: count and hash per table and month)', () => {
  it('is made once a day, and finds nothing on a phone that is right, with drafts and unsent work on it', async () => {
    unwrap(await saveDraft(device.account, device.commands, { content: aSale(product) }))
    expect(asked()).toBe(0)
    device.clock.move(DAY_MS)
    await sync()
    await sync()
    expect(asked()).toBe(1)
    device.clock.move(DAY_MS)
    await sync()
    expect(asked()).toBe(2)
    expect(await differences()).toBe(0)
  })

  it('brings back a lost record, an older one to its revision, and removes one that the server does not have', async () => {
    const { db } = device.account
    const right = await findInvoice(db, sold)
    await db.customers.delete(customer)
    await db.products.update(product, { rev: 7, name: 'Of nobody' })
    await db.invoices.update(sold, { rev: 9, reference: 'damaged' })
    const stray = await db.products.get(product)
    if (stray) await db.products.put({ ...stray, id: '01935000-0000-7000-8000-00000000dead', rev: 3 })
    device.clock.move(DAY_MS)
    await sync()
    expect(await differences()).toBe(3)
    expect((await db.customers.get(customer))?.name).toBe('Juma')
    expect((await db.products.toArray()).map(({ id, name }) => [id, name])).toEqual([[product, 'Sukari']])
    expect(await findInvoice(db, sold)).toEqual(right)
    device.clock.move(DAY_MS)
    await sync()
    expect(await differences()).toBe(3)
  })

  it('brings back a lost payment, and the server’s copy of one that differs', async () => {
    const { account, commands, clock } = device
    const { db } = account
    const pay = async (amount: number) => {
      const day = fiscalDayOf(toInstant(clock.now()))
      const form = { amount: toCents(amount), type: 'cash' as const, reference: '', day }
      return unwrap(await collectPayment(account, commands, { invoiceId: sold, form })).id
    }
    const [lost, changed] = [await pay(1_000), await pay(2_000)]
    await sync()
    await sync()
    const right = await db.collections.toArray()
    clock.move(DAY_MS)
    await sync()
    expect(await differences()).toBe(0)
    await db.collections.delete(lost)
    await db.collections.update(changed, { rev: 4, amount: toCents(7) })
    clock.move(DAY_MS)
    await sync()
    expect(await differences()).toBe(1)
    expect(await db.collections.toArray()).toEqual(right)
  })

  it('heals stored totals: a wrong figure at the right revision, one that is lost, and one that the server does not have', async () => {
    const { db } = device.account
    const [lost, wrong] = ['2026-11-20', '2026-11-21'].map((day) => {
      const total = aDay(device.account.companyId ?? '', day)
      device.server.totals.set(total.id, total)
      device.server.record('aggregate', total.id)
      return total
    })
    await sync()
    const right = await db.aggregates.toArray()
    expect(right.map(({ id }) => id)).toEqual([lost?.id, wrong?.id])
    device.clock.move(DAY_MS)
    await sync()
    expect(await differences()).toBe(0)

    await db.aggregates.delete(lost?.id ?? '')
    await db.aggregates.update(wrong?.id ?? '', { gross: toCents(1) })
    await db.aggregates.put({ ...aDay('', '2026-11-22'), rev: 9 })
    device.clock.move(DAY_MS)
    // The pull, the comparison, then the totals.
    device.server.willFail('none', 'none', 'unreachable')
    await sync()
    await sync()
    expect(await db.aggregates.toArray()).toEqual(right)
    const told = (await db.audit.toArray()).filter(({ action }) => action === 'replica differed')
    expect(told.map(({ subject }) => subject)).toEqual(['aggregate', 'aggregate'])
    device.clock.move(DAY_MS)
    await sync()
    expect(await differences()).toBe(2)
  })

  it('never touches what a person wrote and what is numbered', async () => {
    const { db } = device.account
    const draft = unwrap(await saveDraft(device.account, device.commands, { content: aSale(product) }))
    device.server.invoices.delete(sold)
    const { feed } = device.server
    feed.splice(0, feed.length, ...feed.filter(({ id }) => id !== sold))
    await db.customers.delete(customer)
    device.clock.move(DAY_MS)
    await sync()
    expect(await differences()).toBe(2)
    expect((await findInvoice(db, draft.id))?.reference).toBe('')
    expect((await findInvoice(db, sold))?.receipt?.gc).toBe(1)
  })

  it('continues another time when the connection breaks in the middle', async () => {
    const { db } = device.account
    await db.customers.delete(customer)
    device.clock.move(DAY_MS)
    // The pull, the comparison, then the part that differs.
    device.server.willFail('none', 'none', 'unreachable')
    await sync()
    expect(await db.customers.count()).toBe(0)
    const due = await findMeta(db, 'replica-due')
    expect(due === undefined || due <= device.clock.now()).toBe(true)
    await sync()
    expect(await db.customers.count()).toBe(1)
  })

  describe('when the connection breaks in the middle', () => {
    const named = (name: string) => ({
      name,
      ...{ unit: 'kg', unitPrice: toCents(250_000), taxType: 'exempted' as const },
    })

    /** A comparison that finds a product missing and does not get the server's; returns a product that was right. */
    async function isInterrupted(): Promise<void> {
      const lost = await createProduct(device, 'Chumvi')
      await sync()
      await sync()
      await device.account.db.products.delete(lost)
      device.clock.move(DAY_MS)
      // The pull, the comparison, then the products.
      device.server.willFail('none', 'none', 'unreachable')
      await sync()
      expect(await device.account.db.products.count()).toBe(1)
    }

    const rename = async () =>
      unwrap(
        await saveProduct(device.account, device.commands, {
          productId: product,
          form: named('Sukari nyeupe'),
        }),
      )

    it('an edit of a record that was right overwrites nothing that another phone changed', async () => {
      await isInterrupted()
      const stored = device.server.products.get(product)
      if (!stored) throw new Error('the server has the product')
      device.server.products.set(product, {
        ...stored,
        unitPrice: toCents(300_000),
        rev: stored.rev + 1,
      })
      device.server.record('product', product)
      await rename()
      await sync()
      await sync()
      expect(device.server.products.get(product)).toMatchObject({ name: 'Sukari nyeupe', unitPrice: 300_000 })
    })

    it('a refused edit that is discarded leaves the record as the server has it', async () => {
      await isInterrupted()
      await rename()
      const refused = await refuseFirst(device, 'PRODUCT_NAME_TOO_LONG')
      unwrap(await discardWork(device.account, device.commands, { opId: refused.opId }))
      expect(await device.account.db.products.get(product)).toMatchObject({ name: 'Sukari', rev: 1 })
    })
  })

  it('leaves alone what became newer while the server’s records were on their way', async () => {
    const { account, server } = device
    const { db } = account
    await db.customers.delete(customer)
    const other = await createCustomer(device, 'Neema', '100000002')
    await sync()
    await sync()
    device.clock.move(DAY_MS)
    const call: SyncDeps['call'] = async (name, input, options) => {
      const outcome = await device.deps.call(name, input, options)
      if (name === 'sync.pull' && (input as { only?: string }).only === 'customer') {
        await db.customers.update(other, { rev: 5, name: 'Neema Juma' })
      }
      return outcome
    }
    await runSync(account, { ...device.deps, call }, 'timer')
    expect(server.customers.get(other)?.rev).toBe(1)
    expect((await db.customers.get(customer))?.name).toBe('Juma')
    expect(await db.customers.get(other)).toMatchObject({ rev: 5, name: 'Neema Juma' })
  })

  it('is put off when this phone’s own work is answered meanwhile: the answer may be older than what was just stored', async () => {
    const { account, server } = device
    device.clock.move(DAY_MS)
    let draft = ''
    const call: SyncDeps['call'] = async (name, input, options) => {
      const outcome = await device.deps.call(name, input, options)
      if (name !== 'sync.digest' || draft !== '') return outcome
      draft = unwrap(await saveDraft(account, device.commands, { content: aSale(product) })).id
      // Another window sends it; what it fetches then does not come through.
      server.willFail('none', 'unreachable')
      await runSync(account, device.another(), 'enqueued')
      expect((await findInvoice(account.db, draft))?.rev).toBe(1)
      return outcome
    }
    await runSync(account, { ...device.deps, call }, 'timer')
    expect(await differences()).toBe(0)
    expect((await findInvoice(account.db, draft))?.rev).toBe(1)
    expect(await findMeta(account.db, 'replica-due')).toBeLessThan(device.clock.now() + DAY_MS)
  })
})
