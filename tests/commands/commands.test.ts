import { beforeEach, describe, expect, it, vi } from 'vitest'
import { saveCustomer } from '#commands/catalogue.ts'
import { cancelInvoice, repairInvoice, saveDraft, submitInvoice, takeBack } from '#commands/invoices.ts'
import { discardWork, keepAsNewDraft, sendAgain } from '#commands/stuck-work.ts'
import { dailyTotals, monthlyTotals } from '#data/aggregates.ts'
import { findCustomer } from '#data/customers.ts'
import { countInvoices, findInvoice } from '#data/invoices.ts'
import { upsertMeta } from '#data/meta.ts'
import { listAttention, listUnsent } from '#data/outbox-entries.ts'
import { runSync, sendNow } from '#sync/run-sync.ts'
import { aSale, aSession, Device } from '../sync/device.ts'
import { createCustomer, createProduct, createSubmission, unwrap } from '../sync/shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

describe('what may be written', () => {
  it('refuses to submit what the rules refuse, at its field, and keeps nothing (spec §5)', async () => {
    const content = { ...aSale(product), lines: [] }
    const outcome = await submitInvoice(device.account, device.commands, { content })
    expect(outcome).toMatchObject({
      ok: false,
      refusals: [{ path: 'lines', code: 'INVOICE_NO_LINES' }],
    })
    expect(await device.account.db.invoices.count()).toBe(0)
    expect(device.kicks).toBe(1)
  })

  it('keeps a draft that breaks every rule', async () => {
    const content = { ...aSale(product), lines: [] }
    expect((await saveDraft(device.account, device.commands, { content })).ok).toBe(true)
  })

  it('refuses a shape that the server would never take, at its field', async () => {
    const content = { ...aSale(product), reference: 'x'.repeat(101) }
    expect(await saveDraft(device.account, device.commands, { content })).toMatchObject({
      ok: false,
      refusals: [{ path: 'reference', code: 'OPERATION_INVALID' }],
    })
  })

  it('refuses to save and to send invoices of a blocked company, and does the rest (spec §4; tanzania-facts §11, row 29)', async () => {
    const { account, commands } = device
    const session = aSession(device.companyId, device.userId)
    const company = session.company && { ...session.company, blockedByTra: true }
    const { id: invoiceId } = unwrap(await saveDraft(account, commands, { content: aSale(product) }))
    await upsertMeta(account.db, 'session', { ...session, company })
    const blocked = { ok: false, refusals: [{ code: 'COMPANY_BLOCKED_BY_TRA' }] }
    const content = aSale(product)
    expect(await saveDraft(account, commands, { invoiceId, content })).toMatchObject(blocked)
    expect(await submitInvoice(account, commands, { invoiceId, content })).toMatchObject(blocked)
    expect(await repairInvoice(account, commands, { invoiceId })).toMatchObject(blocked)
    expect(unwrap(await cancelInvoice(account, commands, { invoiceId, reason: '' })).shown).toBe('canceled')
    await createCustomer(device)
    await createProduct(device, 'Unga')
  })

  it('makes the link of an invoice at its first saving, sends it, and keeps it through later writings', async () => {
    const { account, commands } = device
    const first = unwrap(await saveDraft(account, commands, { content: aSale(product) }))
    expect(first.slipToken).toMatch(/^[A-Za-z0-9_-]{22}$/)
    const again = { invoiceId: first.id, content: aSale(product, { price: 1_000 }) }
    expect(unwrap(await submitInvoice(account, commands, again)).slipToken).toBe(first.slipToken)
    const [operation] = await listUnsent(account.db)
    expect(JSON.parse(operation?.body ?? '{}')).toMatchObject({ slipToken: first.slipToken })
  })

  it('locks an invoice from the moment it is queued to be submitted (spec §4, G6)', async () => {
    const row = await createSubmission(device, product)
    const again = { invoiceId: row.id, content: aSale(product, { price: 1_000 }) }
    for (const write of [saveDraft, submitInvoice]) {
      expect(await write(device.account, device.commands, again)).toMatchObject({
        ok: false,
        refusals: [{ code: 'INVOICE_NOT_DRAFT' }],
      })
    }
    expect((await findInvoice(device.account.db, row.id))?.totals.totalIncludingTax).toBe(250_000)
  })

  it('a double tap is one submission (E2)', async () => {
    const draft = unwrap(await saveDraft(device.account, device.commands, { content: aSale(product) }))
    const input = { invoiceId: draft.id, content: aSale(product) }
    const outcomes = await Promise.all([
      submitInvoice(device.account, device.commands, input),
      submitInvoice(device.account, device.commands, input),
    ])
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect((await listUnsent(device.account.db)).map((entry) => entry.type)).toEqual(['invoice.submit'])
  })

  it('says that the phone is full and keeps nothing, not even half (D1)', async () => {
    const { db } = device.account
    vi.spyOn(db.outbox, 'add').mockImplementation(() => {
      throw new DOMException('over quota', 'QuotaExceededError')
    })
    const outcome = await submitInvoice(device.account, device.commands, { content: aSale(product) })
    expect(outcome).toEqual({ ok: false, refusals: [{ path: '', code: 'DEVICE_STORAGE_FULL' }] })
    vi.restoreAllMocks()
    expect(await db.invoices.count()).toBe(0)
    expect(await db.outbox.count()).toBe(0)
    expect(await countInvoices(db)).toMatchObject({ draft: 0, waiting: 0 })
  })
})

