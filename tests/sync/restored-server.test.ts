import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { saveCustomer, saveProduct } from '#commands/catalogue.ts'
import { collectPayment } from '#commands/collect-payment.ts'
import { cancelCollection } from '#commands/collections.ts'
import { countDrawer } from '#commands/drawer-counts.ts'
import { saveExpense } from '#commands/expenses.ts'
import { cancelInvoice, submitInvoice } from '#commands/invoices.ts'
import { addStock } from '#commands/stock.ts'
import { discardWork } from '#commands/stuck-work.ts'
import type { DrawerCount } from '#contract/drawer-counts.ts'
import type { OperationBody } from '#contract/operations.ts'
import type { PushRequest } from '#contract/sync.ts'
import { upsertFile } from '#data/files.ts'
import { hashBytes } from '#data/hash-bytes.ts'
import { findInvoice } from '#data/invoices.ts'
import { findMeta } from '#data/meta.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { readStock } from '#data/stock.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { runSync } from '#sync/run-sync.ts'
import { expenseFields } from '../support/expense-input.ts'
import { aSale, Device, FakeClock, idOf } from './device.ts'
import { EPOCH, RestoredServer } from './restored-server.ts'
import { aCustomerForm, createCustomer, refuseFirst, unwrap } from './shop.ts'

let device: Device
let server: RestoredServer

beforeEach(async () => {
  const clock = new FakeClock()
  server = new RestoredServer(idOf('company of the restored server'), () => clock.now())
  server.wrap()
  device = await Device.make({ clock, server, userId: idOf(`user ${randomUUID()}`) })
})

const sync = () => runSync(device.account, device.deps, 'person')

async function aProduct(name: string): Promise<string> {
  const outcome = await saveProduct(device.account, device.commands, {
    form: { name, unit: 'kg', unitPrice: toCents(250_000), taxType: 'exempted' },
  })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  await sync()
  return outcome.value.id
}

async function sell(product: string): Promise<string> {
  device.clock.move(1_000)
  const outcome = await submitInvoice(device.account, device.commands, { content: aSale(product) })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  await sync()
  return outcome.value.id
}

const numberOf = async (id: string) => (await findInvoice(device.account.db, id))?.receipt?.gc

