import { Dexie } from 'dexie'
import { beforeEach, describe, expect, it } from 'vitest'
import { cancelInvoice, saveDraft, submitInvoice, takeBack } from '#commands/invoices.ts'
import { findInvoice } from '#data/invoices.ts'
import { findMeta } from '#data/meta.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { orderingKeyOf, readBody } from '#data/outbox-entry.ts'
import { toCents } from '#domain/money/cents.ts'
import { runSync } from '#sync/run-sync.ts'
import { countStorageRequests } from '../support/count-storage-requests.ts'
import { aSale, Device, idOf } from '../sync/device.ts'
import { createCustomer, createProduct, createSubmission, unwrap } from '../sync/shop.ts'

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

describe.each([
  ['invoice.save', saveDraft],
  ['invoice.submit', submitInvoice],
] as const)('%s', (type, command) => {
  const entries = () => listByOrderingKey(device.account.db, orderingKeyOf('invoice', INVOICE))
  const overlays = () => device.account.db.overlays.toCollection().primaryKeys()
  const saved = async (content: ReturnType<typeof aSale>) =>
    unwrap(await command(device.account, device.commands, { invoiceId: INVOICE, content }))

  it('of a new invoice leaves one entry, and an overlay for a sale', async () => {
    const row = await saved(aSale(product))
    expect(await findInvoice(device.account.db, INVOICE)).toEqual(row)
    const [entry, ...others] = await entries()
    expect([entry?.type, others]).toEqual([type, []])
    expect(await overlays()).toEqual(type === 'invoice.submit' ? [entry?.opId] : [])
  })

  it('takes the place and the device number of a draft that never left the phone', async () => {
    await saveDraft(device.account, device.commands, { invoiceId: INVOICE, content: aSale(product) })
    const [draft] = await entries()
    await saved(aSale(product, { price: 300_000, customerId: customer }))
    const [entry, ...others] = await entries()
    expect(entry).toMatchObject({ type, seq: draft?.seq, deviceSeq: draft?.deviceSeq })
    expect([others, entry?.opId === draft?.opId]).toEqual([[], false])
    expect((await device.account.db.meta.get('pending'))?.value).toBe(1)
  })

  it('over a draft that the server has keeps the server copy for a discard', async () => {
    await saveDraft(device.account, device.commands, { invoiceId: INVOICE, content: aSale(product) })
    await runSync(device.account, device.deps, 'enqueued')
    await saved(aSale(product, { reference: 'LPO 7' }))
    const copies = await device.account.db.shadows.toArray()
    expect(copies).toMatchObject([{ t: 'invoice', id: INVOICE, row: { reference: '' } }])
  })

  it('forgets what was handed over for it once no change is due, and nothing about another invoice', async () => {
    const { account, commands } = device
    const content = aSale(product)
    const tendered = [{ type: 'cash' as const, amount: toCents(450_000) }]
    unwrap(await saveDraft(account, commands, { invoiceId: INVOICE, content, tendered }))
    const other = { invoiceId: idOf('another invoice'), content }
    unwrap(await saveDraft(account, commands, other))
    expect(await findMeta(account.db, 'till')).toEqual({ invoiceId: INVOICE, handed: tendered })
    await saved({ ...content, payments: [{ type: 'e-money', amount: toCents(250_000) }] })
    expect(await findMeta(account.db, 'till')).toBeUndefined()
  })

  it('waits for the creation of a product that the server does not have yet', async () => {
    const salt = await createProduct(device, 'Chumvi')
    await saved(aSale(salt))
    const [creation] = await listByOrderingKey(device.account.db, orderingKeyOf('product', salt))
    expect((await entries())[0]?.dependsOn).toEqual([creation?.opId])
  })
})

it('a sale is one transaction of few requests: each delays the screen', async () => {
  const content = aSale(product, { customerId: customer })
  const sell = () => submitInvoice(device.account, device.commands, { invoiceId: INVOICE, content })
  expect(await countStorageRequests(sell)).toEqual({
    transactions: 1,
    reads: ['customers', 'invoices', ...Array.from({ length: 8 }, () => 'meta'), 'outbox', 'products'],
    writes: ['audit', 'invoiceKeys', 'invoices', 'meta', 'meta', 'meta', 'outbox', 'overlays'],
  })
})

/** Runs a command while another tab changes the note of the invoice before each transaction of the command. */
async function runBesideAnotherTab(invoiceId: string, command: () => Promise<unknown>): Promise<void> {
  const { db } = device.account
  const transaction = db.transaction.bind(db)
  const get = db.invoices.get.bind(db.invoices)
  let read = false
  db.invoices.get = ((key: never) => {
    read = true
    return get(key)
  }) as typeof db.invoices.get
  const change = () => db.invoices.where('id').equals(invoiceId).modify({ note: 'from the other tab' })
  db.transaction = ((...given: Parameters<typeof transaction>) =>
    read && !Dexie.currentTransaction
      ? change().then(() => transaction(...given))
      : transaction(...given)) as typeof db.transaction
  try {
    await command()
  } finally {
    db.transaction = transaction
    db.invoices.get = get
  }
}

describe('the save that replaces a submission carries the invoice as stored', () => {
  it.each([
    ['canceling', cancelInvoice],
    ['taking back', takeBack],
  ] as const)('%s', async (_name, command) => {
    const { account, commands } = device
    const { id } = await createSubmission(device, product)
    await runBesideAnotherTab(id, async () =>
      unwrap(await command(account, commands, { invoiceId: id, reason: '' })),
    )
    const [save] = await listByOrderingKey(account.db, orderingKeyOf('invoice', id))
    const row = await findInvoice(account.db, id)
    expect(save && readBody('invoice.save', save)?.content.note).toBe(row?.note)
  })
})

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
