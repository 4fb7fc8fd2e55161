import { beforeEach, describe, expect, it } from 'vitest'
import { isNoneOf, wasChangedElsewhere } from '#commands/changed-elsewhere.ts'
import { saveDraft, submitInvoice } from '#commands/invoices.ts'
import { findInvoice } from '#data/invoices.ts'
import { upsertMeta } from '#data/meta.ts'
import { listAttention } from '#data/outbox-entries.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { runSync, sendNow } from '#sync/run-sync.ts'
import { aSale, Device, idOf } from '../sync/device.ts'
import { createProduct, unwrap } from '../sync/shop.ts'

let device: Device
let other: Device
let product: string
/** What the editor of `device` read when it was opened, and the draft that it edits. */
let opened: InvoiceContent
let invoiceId: string
beforeEach(async () => {
  device = await Device.make()
  other = await Device.make({ server: device.server, clock: device.clock })
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
  opened = aSale(product)
  invoiceId = unwrap(await saveDraft(device.account, device.commands, { content: opened })).id
  await sync(device)
  await sync(other)
})

const sync = ({ account, deps }: Device) => sendNow(account, deps)

const totalOf = async ({ account }: Device, id: string) =>
  (await findInvoice(account.db, id))?.totals.totalIncludingTax

/** The other phone changes the draft, and both phones receive it. */
async function changeOnOtherPhone(price = 111_100): Promise<void> {
  const content = aSale(product, { price })
  unwrap(await saveDraft(other.account, other.commands, { invoiceId, content }))
  await sync(other)
  await sync(device)
}

const mine = () => aSale(product, { price: 222_200 })

describe('a draft that another phone changed while it was open here (offline design 3.10)', () => {
  it('is not overwritten: what was typed here is a second draft, and both reach the server', async () => {
    await changeOnOtherPhone()
    const input = { invoiceId, content: mine(), isChanged: isNoneOf([opened]) }
    const second = unwrap(await saveDraft(device.account, device.commands, input))
    expect(second.id).not.toBe(invoiceId)
    expect(await totalOf(device, invoiceId)).toBe(111_100)
    await sync(device)
    await sync(other)
    expect(await totalOf(other, invoiceId)).toBe(111_100)
    expect(await totalOf(other, second.id)).toBe(222_200)
    expect(await listAttention(device.account.db)).toEqual([])
  })

  it('is not sold as it was before: the person sees the change first', async () => {
    await changeOnOtherPhone()
    const sold = await submitInvoice(device.account, device.commands, {
      invoiceId,
      content: opened,
      isChanged: isNoneOf([opened]),
    })
    expect(sold).toEqual({ ok: false, refusals: [{ path: '', code: 'INVOICE_CHANGED_ELSEWHERE' }] })
    expect(await findInvoice(device.account.db, invoiceId)).toMatchObject({ shown: 'draft' })
  })

  it('is the same sale where another phone merged two records of its customer', () => {
    const bought = (customerId: string) => ({ ...opened, customer: { ...opened.customer, customerId } })
    const isChanged = isNoneOf([bought('0197aaaa-0000-7000-8000-000000000001')])
    expect(isChanged(bought('0197aaaa-0000-7000-8000-000000000002'), {})).toBe(false)
    const { customer } = opened
    expect(isChanged({ ...opened, customer: { ...customer, name: 'Neema Mfano' } }, {})).toBe(true)
  })

  it('is noticed also where only the note of the shop changed', async () => {
    const content = { ...opened, note: 'Mlango wa nyuma' }
    unwrap(await saveDraft(other.account, other.commands, { invoiceId, content }))
    await sync(other)
    await sync(device)
    expect(await wasChangedElsewhere(device.account, invoiceId, [opened])).toBe(true)
  })
})

it('another window on the same phone is noticed too, although no revision changes', async () => {
  const content = aSale(product, { price: 111_100 })
  unwrap(
    await saveDraft(device.account, device.commands, {
      invoiceId,
      content,
      isChanged: isNoneOf([opened, content]),
    }),
  )
  const second = unwrap(
    await saveDraft(device.account, device.commands, {
      invoiceId,
      content: mine(),
      isChanged: isNoneOf([opened]),
    }),
  )
  expect(second.id).not.toBe(invoiceId)
  expect(await totalOf(device, invoiceId)).toBe(111_100)
})

describe('a phone alone never has a conflict', () => {
  it('while its saves and the answers to them alternate, until it sells', async () => {
    let known: readonly InvoiceContent[] = [opened]
    for (const price of [100_000, 200_000, 300_000]) {
      const content = aSale(product, { price })
      const saved = unwrap(
        await saveDraft(device.account, device.commands, {
          invoiceId,
          content,
          isChanged: isNoneOf([...known, content]),
        }),
      )
      expect(saved.id).toBe(invoiceId)
      known = [content]
      if (price !== 200_000) await sync(device)
      expect(await wasChangedElsewhere(device.account, invoiceId, known)).toBe(false)
    }
    const [content = opened] = known
    expect(
      unwrap(
        await submitInvoice(device.account, device.commands, {
          invoiceId,
          content,
          isChanged: isNoneOf([...known, content]),
        }),
      ).id,
    ).toBe(invoiceId)
    await sync(device)
    expect(await findInvoice(device.account.db, invoiceId)).toMatchObject({ status: 'submitted' })
  })

  it('when its save was stored without the editor hearing of it', async () => {
    const content = mine()
    unwrap(
      await saveDraft(device.account, device.commands, {
        invoiceId,
        content,
        isChanged: isNoneOf([opened, content]),
      }),
    )
    const again = await saveDraft(device.account, device.commands, {
      invoiceId,
      content,
      isChanged: isNoneOf([opened, content]),
    })
    expect(unwrap(again).id).toBe(invoiceId)
  })

  it('when the server keeps the customer under another id', async () => {
    const [from, to] = [idOf('typed twice'), idOf('the first one')]
    await upsertMeta(device.account.db, 'aliases', { [from]: to })
    const content = aSale(product, { customerId: from })
    unwrap(
      await saveDraft(device.account, device.commands, {
        invoiceId,
        content,
        isChanged: isNoneOf([opened, content]),
      }),
    )
    expect(await wasChangedElsewhere(device.account, invoiceId, [content])).toBe(false)
  })
})

it('an invoice that is written without an editor is written as given', async () => {
  await changeOnOtherPhone()
  const saved = await saveDraft(device.account, device.commands, { invoiceId, content: mine() })
  expect(unwrap(saved).id).toBe(invoiceId)
})