describe('a phone that meets a restored server', () => {
  test('returns every receipt the server may have lost, in order, and says when that was all', async () => {
    const product = await aProduct('Sukari')
    const sold: string[] = []
    for (let n = 0; n < 5; n += 1) sold.push(await sell(product))
    server.restore(3, toInstant(device.clock.now()))
    expect(await sync()).toMatchObject({ pulled: 'more', dueInMs: 0 })
    await sync()
    const bodies = server.returned.map(
      (op) => JSON.parse(op.body) as { invoice?: Invoice; receipts?: number },
    )
    expect(bodies.map(({ invoice }) => invoice?.receipt?.gc)).toEqual([3, 4, 5, undefined])
    expect(bodies.at(-1)).toEqual({ epoch: EPOCH, receipts: 3 })
    expect(server.returned.at(-1)?.dependsOn).toEqual([server.returned.at(-2)?.opId])
    expect(await Promise.all(sold.map(numberOf))).toEqual([1, 2, 3, 4, 5])
    expect(await listUnsent(device.account.db)).toEqual([])
    expect(await device.account.db.overlays.count()).toBe(0)
  })

  test.each([
    ['after the backup', false],
    ['before it, and sent after it', true],
  ])('returns an older receipt that was canceled %s', async (_name, isBefore) => {
    const product = await aProduct('Sukari')
    const [first, second] = [await sell(product), await sell(product)]
    device.clock.move(60_000)
    const cancel = async () =>
      unwrap(await cancelInvoice(device.account, device.commands, { invoiceId: first, reason: 'Wrong' }))
    if (isBefore) await cancel()
    device.clock.move(60_000)
    const since = toInstant(device.clock.now())
    device.clock.move(60_000)
    if (!isBefore) await cancel()
    await sync()
    server.restore(9, since)
    await sync()
    await sync()
    const ids = server.returned.flatMap(
      (op) => (JSON.parse(op.body) as { invoice?: Invoice }).invoice?.id ?? [],
    )
    expect(ids).toEqual([first])
    expect(ids).not.toContain(second)
  })

  test('gives a product back that the server lost, so that the next sale is not refused', async () => {
    const [remaining, lost] = [await aProduct('Sukari'), await aProduct('Chumvi')]
    await sell(lost)
    server.restore(1, toInstant(device.clock.now()), [lost])
    await sync()
    expect(await device.account.db.products.get(lost)).toMatchObject({ name: 'Chumvi' })
    await sync()
    expect(server.products.get(lost)).toMatchObject({ name: 'Chumvi', rev: 1 })
    expect(server.products.get(remaining)).toMatchObject({ rev: 1 })
    const sold = await sell(lost)
    expect(await numberOf(sold)).toBe(2)
  })

  test('gives stock back that was entered after the backup, behind a product that is lost too, each entry once', async () => {
    const { account, commands, clock } = device
    const [known, lost] = [await aProduct('Sukari'), await aProduct('Chumvi')]
    const enter = async (productId: string, pieces: number) => {
      clock.move(60 * 60_000)
      const entered = toQuantity(pieces * 1_000)
      unwrap(await addStock(account, commands, { productId, reason: 'received', entered }))
      await sync()
    }
    await enter(known, 5)
    clock.move(60 * 60_000)
    const backupAt = toInstant(clock.now())
    await enter(known, 3)
    await enter(lost, 7)
    const entries = () =>
      server.returned
        .filter(({ type }) => type === 'stock.add')
        .map(({ body }) => JSON.parse(body) as OperationBody<'stock.add'>)
    const before = entries()
    expect(before).toHaveLength(3)

    server.restore(1, backupAt, [lost])
    server.returned.length = 0
    await sync()
    expect(await readStock(account.db, [known, lost])).toEqual(
      new Map([
        [known, 3_000],
        [lost, 7_000],
      ]),
    )
    await sync()
    await sync()
    expect(server.products.get(lost)).toMatchObject({ name: 'Chumvi' })
    expect(entries()).toEqual(before.slice(1))
    expect(await listUnsent(account.db)).toEqual([])
  })

  test('keeps a payment canceled that was canceled after the backup, whether the server has it or lost it', async () => {
    const { account, commands, clock } = device
    const sale = await sell(await aProduct('Sukari'))
    const pay = async (amount: number) => {
      const day = fiscalDayOf(toInstant(clock.now()))
      const form = { amount: toCents(amount), type: 'cash' as const, reference: '', day }
      return unwrap(await collectPayment(account, commands, { invoiceId: sale, form })).id
    }
    const [kept, lost] = [await pay(1_000), await pay(2_000)]
    await sync()
    const stored = server.collections.get(kept)
    clock.move(60_000)
    const canceledAt = toInstant(clock.now())
    for (const id of [kept, lost]) unwrap(await cancelCollection(account, commands, id))
    clock.move(60_000)
    const replacing = await pay(3_000)
    await sync()
    server.restore(9, toInstant(clock.now()), [], [lost, replacing])
    if (stored) server.collections.set(kept, stored)
    const before = server.requests.length
    for (let round = 0; round < 3; round += 1) await sync()
    expect(await listUnsent(account.db)).toEqual([])
    expect(server.collections.get(kept)).toMatchObject({ canceled: true, canceledAt, amount: 1_000 })
    expect(server.collections.get(lost)).toMatchObject({ canceled: true, canceledAt, amount: 2_000 })
    expect(server.collections.get(replacing)).toMatchObject({ canceled: false })
    const pushes = server.requests.slice(before).filter(({ path }) => path.endsWith('/sync/push'))
    const types = pushes.flatMap(({ body }) => (body as PushRequest).ops.map(({ type }) => type))
    expect(types.filter((type) => type.startsWith('collection.')).toSorted()).toEqual([
      'collection.cancel',
      'collection.cancel',
      'collection.save',
      'collection.save',
    ])
  })

  test('sends the files of expenses again that the server lost, and no others', async () => {
    const content = async (text: string) => {
      const bytes = new TextEncoder().encode(`%PDF-1.7 ${text}`).buffer
      const file = {
        sha256: await hashBytes(bytes),
        type: 'application/pdf' as const,
        size: bytes.byteLength,
      }
      await upsertFile(device.account.db, { ...file, at: device.clock.now(), sent: 0 }, bytes)
      return { ...file, name: text }
    }
    const [remaining, lost] = [await content('ipo'), await content('imepotea')]
    const day = fiscalDayOf(toInstant(device.clock.now()))
    for (const file of [remaining, lost]) {
      const written = { ...expenseFields(), day, files: [file] }
      await saveExpense(device.account, device.commands, { expenseId: idOf(file.name), written })
    }
    await sync()
    expect([...server.files.keys()].toSorted()).toEqual([remaining.sha256, lost.sha256].toSorted())
    server.restore(1, toInstant(device.clock.now()))
    server.files.delete(lost.sha256)
    const before = server.requests.length
    for (let round = 0; round < 6; round += 1) {
      await sync()
      device.clock.move(60_000)
    }
    expect(server.files.get(lost.sha256)?.bytes.length).toBe(lost.size)
    expect(await listUnsent(device.account.db)).toEqual([])
    const again = server.requests.slice(before).filter(({ path }) => path.endsWith('/files/pieces'))
    expect(again.map(({ body }) => (body as { sha256: string }).sha256)).toEqual([lost.sha256])
  })

  test('gives counts of cash back that were answered after the backup, under their ids, also one made before it', async () => {
    const { account, commands, clock } = device
    const count = async () => {
      const day = fiscalDayOf(toInstant(clock.now()))
      const amounts = { opening: toCents(0), expected: toCents(500), counted: toCents(400) }
      return unwrap(await countDrawer(account, commands, { day, operator: 'Asha', ...amounts }))
    }
    await count()
    await sync()
    clock.move(60 * 60_000)
    const madeBefore = await count()
    clock.move(60 * 60_000)
    const backupAt = toInstant(clock.now())
    clock.move(60 * 60_000)
    await sync()
    const madeAfter = await count()
    await sync()
    server.restore(1, backupAt)
    server.returned.length = 0
    for (let round = 0; round < 3; round += 1) await sync()
    const counts = server.returned.filter(({ type }) => type === 'drawer.count')
    expect(counts.map(({ body }) => JSON.parse(body) as DrawerCount)).toEqual([madeBefore, madeAfter])
    expect(await listUnsent(account.db)).toEqual([])
  })

  const edit = async (product: string, change: { name?: string; price?: number }) => {
    const { name = 'Chumvi', price = 250_000 } = change
    const form = { name, unit: 'kg', unitPrice: toCents(price), taxType: 'exempted' as const }
    unwrap(await saveProduct(device.account, device.commands, { productId: product, form }))
  }
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round += 1) {
      await sync()
      device.clock.move(60_000)
    }
  }

  test.each(['answered before it is back', 'sent without an answer', 'made while it is back'] as const)(
    'gets a product that it lost and the edit of it, %s',
    async (when) => {
      const { hooks } = device
      const product = await aProduct('Chumvi')
      server.restore(1, toInstant(device.clock.now()), [product])
      if (when === 'made while it is back') {
        hooks['pull:page'] = async () => {
          delete hooks['pull:page']
          await edit(product, { price: 260_000 })
        }
      } else await edit(product, { price: 260_000 })
      if (when === 'sent without an answer') {
        server.beginsEmpty = true
        // The edit gets no answer, the first page comes, the next one does not.
        server.willFail('unreachable', 'none', 'unreachable')
      }
      await rounds(6)
      expect(await listUnsent(device.account.db)).toEqual([])
      expect(server.products.get(product)).toMatchObject({ name: 'Chumvi', unitPrice: 260_000 })
      expect(await device.account.db.products.get(product)).toMatchObject({ unitPrice: 260_000 })
    },
  )

  test('gets what it has in an older form back under the edit of it', async () => {
    const product = await aProduct('Chumvi')
    const backup = server.products.get(product)
    if (!backup) throw new Error('the server has the product')
    const since = toInstant(device.clock.now())
    device.clock.move(60_000)
    await edit(product, { name: 'Chumvi ya mawe' })
    await rounds(2)
    server.products.set(product, backup)
    server.restore(1, since)
    const { hooks } = device
    hooks['pull:page'] = async () => {
      delete hooks['pull:page']
      await edit(product, { name: 'Chumvi ya mawe', price: 260_000 })
    }
    await rounds(6)
    expect(await listUnsent(device.account.db)).toEqual([])
    const both = { name: 'Chumvi ya mawe', unitPrice: 260_000 }
    expect(server.products.get(product)).toMatchObject(both)
    expect(await device.account.db.products.get(product)).toMatchObject(both)
  })

  test('keeps a product that it lost when the edit of it is refused and discarded', async () => {
    const { account, commands } = device
    const product = await aProduct('Chumvi')
    await edit(product, { name: 'Chumvi ya mawe' })
    const refused = await refuseFirst(device, 'PRODUCT_NAME_TOO_LONG')
    server.restore(1, toInstant(device.clock.now()), [product])
    await rounds(4)
    expect(server.products.get(product)).toMatchObject({ name: 'Chumvi' })
    unwrap(await discardWork(account, commands, { opId: refused.opId }))
    expect(await account.db.products.get(product)).toMatchObject({ name: 'Chumvi' })
    expect(await listUnsent(account.db)).toEqual([])
  })

  test('gives a lost customer back that another phone has registered again since: it is that one, and no edit is stuck', async () => {
    const { account, commands, hooks } = device
    const customer = await createCustomer(device)
    await rounds(2)
    const [stored, twin] = [server.customers.get(customer), idOf('registered again')]
    if (!stored) throw new Error('the server has the customer')
    server.customers.delete(customer)
    server.feed.splice(0, server.feed.length, ...server.feed.filter(({ id }) => id !== customer))
    server.customers.set(twin, { ...stored, id: twin, rev: 1 })
    server.record('customer', twin)
    server.restore(1, toInstant(device.clock.now()))
    hooks['pull:page'] = async () => {
      delete hooks['pull:page']
      const form = { ...aCustomerForm, name: 'Juma Ali' }
      unwrap(await saveCustomer(account, commands, { customerId: customer, form }))
    }
    await rounds(6)
    expect(await listUnsent(account.db)).toEqual([])
    expect((await account.db.customers.toArray()).map(({ id }) => id)).toEqual([twin])
  })

  test('that is restored again before the phone has caught up gets what was noted at the first restore', async () => {
    const product = await aProduct('Chumvi')
    const customer = await createCustomer(device)
    await rounds(2)
    const firstBackup = toInstant(device.clock.now() - 60_000)
    server.restore(1, firstBackup, [product])
    server.beginsEmpty = true
    // The first page arrives, then the line is gone.
    server.willFail('none', 'unreachable')
    await sync()
    expect(await device.account.db.products.count()).toBe(0)
    server.beginsEmpty = false
    server.restore(1, toInstant(device.clock.now()), [], [], idOf('the epoch after the second restore'))
    await sync()
    expect((await findMeta(device.account.db, 'returned'))?.backupAt).toBeUndefined()
    await rounds(4)
    expect(server.products.get(product)).toMatchObject({ name: 'Chumvi' })
    expect(await device.account.db.products.count()).toBe(1)
    expect(await device.account.db.customers.get(customer)).toMatchObject({ rev: 1 })
  })

  test('that dies between noting and forgetting returns everything once', async () => {
    const product = await aProduct('Sukari')
    await sell(product)
    server.restore(1, toInstant(device.clock.now()))
    let pages = 0
    device.hooks['pull:page'] = () => {
      pages += 1
    }
    const { db } = device.account
    // Forgetting fails as if the page had been closed in the middle of it.
    Object.defineProperty(db.aggregates, 'clear', {
      configurable: true,
      value: () => {
        throw new Error('closed')
      },
    })
    await expect(sync()).rejects.toThrow('closed')
    await device.restart()
    await sync()
    await sync()
    expect(pages).toBe(1)
    expect(server.returned.map((op) => op.type)).toEqual(['receipt.return', 'receipt.return-end'])
  })

  test('and knows nothing newer only says that it is back', async () => {
    const product = await aProduct('Sukari')
    await sell(product)
    server.restore(2, toInstant(device.clock.now()))
    await sync()
    await sync()
    expect(server.returned.map((op) => [op.type, op.body])).toEqual([
      ['receipt.return-end', JSON.stringify({ epoch: EPOCH, receipts: 0 })],
    ])
  })
})
