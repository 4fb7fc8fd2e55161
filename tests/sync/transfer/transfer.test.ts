import { describe, expect, test } from 'vitest'
import { saveProduct } from '#commands/catalogue.ts'
import { cancelInvoice, canTakeBack, saveDraft, takeBack } from '#commands/invoices.ts'
import { discardWork } from '#commands/stuck-work.ts'
import { findCustomer } from '#data/customers.ts'
import { findInvoice } from '#data/invoices.ts'
import { countPending, listByOrderingKey, listUnsent, updateEntries } from '#data/outbox-entries.ts'
import { findProduct } from '#data/products.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'
import { leaseBatch, releaseBatch } from '#sync/outbox/lease.ts'
import { pullAndReconcile } from '#sync/pull-and-reconcile.ts'
import { runSync, sendNow } from '#sync/run-sync.ts'
import { decryptWork, encryptWork } from '#sync/transfer/encrypted-file.ts'
import { previewUnsent } from '#sync/transfer/export-unsent.ts'
import { aSale, Device, idOf } from '../device.ts'
import { createCustomer, createProduct, createSubmission, pushes, unwrap } from '../shop.ts'
import { anotherPhone, take, workOf } from './phones.ts'

async function threeSales(device: Device) {
  const product = await createProduct(device)
  const customer = await createCustomer(device)
  const sales = []
  for (const price of [100_000, 200_000, 300_000]) {
    sales.push(await createSubmission(device, product, { price, customerId: customer }))
  }
  return { product, customer, sales }
}