describe('taking back', () => {
  it('makes an unsent submission a draft again, in its place', async () => {
    const row = await createSubmission(device, product)
    const [before] = await listUnsent(device.account.db)
    const draft = unwrap(await takeBack(device.account, device.commands, { invoiceId: row.id }))
    expect(draft.shown).toBe('draft')
    const [after] = await listUnsent(device.account.db)
    expect(after).toMatchObject({ type: 'invoice.save', seq: before?.seq, deviceSeq: before?.deviceSeq })
    expect(after?.opId).not.toBe(before?.opId)
    await sendNow(device.account, device.deps)
    expect(device.server.invoices.get(row.id)?.receipt).toBeNull()
  })

  it('is refused once it was sent, with any outcome', async () => {
    const row = await createSubmission(device, product)
    device.server.willFail('unreachable')
    await runSync(device.account, device.deps, 'enqueued')
    expect((await findInvoice(device.account.db, row.id))?.pending).toMatchObject({
      kind: 'waiting',
      submits: true,
    })
    const outcome = await takeBack(device.account, device.commands, { invoiceId: row.id })
    expect(outcome).toMatchObject({ ok: false, refusals: [{ code: 'INVOICE_NOT_DRAFT' }] })
  })
})

describe('chains of work', () => {
  it('customer and invoice made offline arrive in order (G1)', async () => {
    const customerId = await createCustomer(device)
    await createSubmission(device, product, { customerId })
    const unsent = await listUnsent(device.account.db)
    expect(unsent[1]?.dependsOn).toEqual([unsent[0]?.opId])
    await sendNow(device.account, device.deps)
    expect(device.server.executions.map(({ type }) => type).slice(-2)).toEqual([
      'customer.save',
      'invoice.submit',
    ])
  })

  it('when the first is refused the others wait with a reason; once it is corrected, all go (G2)', async () => {
    const customerId = await createCustomer(device, 'REFUSE me')
    const row = await createSubmission(device, product, { customerId })
    await sendNow(device.account, device.deps)
    expect((await listUnsent(device.account.db)).map((entry) => entry.state)).toEqual([
      'attention',
      'blocked',
    ])
    expect((await findInvoice(device.account.db, row.id))?.pending).toEqual({
      kind: 'attention',
      code: 'OPERATION_DEPENDENCY_REFUSED',
    })
    const form = {
      name: 'Juma',
      identificationType: 'TAX_IDENTIFICATION_NUMBER' as const,
      identificationNumber: '100000001',
      phone: '',
      email: '',
      vatRegistrationNumber: '',
    }
    unwrap(await saveCustomer(device.account, device.commands, { customerId, form }))
    expect((await listUnsent(device.account.db)).map((entry) => entry.state)).toEqual(['queued', 'queued'])
    await sendNow(device.account, device.deps)
    expect((await findInvoice(device.account.db, row.id))?.receipt?.gc).toBe(1)
    expect(await listUnsent(device.account.db)).toEqual([])
  })

  it('work queued behind refused work begins blocked, with the same reason', async () => {
    const customerId = await createCustomer(device, 'REFUSE me')
    await sendNow(device.account, device.deps)
    const row = await createSubmission(device, product, { customerId })
    expect(row.shown).toBe('attention')
  })

  it('a customer that the company already has becomes that one, and the invoice goes out under it (G3)', async () => {
    const other = await Device.make({ server: device.server, clock: device.clock })
    const theirs = await createCustomer(other, 'Juma', '100000007')
    await sendNow(other.account, other.deps)
    const mine = await createCustomer(device, 'Juma', '100000007')
    const row = await createSubmission(device, product, { customerId: mine })
    await sendNow(device.account, device.deps)
    expect(await findCustomer(device.account.db, mine)).toBeUndefined()
    expect((await findCustomer(device.account.db, theirs))?.name).toBe('Juma')
    expect((await findInvoice(device.account.db, row.id))?.customer.customerId).toBe(theirs)
    // A form that still holds the old id writes under the new one.
    const later = await createSubmission(device, product, { customerId: mine })
    expect(later.customer.customerId).toBe(theirs)
  })

  it('a number that another customer on this phone has is refused at its field (spec §8)', async () => {
    await createCustomer(device, 'Juma', '100000001')
    const outcome = await saveCustomer(device.account, device.commands, {
      form: {
        name: 'Asha',
        identificationType: 'TAX_IDENTIFICATION_NUMBER',
        identificationNumber: '100-000-001',
        phone: '',
        email: '',
        vatRegistrationNumber: '',
      },
    })
    expect(outcome).toMatchObject({
      ok: false,
      refusals: [{ path: 'identificationNumber', code: 'CUSTOMER_ID_DUPLICATED' }],
    })
  })
})

