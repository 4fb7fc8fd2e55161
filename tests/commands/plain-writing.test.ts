import { beforeEach, describe, expect, it } from 'vitest'
import { saveDraft, submitInvoice } from '#commands/invoices.ts'
import { writeInvoice } from '#commands/write-invoice.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { toCents } from '#domain/money/cents.ts'
import { readAuthor } from '#sync/outbox/command-result.ts'
import { runSync } from '#sync/run-sync.ts'
import { aSale, Device, fakePorts, idOf } from '../sync/device.ts'
import { createCustomer, createProduct, unwrap } from '../sync/shop.ts'

const INVOICE = idOf('the invoice')

let device: Device
let product: string
let customer: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  customer = await createCustomer(device)
  await runSync(device.account, device.deps, 'enqueued')
})

type Rows = Record<string, unknown>[]

/** Everything on the phone. Places given by the database are left out: they never repeat. */
async function dump(db: AccountDatabase): Promise<Record<string, Rows>> {
  const all: Record<string, Rows> = {}
  for (const table of db.tables) {
    const rows = (await table.toArray()) as Rows
    all[table.name] = rows.map(({ n: _n, seq: _seq, ...row }) => row)
  }
  return all
}

async function copyOf(db: AccountDatabase): Promise<[string, Rows][]> {
  return await Promise.all(
    db.tables.map(async (table): Promise<[string, Rows]> => [table.name, (await table.toArray()) as Rows]),
  )
}

async function restoreRows(db: AccountDatabase, copy: readonly [string, Rows][]): Promise<void> {
  for (const [name, rows] of copy) {
    await db.table(name).clear()
    await db.table(name).bulkPut(rows)
  }
}

/** Writes the same twice from the same beginning, plainly and the general way, and gives what each left behind. */
async function runBoth(type: 'invoice.save' | 'invoice.submit', content: ReturnType<typeof aSale>) {
  const { account, clock } = device
  const author = await readAuthor(account.db)
  if ('kind' in author) throw new Error('nobody may write')
  const before = await copyOf(account.db)
  const left = []
  for (const direct of [true, false]) {
    await restoreRows(account.db, before)
    const deps = { ports: fakePorts(clock, 'the same ids'), requestSync: () => undefined }
    const outcome = await writeInvoice(
      account,
      deps,
      author,
      type,
      { invoiceId: INVOICE, content, tendered: [{ type: 'cash', amount: toCents(500_000) }] },
      { plainly: direct },
    )
    unwrap(outcome)
    left.push(await dump(account.db))
  }
  return left
}

describe.each(['invoice.save', 'invoice.submit'] as const)(
  '%s written in one go leaves what the general way leaves',
  (type) => {
    it('for a new invoice', async () => {
      const [plain, general] = await runBoth(type, aSale(product))
      expect(plain).toEqual(general)
      expect(plain?.['outbox']).toHaveLength(1)
    })

    it('in the place of a draft that never left the phone', async () => {
      await saveDraft(device.account, device.commands, { invoiceId: INVOICE, content: aSale(product) })
      const [plain, general] = await runBoth(type, aSale(product, { price: 300_000, customerId: customer }))
      expect(plain).toEqual(general)
      expect(plain?.['outbox']).toHaveLength(1)
    })

    it('over a draft that the server has, whose form is held for whoever discards', async () => {
      await saveDraft(device.account, device.commands, { invoiceId: INVOICE, content: aSale(product) })
      await runSync(device.account, device.deps, 'enqueued')
      const [plain, general] = await runBoth(type, aSale(product, { reference: 'LPO 7' }))
      expect(plain).toEqual(general)
      expect(plain?.['shadows']).toHaveLength(1)
    })

    it('with a product that the server does not have yet', async () => {
      const [plain, general] = await runBoth(type, aSale(await createProduct(device, 'Chumvi')))
      expect(plain).toEqual(general)
      expect(plain?.['outbox']).toHaveLength(2)
    })
  },
)

it('a sale is kept first; when customer and product were last used is noted a moment after', async () => {
  const { db } = device.account
  const lastUse = async () => [
    (await db.products.get(product))?.usedAt,
    (await db.customers.get(customer))?.usedAt,
  ]
  const moment = Promise.withResolvers<void>()
  const deps = { ...device.commands, ports: { ...device.commands.ports, wait: () => moment.promise } }
  unwrap(await submitInvoice(device.account, deps, { content: aSale(product, { customerId: customer }) }))
  expect(await lastUse()).toEqual([undefined, undefined])
  moment.resolve()
  const now = device.clock.now()
  await expect.poll(lastUse).toEqual([now, now])
})