describe('work that is taken over by another phone', () => {
  test('is done on the first one as soon as that gets the receipt, and that one no longer sends it', async () => {
    const first = await Device.make()
    const product = await createProduct(first)
    await sendNow(first.account, first.deps)
    const { id } = await createSubmission(first, product)
    const second = await anotherPhone(first, 'owner')
    await sendNow(second.account, second.deps)
    expect(await take(second, await workOf(first))).toMatchObject({ kind: 'taken', imported: 1 })
    await sendNow(second.account, second.deps)
    const before = pushes(first)
    const { account, deps, clock } = first
    await pullAndReconcile(account, deps, { until: clock.now() + 10_000 })
    expect(await findInvoice(account.db, id)).toMatchObject({ receipt: { gc: 1 }, shown: 'submitted' })
    expect(await listUnsent(account.db)).toEqual([])
    await sendNow(account, deps)
    expect(pushes(first)).toBe(before)
  })

  test('is shown there as waiting and is sent under its own ids, once, also when the first phone sends it too', async () => {
    const first = await Device.make()
    const { sales, customer } = await threeSales(first)
    const draft = unwrap(
      await saveDraft(first.account, first.commands, {
        content: aSale(idOf('nothing'), { reference: 'LPO 7' }),
      }),
    )
    const owner = await anotherPhone(first, 'owner')
    const outcome = await take(owner, await workOf(first))
    expect(outcome).toEqual({ kind: 'taken', imported: 6, known: 0 })
    for (const sale of sales) {
      expect(await findInvoice(owner.account.db, sale.id)).toMatchObject({
        shown: 'waiting',
        operatorId: first.userId,
      })
    }
    expect(await findInvoice(owner.account.db, draft.id)).toMatchObject({
      shown: 'draft',
      reference: 'LPO 7',
    })
    expect(await findCustomer(owner.account.db, customer)).toMatchObject({ name: 'Juma' })
    await runSync(owner.account, owner.deps, 'start')
    await runSync(first.account, first.deps, 'start')
    const { server } = first
    expect(server.executions.map(({ opId }) => opId)).toHaveLength(6)
    expect(server.executions.every(({ deviceId }) => deviceId === owner.deviceId)).toBe(true)
    expect([...server.invoices.values()].filter(({ receipt }) => receipt)).toHaveLength(3)
    for (const device of [first, owner]) {
      expect(await countPending(device.account.db)).toBe(0)
      for (const sale of sales) {
        expect((await findInvoice(device.account.db, sale.id))?.receipt?.gc).toBeGreaterThan(0)
      }
    }
  })

  test('says who wrote it and on which device, and nothing else of them', async () => {
    const first = await Device.make()
    const sale = await createSubmission(first, await createProduct(first))
    const owner = await anotherPhone(first, 'owner')
    await take(owner, await workOf(first))
    await runSync(owner.account, owner.deps, 'start')
    const pushed = owner.server.requests.find(({ path }) => path.endsWith('/sync/push'))
    expect(pushed?.body).toMatchObject({
      userId: owner.userId,
      ops: [
        { writtenBy: { userId: first.userId, deviceId: first.deviceId } },
        { lane: `inv:${sale.id}`, writtenBy: { userId: first.userId, deviceId: first.deviceId } },
      ],
    })
    expect(JSON.stringify(pushed?.body)).not.toContain('Asha')
  })

  test('leaves what the server made of it, where it had been sent before it was taken (I10)', async () => {
    const first = await Device.make()
    const productId = await createProduct(first)
    await runSync(first.account, first.deps, 'start')
    const { server } = first
    // Another user renamed it, which the edit of the price does not know.
    const stored = server.products.get(productId)
    if (stored) server.products.set(productId, { ...stored, name: 'Sukari nyeupe', rev: stored.rev + 1 })
    const form = { name: 'Sukari', unit: 'kg', unitPrice: toCents(300_000), taxType: 'exempted' as const }
    unwrap(await saveProduct(first.account, first.commands, { productId, form }))
    const work = await workOf(first)
    await runSync(first.account, first.deps, 'start')
    const owner = await anotherPhone(first, 'owner')
    await runSync(owner.account, owner.deps, 'start')
    expect(await take(owner, work)).toEqual({ kind: 'taken', imported: 1, known: 0 })
    await runSync(owner.account, owner.deps, 'start')
    const merged = { name: 'Sukari nyeupe', unitPrice: 300_000 }
    expect(server.products.get(productId)).toMatchObject(merged)
    expect(await findProduct(owner.account.db, productId)).toMatchObject(merged)
    expect(await owner.account.db.shadows.count()).toBe(0)
  })

  test('adds nothing when it comes again, neither while it waits nor after it was sent', async () => {
    const first = await Device.make()
    await threeSales(first)
    const owner = await anotherPhone(first, 'owner')
    const work = await workOf(first)
    await take(owner, work)
    expect(await take(owner, work)).toEqual({ kind: 'taken', imported: 0, known: 5 })
    await runSync(owner.account, owner.deps, 'start')
    expect(await take(owner, work)).toEqual({ kind: 'taken', imported: 0, known: 5 })
    expect(await listUnsent(owner.account.db)).toEqual([])
  })

  test('on the phone it comes from is known, also after it was sent', async () => {
    const device = await Device.make()
    await threeSales(device)
    const work = await workOf(device)
    await runSync(device.account, device.deps, 'start')
    expect(await take(device, work)).toEqual({ kind: 'taken', imported: 0, known: 5 })
  })

  test('continues where it was when the phone died in the middle of the import', async () => {
    const first = await Device.make()
    const product = await createProduct(first)
    for (let sale = 0; sale < 40; sale += 1) await createSubmission(first, product)
    const owner = await anotherPhone(first, 'owner')
    const work = await workOf(first)
    const half = { ...work, operations: work.operations.slice(0, 25) }
    await take(owner, half)
    await owner.restart()
    expect(await take(owner, work)).toEqual({ kind: 'taken', imported: 16, known: 25 })
    const seqs = (await listUnsent(owner.account.db)).map(({ deviceSeq }) => deviceSeq)
    expect(seqs).toEqual(Array.from({ length: 41 }, (_, index) => index + 1))
  })

  test('can be taken on from there, and its writer stays its writer', async () => {
    const first = await Device.make()
    await createSubmission(first, await createProduct(first))
    const owner = await anotherPhone(first, 'owner')
    await take(owner, await workOf(first))
    const second = await anotherPhone(first, 'owner')
    await take(second, await workOf(owner))
    expect((await listUnsent(second.account.db)).map(({ writtenBy }) => writtenBy?.userId)).toEqual([
      first.userId,
      first.userId,
    ])
  })

  test('is not taken back or rewritten: the phone it comes from may have sent it', async () => {
    const first = await Device.make()
    const sale = await createSubmission(first, await createProduct(first))
    const owner = await anotherPhone(first, 'owner')
    await take(owner, await workOf(first))
    const outcome = await takeBack(owner.account, owner.commands, { invoiceId: sale.id })
    expect(outcome).toMatchObject({ ok: false, refusals: [{ code: 'INVOICE_NOT_DRAFT' }] })
  })

  test('is neither taken back, canceled for nothing nor rewritten on the phone it comes from: the other may have sent it (design D3)', async () => {
    const first = await Device.make()
    const { account, commands } = first
    const sale = await createSubmission(first, await createProduct(first))
    const invoiceId = sale.id
    expect(await canTakeBack(account, invoiceId)).toBe(true)
    const draft = unwrap(await saveDraft(account, commands, { content: aSale(idOf('nothing')) }))
    const owner = await anotherPhone(first, 'owner')
    await take(owner, await workOf(first))
    expect(await canTakeBack(account, invoiceId)).toBe(false)
    expect(await takeBack(account, commands, { invoiceId })).toMatchObject({
      refusals: [{ code: 'INVOICE_NOT_DRAFT' }],
    })
    expect(await cancelInvoice(account, commands, { invoiceId, reason: '' })).toMatchObject({
      refusals: [{ code: 'INVOICE_CANCEL_REASON_REQUIRED' }],
    })
    const content = aSale(idOf('nothing'), { reference: 'LPO 8' })
    unwrap(await saveDraft(account, commands, { invoiceId: draft.id, content }))
    expect((await listByOrderingKey(account.db, `inv:${draft.id}`)).map(({ type }) => type)).toEqual([
      'invoice.save',
      'invoice.save',
    ])
    await runSync(owner.account, owner.deps, 'start')
    await runSync(account, first.deps, 'start')
    expect(await findInvoice(account.db, invoiceId)).toMatchObject({
      status: 'submitted',
      shown: 'submitted',
    })
    expect([...first.server.invoices.values()].filter(({ receipt }) => receipt)).toHaveLength(1)
  })

  test('counts as handed over also when it was about to be sent and then was not', async () => {
    const first = await Device.make()
    const { account } = first
    const sale = await createSubmission(first, await createProduct(first))
    const now = first.clock.now()
    const attempt = { id: idOf('attempt'), now, ignoreWaits: true }
    const leased = await leaseBatch(account, { owner: 'a tab', exclusive: true }, attempt)
    await workOf(first)
    if (leased.kind === 'batch') await releaseBatch(account, leased.batch)
    expect(await listByOrderingKey(account.db, `inv:${sale.id}`)).toMatchObject([
      { state: 'queued', firstSentAt: null, handedOverAt: toInstant(now) },
    ])
    expect(await canTakeBack(account, sale.id)).toBe(false)
  })

  test('can still be taken back where it was only looked at', async () => {
    const first = await Device.make()
    const sale = await createSubmission(first, await createProduct(first))
    expect((await previewUnsent(first.account, first.clock.now()))?.operations).toHaveLength(2)
    expect(await canTakeBack(first.account, sale.id)).toBe(true)
  })

  test('leaves a phone that has no room to note that it did', async () => {
    const first = await Device.make()
    await createSubmission(first, await createProduct(first))
    const { outbox } = first.account.db
    const full = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
    outbox.hook('updating', full)
    expect((await workOf(first)).operations).toHaveLength(2)
    outbox.hook('updating').unsubscribe(full)
  })

  test('waits behind work of its record that needs a person there, and goes when that has left', async () => {
    const first = await Device.make()
    const content = aSale(idOf('nothing'))
    const draft = unwrap(await saveDraft(first.account, first.commands, { content }))
    const owner = await anotherPhone(first, 'owner')
    const { account, commands } = owner
    await take(owner, await workOf(first))
    const [stuck] = await listUnsent(account.db)
    if (!stuck) throw new Error('nothing was taken over')
    await updateEntries(account.db, [{ ...stuck, state: 'attention' }])
    const again = { invoiceId: draft.id, content: aSale(idOf('nothing'), { reference: 'LPO 9' }) }
    unwrap(await saveDraft(first.account, first.commands, again))
    await take(owner, await workOf(first))
    const states = async () => (await listUnsent(account.db)).map(({ state }) => state)
    expect(await states()).toEqual(['attention', 'blocked'])
    unwrap(await discardWork(account, commands, { opId: stuck.opId }))
    expect(await states()).toEqual(['queued'])
  })

  test('does not cover an invoice that the server has numbered since', async () => {
    const first = await Device.make()
    const sale = await createSubmission(first, await createProduct(first))
    const work = await workOf(first)
    await runSync(first.account, first.deps, 'start')
    const owner = await anotherPhone(first, 'owner')
    await runSync(owner.account, owner.deps, 'start')
    await take(owner, work)
    expect(await findInvoice(owner.account.db, sale.id)).toMatchObject({ status: 'submitted' })
  })
})

