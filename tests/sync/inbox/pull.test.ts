import { beforeEach, describe, expect, it } from 'vitest'
import { saveCustomer } from '#commands/catalogue.ts'
import { saveDraft } from '#commands/invoices.ts'
import { findCustomer, searchCustomers } from '#data/customers.ts'
import { countInvoices, findInvoice, recountInvoices } from '#data/invoices.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { searchInvoices } from '#data/search-invoices.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { ALL_RIGHTS } from '#domain/permissions/operator-rights.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { findSession } from '#session/current-session.ts'
import type { SyncDeps } from '#sync/connection/sync-deps.ts'
import type { SyncTrigger } from '#sync/connection/sync-trigger.ts'
import { applyPage, type FeedPage } from '#sync/inbox/apply-page.ts'
import { pull } from '#sync/inbox/pull.ts'
import { deletePulledRecords } from '#sync/inbox/reset.ts'
import { runSync, sendNow } from '#sync/run-sync.ts'
import { sendAndReport } from '#sync/send-and-report.ts'
import { readStatus } from '#sync/status.ts'
import { aSale, aSession, Device, idOf } from '../device.ts'
import { createCustomer, createProduct, createSubmission, unwrap } from '../shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

function page(changes: unknown[], upTo = 1_000, more = false): FeedPage {
  return { changes, next: `cursor ${upTo}`, upTo, more, serverTime: toInstant(device.clock.now()) }
}