describe('stuck work', () => {
  async function aConflict(): Promise<{ id: string; opId: string }> {
    const other = await Device.make({ server: device.server, clock: device.clock })
    const draft = unwrap(await saveDraft(device.account, device.commands, { content: aSale(product) }))
    await sendNow(device.account, device.deps)
    await sendNow(other.account, other.deps)
    unwrap(
      await saveDraft(other.account, other.commands, {
        invoiceId: draft.id,
        content: aSale(product, { price: 111_100 }),
      }),
    )
    await sendNow(other.account, other.deps)
    unwrap(
      await saveDraft(device.account, device.commands, {
        invoiceId: draft.id,
        content: aSale(product, { price: 222_200 }),
      }),
    )
    await sendNow(device.account, device.deps)
    const [entry] = await listAttention(device.account.db)
    if (!entry) throw new Error('no conflict')
    return { id: draft.id, opId: entry.opId }
  }

  it('a draft edited on two phones: the refused phone keeps its own version and can make it a second draft', async () => {
    const { id, opId } = await aConflict()
    const mine = await findInvoice(device.account.db, id)
    expect(mine?.totals.totalIncludingTax).toBe(222_200)
    expect(mine?.pending).toEqual({ kind: 'attention', code: 'INVOICE_CHANGED_ELSEWHERE' })
    const second = unwrap(await keepAsNewDraft(device.account, device.commands, { opId }))
    expect(second.id).not.toBe(id)
    expect(second.totals.totalIncludingTax).toBe(222_200)
    expect(await findInvoice(device.account.db, id)).toMatchObject({
      shown: 'draft',
      totals: { totalIncludingTax: 111_100 },
    })
    await sendNow(device.account, device.deps)
    expect(device.server.invoices.size).toBe(2)
  })

  it("discarding shows the server's form again and keeps a copy in the audit (I11)", async () => {
    const { id, opId } = await aConflict()
    unwrap(await discardWork(device.account, device.commands, { opId }))
    expect((await findInvoice(device.account.db, id))?.totals.totalIncludingTax).toBe(111_100)
    const audit = await device.account.db.audit.toArray()
    expect(audit.find((line) => line.entry?.opId === opId)).toMatchObject({ action: 'discarded' })
    expect(await listUnsent(device.account.db)).toEqual([])
  })

  it("discarding an edit restores the server's version when the record did not change elsewhere", async () => {
    const id = await createCustomer(device, 'Juma')
    await sendNow(device.account, device.deps)
    const form = {
      name: 'REFUSE me',
      identificationType: 'TAX_IDENTIFICATION_NUMBER' as const,
      identificationNumber: '100000001',
      phone: '',
      email: '',
      vatRegistrationNumber: '',
    }
    unwrap(await saveCustomer(device.account, device.commands, { customerId: id, form }))
    await sendNow(device.account, device.deps)
    const [failed] = await listAttention(device.account.db)
    unwrap(await discardWork(device.account, device.commands, { opId: failed?.opId ?? '' }))
    expect(await findCustomer(device.account.db, id)).toMatchObject({
      name: 'Juma',
      pending: { kind: 'none' },
    })
  })

  it('discarding what the server never had removes it', async () => {
    const id = await createCustomer(device, 'REFUSE me')
    await sendNow(device.account, device.deps)
    const [failed] = await listAttention(device.account.db)
    unwrap(await discardWork(device.account, device.commands, { opId: failed?.opId ?? '' }))
    expect(await findCustomer(device.account.db, id)).toBeUndefined()
  })

  it('sent again after a final refusal it gets a new id, and what waited for it waits for the new one', async () => {
    const customerId = await createCustomer(device, 'REFUSE me')
    const row = await createSubmission(device, product, { customerId })
    await sendNow(device.account, device.deps)
    const [refused] = await listAttention(device.account.db)
    unwrap(await sendAgain(device.account, device.commands, { opId: refused?.opId ?? '' }))
    const unsent = await listUnsent(device.account.db)
    const customer = unsent.find((entry) => entry.type === 'customer.save')
    expect(customer).toMatchObject({ state: 'queued', body: refused?.body, bodyHash: refused?.bodyHash })
    expect(customer?.opId).not.toBe(refused?.opId)
    expect(unsent.find((entry) => entry.lane === `inv:${row.id}`)?.dependsOn).toEqual([customer?.opId])
  })

  it('one key with another body never gets a new id (B9)', async () => {
    await createSubmission(device, product)
    device.server.willFail('answer-lost')
    await runSync(device.account, device.deps, 'enqueued')
    const [entry] = await listUnsent(device.account.db)
    if (!entry) throw new Error('no entry')
    device.server.hashes.set(entry.opId, 'b'.repeat(64))
    await sendNow(device.account, device.deps)
    const [failed] = await listAttention(device.account.db)
    expect(failed?.last?.code).toBe('OPERATION_REUSED')
    unwrap(await sendAgain(device.account, device.commands, { opId: entry.opId }))
    expect((await listUnsent(device.account.db)).map(({ opId }) => opId)).toEqual([entry.opId])
  })

  it('editing a refused submission supersedes it', async () => {
    const row = await createSubmission(device, product)
    device.server.products.clear()
    await sendNow(device.account, device.deps)
    expect((await findInvoice(device.account.db, row.id))?.shown).toBe('attention')
    const better = await createProduct(device, 'Unga')
    unwrap(
      await submitInvoice(device.account, device.commands, { invoiceId: row.id, content: aSale(better) }),
    )
    await sendNow(device.account, device.deps)
    expect((await findInvoice(device.account.db, row.id))?.receipt?.gc).toBe(1)
    expect(await listUnsent(device.account.db)).toEqual([])
  })
})

describe('totals while work is unacknowledged', () => {
  const day = { from: '2026-11-21', to: '2026-11-21' }
  const month = { from: '2026-11', to: '2026-11' }

  it('counts what was sold on this phone at once, and no longer once the feed has it', async () => {
    await createSubmission(device, product)
    await createSubmission(device, product, { price: 100_000 })
    const [today] = await dailyTotals(device.account.db, day)
    expect(today?.figures).toMatchObject({ count: 2, gross: 350_000 })
    const [sugar] = await monthlyTotals(device.account.db, 'month-product', month)
    expect(sugar).toMatchObject({ key: product, figures: { count: 2, gross: 350_000 } })
    await sendNow(device.account, device.deps)
    expect(await device.account.db.overlays.count()).toBe(0)
  })

  it('does not count what was taken back or refused', async () => {
    const row = await createSubmission(device, product)
    await takeBack(device.account, device.commands, { invoiceId: row.id })
    expect(await dailyTotals(device.account.db, day)).toEqual([])
    await createSubmission(device, product)
    device.server.products.clear()
    await sendNow(device.account, device.deps)
    expect(await dailyTotals(device.account.db, day)).toEqual([])
  })
})