describe('work that is refused', () => {
  test('is that of another company, and that of another person except for the owner (design D3, point 5)', async () => {
    const first = await Device.make()
    await createSubmission(first, await createProduct(first))
    const work = await workOf(first)
    const stranger = await Device.make()
    expect(await take(stranger, work)).toEqual({ kind: 'refused', code: 'foreign-company' })
    const colleague = await anotherPhone(first, 'operator')
    expect(await take(colleague, work)).toEqual({ kind: 'refused', code: 'other-person' })
    expect(await countPending(colleague.account.db)).toBe(0)
  })

  test('includes work of a newer app and altered work', async () => {
    const first = await Device.make()
    await createSubmission(first, await createProduct(first))
    const work = await workOf(first)
    const owner = await anotherPhone(first, 'owner')
    const newer = work.operations.map((one) => ({ ...one, type: 'invoice.frame' }))
    expect(await take(owner, { ...work, operations: newer })).toMatchObject({ code: 'newer' })
    const altered = work.operations.map((one) => ({ ...one, body: one.body.replace('Sukari', 'Chumvi') }))
    expect(await take(owner, { ...work, operations: altered })).toMatchObject({ code: 'damaged' })
    expect(await countPending(owner.account.db)).toBe(0)
  })
})

describe('the seal of a backup', () => {
  const random = () => 0.3
  async function aFile(password = 'sukari na chumvi') {
    const device = await Device.make()
    await createSubmission(device, await createProduct(device))
    const work = await workOf(device)
    return { work, file: await encryptWork(work, password, random) }
  }

  test('opens under its password, with spaces around it or not, and gives what went in', async () => {
    const { work, file } = await aFile()
    expect(await decryptWork(file, ' sukari na chumvi ')).toEqual({ kind: 'open', work, contents: [] })
    expect(new TextDecoder().decode(file)).not.toContain('Sukari')
  })

  test('distinguishes a wrong password from a damaged file, wherever the damage is', async () => {
    const { file } = await aFile()
    expect(await decryptWork(file, 'sukari na pilipili')).toMatchObject({ code: 'wrong-password' })
    for (const at of [5, 10, 26, 38, 45, 60, file.length - 1]) {
      const damaged = file.slice()
      damaged[at] = (damaged[at] ?? 0) ^ 0x40
      expect(await decryptWork(damaged, 'sukari na chumvi'), `byte ${at}`).toMatchObject({ code: 'damaged' })
    }
    for (const length of [4, 20, 45, 200, file.length - 1]) {
      expect(await decryptWork(file.slice(0, length), 'sukari na chumvi')).toMatchObject({ code: 'damaged' })
    }
  })

  test('distinguishes files of an older and a newer app from other files', async () => {
    const { file } = await aFile()
    const bytes = (text: string) => new TextEncoder().encode(text)
    const newer = file.slice()
    newer[4] = 4
    expect(await decryptWork(newer, 'x')).toMatchObject({ code: 'newer' })
    expect(await decryptWork(bytes('{\n  "kind": "risiti-unsent",'), 'x')).toMatchObject({ code: 'older' })
    expect(await decryptWork(bytes('%PDF-1.7'), 'x')).toMatchObject({ code: 'not-ours' })
    expect(await decryptWork(bytes(''), 'x')).toMatchObject({ code: 'not-ours' })
  })
})