describe('what comes from the server', () => {
  it('reaches the other phones of the company', async () => {
    const other = await Device.make({ server: device.server, clock: device.clock })
    const row = await createSubmission(device, product)
    await sendNow(device.account, device.deps)
    await sendNow(other.account, other.deps)
    const found = await searchInvoices(other.account.db, { text: 'abc12341', limit: 5 })
    expect(found.map(({ id }) => id)).toEqual([row.id])
    expect((await readStatus(other.account.db)).firstPullDone).toBe(true)
  })

  it('never brings an older revision or an earlier status back (I15, J6)', async () => {
    const row = await createSubmission(device, product)
    await sendNow(device.account, device.deps)
    const old = device.server.changeOf('invoice', row.id)
    device.server.issue(row.id)
    await sendNow(device.account, device.deps)
    expect((await findInvoice(device.account.db, row.id))?.status).toBe('issued')
    await applyPage(device.account, page([old]), device.clock.now())
    expect((await findInvoice(device.account.db, row.id))?.status).toBe('issued')
    // Not even a higher number makes an issued invoice a submitted one.
    const lying = { ...old, rev: 99, row: { ...old.row, rev: 99 } }
    await applyPage(device.account, page([lying]), device.clock.now())
    expect((await findInvoice(device.account.db, row.id))?.status).toBe('issued')
  })

  it('quarantines an issued invoice without a receipt and keeps the record of the phone', async () => {
    const row = await createSubmission(device, product)
    await sendNow(device.account, device.deps)
    device.server.issue(row.id)
    const change = device.server.changeOf('invoice', row.id)
    const broken = { ...change, row: { ...change.row, receipt: null } }
    await applyPage(device.account, page([broken]), device.clock.now())
    expect(await findInvoice(device.account.db, row.id)).toMatchObject({ status: 'submitted', rev: 1 })
    expect((await device.account.db.aside.toArray()).map((kept) => kept.change)).toEqual([broken])
  })

  it('pulling the same page twice, and pages out of order, ends the same (J2)', async () => {
    await createCustomer(device)
    const row = await createSubmission(device, product)
    await sendNow(device.account, device.deps)
    const first = device.server.changeOf('invoice', row.id)
    device.server.issue(row.id)
    const second = device.server.changeOf('invoice', row.id)
    for (const changes of [[second], [first], [second, first]]) {
      await applyPage(device.account, page(changes), device.clock.now())
    }
    expect(await findInvoice(device.account.db, row.id)).toMatchObject({ status: 'issued', rev: 2 })
    expect(await countInvoices(device.account.db)).toEqual(await recountInvoices(device.account.db))
  })

  it('"issued" that comes before the answer of the push is shown, and the answer changes nothing (J7)', async () => {
    const row = await createSubmission(device, product)
    device.server.willFail('answer-lost')
    await runSync(device.account, device.deps, 'enqueued')
    device.server.issue(row.id)
    await applyPage(device.account, page([device.server.changeOf('invoice', row.id)]), device.clock.now())
    expect((await findInvoice(device.account.db, row.id))?.shown).toBe('issued')
    await sendNow(device.account, device.deps)
    expect(await findInvoice(device.account.db, row.id)).toMatchObject({ shown: 'issued', rev: 2 })
    expect(await listUnsent(device.account.db)).toEqual([])
  })

  it('does not cover what a person wrote and has not sent; both meet on the server', async () => {
    const id = await createCustomer(device, 'Juma')
    await sendNow(device.account, device.deps)
    const form = {
      name: 'Juma Mfano',
      identificationType: 'TAX_IDENTIFICATION_NUMBER' as const,
      identificationNumber: '100000001',
      phone: '',
      email: '',
      vatRegistrationNumber: '',
    }
    unwrap(await saveCustomer(device.account, device.commands, { customerId: id, form }))
    const known = device.server.customers.get(id)
    if (!known) throw new Error('no customer')
    device.server.customers.set(id, { ...known, phone: '+255700000102', rev: 2 })
    await applyPage(device.account, page([device.server.changeOf('customer', id)]), device.clock.now())
    expect((await findCustomer(device.account.db, id))?.name).toBe('Juma Mfano')
    await sendNow(device.account, device.deps)
    expect(await findCustomer(device.account.db, id)).toMatchObject({ name: 'Juma Mfano', rev: 3 })
    expect(await device.account.db.shadows.count()).toBe(0)
  })

  it('an answer that comes late does not cover what others wrote since', async () => {
    const draft = unwrap(await saveDraft(device.account, device.commands, { content: aSale(product) }))
    device.server.willFail('answer-lost')
    await runSync(device.account, device.deps, 'enqueued')
    const known = device.server.invoices.get(draft.id)
    if (!known) throw new Error('no invoice')
    device.server.invoices.set(draft.id, { ...known, reference: 'from the other phone', rev: 2 })
    await applyPage(device.account, page([device.server.changeOf('invoice', draft.id)]), device.clock.now())
    await sendNow(device.account, device.deps)
    const shown = await findInvoice(device.account.db, draft.id)
    expect(shown).toMatchObject({ reference: 'from the other phone', rev: 2 })
    expect(await device.account.db.shadows.count()).toBe(0)
  })

  it('an answer to an earlier save does not cover a later one', async () => {
    const draft = unwrap(await saveDraft(device.account, device.commands, { content: aSale(product) }))
    device.hooks = {
      'drain:answer': async () => {
        device.hooks = {}
        const content = aSale(product, { price: 777_700 })
        await saveDraft(device.account, device.commands, { invoiceId: draft.id, content })
      },
    }
    await runSync(device.account, device.deps, 'enqueued')
    const row = await findInvoice(device.account.db, draft.id)
    expect(row?.totals.totalIncludingTax).toBe(777_700)
    await sendNow(device.account, device.deps)
    expect(device.server.invoices.get(draft.id)?.totals.totalIncludingTax).toBe(777_700)
    expect((await findInvoice(device.account.db, draft.id))?.pending).toEqual({ kind: 'none' })
  })

  it('removes what was deleted, but not under unsent work', async () => {
    const id = await createCustomer(device)
    await sendNow(device.account, device.deps)
    const gone = { t: 'customer', id, rev: 5, op: 'delete', row: null }
    await applyPage(device.account, page([gone]), device.clock.now())
    expect(await findCustomer(device.account.db, id)).toBeUndefined()
  })

  it('quarantines what this version does not know, and takes the rest of the page (L5)', async () => {
    const strange = [
      { t: 'loyalty-card', id: 'x', rev: 1, op: 'put', row: { points: 3 } },
      { t: 'invoice', id: 'y', rev: 1, op: 'put', row: { status: 'teleported' } },
    ]
    const id = idOf('a customer')
    const customer = {
      id,
      companyId: device.companyId,
      rev: 1,
      name: 'Neema',
      identificationType: 'NO_IDENTIFICATION',
      identificationNumber: '',
      phone: '',
      email: '',
      vatRegistrationNumber: '',
      active: true,
    }
    const change = { t: 'customer', id, rev: 1, op: 'put', row: customer }
    await applyPage(device.account, page([...strange, change]), device.clock.now())
    expect((await device.account.db.aside.toArray()).map(({ change }) => change)).toEqual(strange)
    expect(await searchCustomers(device.account.db, 'nee', 5)).toHaveLength(1)
  })

  it('a page cut short by a dying worker comes again whole (J1)', async () => {
    const other = await Device.make({ server: device.server, clock: device.clock })
    for (let n = 0; n < 120; n += 1) await createSubmission(device, product)
    await sendNow(device.account, device.deps)
    let transactions = 0
    const { db } = other.account
    const bulkPut = db.invoices.bulkPut.bind(db.invoices)
    db.invoices.bulkPut = ((rows: never) => {
      transactions += 1
      if (transactions === 2) throw new Error('killed')
      return bulkPut(rows)
    }) as typeof db.invoices.bulkPut
    await expect(sendNow(other.account, other.deps)).rejects.toThrow('killed')
    expect(await findMeta(db, 'cursor')).toBeUndefined()
    await other.restart()
    await sendNow(other.account, other.deps)
    expect(await countInvoices(other.account.db)).toMatchObject({ submitted: 120 })
  })

  it('keeps the company of the session fresh', async () => {
    const { company } = aSession(device.companyId, device.userId)
    const blocked = { ...company, blockedByTra: true, blockedReason: 'Not paid' }
    const change = { t: 'company', id: device.companyId, rev: 1, op: 'put', row: blocked }
    await applyPage(device.account, page([change]), device.clock.now())
    expect((await findSession(device.account.db))?.company?.blockedReason).toBe('Not paid')
  })

  it('takes the settings of the company, and keeps the frame of the list of companies: it is the platform’s', async () => {
    const { db } = device.account
    const { company, ...session } = aSession(device.companyId, device.userId)
    const settings = { ...session.settings, layoutCompanies: 'organization' as const }
    await upsertMeta(db, 'session', { ...session, company, settings })
    const row = { ...company, settings: { ...DEFAULT_SETTINGS, vendorSerial: 'any' } }
    const change = { t: 'company', id: device.companyId, rev: 1, op: 'put', row }
    await applyPage(device.account, page([change]), device.clock.now())
    expect((await findSession(db))?.settings).toEqual({ ...settings, vendorSerial: 'any' })
  })
})

describe('when the server cannot continue from our cursor (J4)', () => {
  it('fetches everything again; drafts, unsent work and receipts stay', async () => {
    const sold = await createSubmission(device, product)
    const customerId = await createCustomer(device)
    await sendNow(device.account, device.deps)
    const waiting = await createSubmission(device, product)
    await deletePulledRecords(device.account, 'all-sales')
    expect(await findCustomer(device.account.db, customerId)).toBeUndefined()
    expect((await findInvoice(device.account.db, sold.id))?.receipt?.gc).toBe(1)
    expect((await findInvoice(device.account.db, waiting.id))?.shown).toBe('waiting')
    expect(await listUnsent(device.account.db)).toHaveLength(1)
    expect(await countInvoices(device.account.db)).toEqual(await recountInvoices(device.account.db))
    await sendNow(device.account, device.deps)
    expect((await findCustomer(device.account.db, customerId))?.rev).toBe(1)
    expect((await findInvoice(device.account.db, waiting.id))?.receipt?.gc).toBe(2)
    expect((await findInvoice(device.account.db, sold.id))?.rev).toBe(1)
  })
})

describe('when the owner takes the right to see all sales from an operator', () => {
  it('the phone keeps the own invoices and unsent work, and forgets those of others and the Z reports', async () => {
    const { account, deps, server } = device
    const own = await createSubmission(device, product)
    await sendNow(account, deps)
    const stored = server.changeOf('invoice', own.id)
    const byPerson = { ...stored, rev: 2, row: { ...stored.row, rev: 2, operatorId: account.userId } }
    await applyPage(account, page([byPerson], 1), device.clock.now())
    const other = await Device.make({ server, clock: device.clock, userId: idOf('another operator') })
    const foreign = await createSubmission(other, product)
    const edited = unwrap(await saveDraft(other.account, other.commands, { content: aSale(product) }))
    await sendNow(other.account, other.deps)
    await sendNow(account, deps)
    const id = edited.id
    unwrap(await saveDraft(account, device.commands, { invoiceId: id, content: aSale(product) }))
    await upsertMeta(account.db, 'z-reports', [])
    await upsertMeta(account.db, 'day-totals', true)
    const rights = { ...ALL_RIGHTS, seeAllSales: false }
    const answered = { ...page([]), proto: 1 as const, reset: true, rights }
    const call: SyncDeps['call'] = async (name, input) =>
      name === 'sync.pull'
        ? ({ kind: 'answered', value: { ...answered, nonce: (input as { nonce: string }).nonce } } as never)
        : deps.call(name, input)
    const reactions = { onServerRestored: async () => false, onCaughtUp: async () => false }
    await pull(account, { ...deps, call }, { until: Number.POSITIVE_INFINITY, ...reactions })
    const left = (await account.db.invoices.toArray()).map((row) => row.id)
    expect(new Set(left)).toEqual(new Set([own.id, id]))
    expect(left).not.toContain(foreign.id)
    expect(await findMeta(account.db, 'z-reports')).toBeUndefined()
    // What is not here again yet is not said to be none.
    expect(await findMeta(account.db, 'day-totals')).toBeUndefined()
    expect((await findSession(account.db))?.rights).toEqual(rights)
    expect(await countInvoices(account.db)).toEqual(await recountInvoices(account.db))
  })
})

describe('the session of the phone, which a page brings up to date', () => {
  it('has the authority of the company and the name of the person as they are now', async () => {
    const { account, clock } = device
    expect(await findSession(account.db)).toMatchObject({ simulated: true, user: { firstName: 'Asha' } })
    const person = { firstName: 'Aisha', lastName: 'Mfanoni' }
    await applyPage(account, { ...page([]), person, environment: 'live' }, clock.now())
    const session = await findSession(account.db)
    expect(session).toMatchObject({ simulated: false, environment: 'live', user: person })
    const sold = await createSubmission(device, product)
    expect((await findInvoice(account.db, sold.id))?.operatorName).toBe('Aisha Mfanoni')
    // A server from before these fields says nothing about them.
    await applyPage(account, page([], 1_001), clock.now())
    expect(await findSession(account.db)).toEqual(session)
  })
})

describe('what fetching asks the server for', () => {
  const requests = () => device.server.requests.length
  const sync = (reason: SyncTrigger) => runSync(device.account, device.deps, reason)

  it('Retry-After holds fetching back, also where nothing waits, and it is made up for when the time is over (B1, I14)', async () => {
    device.server.willFail('too-busy')
    await sync('timer')
    const before = requests()
    device.clock.move(10_000)
    for (const reason of ['timer', 'visible', 'online', 'push'] as const) {
      expect(await sync(reason)).toMatchObject({ pulled: 'skipped', dueInMs: 15_000 })
    }
    expect(requests()).toBe(before)
    device.clock.move(15_000)
    expect(await sync('timer')).toMatchObject({ pulled: 'up-to-date' })
  })

  it('the person goes past what the server asked for', async () => {
    device.server.willFail('too-busy')
    await sync('timer')
    device.clock.move(1_000)
    expect((await sync('person')).pulled).toBe('up-to-date')
  })

  it('Retry-After counts beside a hold, and does not end it', async () => {
    await createSubmission(device, product)
    device.server.userDisabled = true
    await sync('enqueued')
    device.server.willFail('too-busy')
    await sync('timer')
    const before = requests()
    device.clock.move(10_000)
    expect(await sync('online')).toMatchObject({ pulled: 'skipped', drained: 'waiting', dueInMs: 15_000 })
    expect(requests()).toBe(before)
    expect((await readStatus(device.account.db)).online).toBe('company-blocked')
  })

  it('a page of the server ends the back-off: the next sale goes out at once', async () => {
    for (let polls = 0; polls < 8; polls += 1) {
      device.server.willFail('broken')
      await sync('timer')
      device.clock.move(60_000)
    }
    await sync('timer')
    await createSubmission(device, product)
    expect(await sync('enqueued')).toMatchObject({ pendingCount: 0 })
  })

  it('changes during another tab’s fetch are fetched after it, for a notification or a user request', async () => {
    const row = await createSubmission(device, product)
    await sync('enqueued')
    let release: (() => void) | undefined
    device.hooks = {
      'pull:page': () =>
        new Promise<void>((resolve) => {
          release = resolve
        }),
    }
    const other = sync('timer')
    await expect.poll(() => release !== undefined).toBe(true)
    device.server.issue(row.id)
    const tab = { ...device.another(), hooks: {} }
    expect(await runSync(device.account, tab, 'visible')).toMatchObject({ pulled: 'busy', dueInMs: null })
    for (const reason of ['push', 'timer'] as const) {
      expect(await runSync(device.account, tab, reason)).toMatchObject({ pulled: 'busy', dueInMs: 2_000 })
    }
    let again = 0
    await sendAndReport(device.account, tab, () => {
      again += 1
    })
    expect(again).toBe(1)
    release?.()
    await other
    expect((await findInvoice(device.account.db, row.id))?.status).toBe('submitted')
    expect(await runSync(device.account, tab, 'timer')).toMatchObject({ pulled: 'up-to-date', dueInMs: null })
    expect((await findInvoice(device.account.db, row.id))?.status).toBe('issued')
  })
})
