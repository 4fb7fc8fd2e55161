import { beforeEach, describe, expect, it, test } from 'vitest'
import { saveCustomer } from '#commands/catalogue.ts'
import { cancelInvoice } from '#commands/invoices.ts'
import { sendAgain } from '#commands/stuck-work.ts'
import { AccountDatabase } from '#data/account-database.ts'
import { findInvoice } from '#data/invoices.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { countPending, listAttention, listUnsent } from '#data/outbox-entries.ts'
import { ROW_CHECKS } from '#data/row-checks.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { DAY_MS } from '#domain/calendar/east-africa.ts'
import { quarantineDamaged } from '#sync/outbox/quarantine-damaged.ts'
import { runSync } from '#sync/run-sync.ts'
import { readStatus } from '#sync/status.ts'
import { exportUnsent } from '#sync/transfer/export-unsent.ts'
import { testPorts } from '../data/records.ts'
import { Device } from './device.ts'
import { aCustomerForm, createCustomer, createProduct, createSubmission } from './shop.ts'

type Row = Record<string, unknown>

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

/** The app is started, three times at most, until nothing waits that can go by itself. */
async function startThrice(): Promise<void> {
  for (let start = 0; start < 3; start += 1) {
    await device.restart()
    device.clock.move(120_000)
    await runSync(device.account, device.deps, 'start').catch(() => undefined)
  }
}

const cycle: Row = {}
cycle['self'] = cycle

const without = (field: string) => (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== field))

const DAMAGES: readonly (readonly [string, (row: Row) => Row])[] = [
  ['without its ordering key', without('lane')],
  ['without its dependencies', without('dependsOn')],
  ['without its id', without('opId')],
  ['without its state', without('state')],
  ['without its text', without('body')],
  ['with a text cut off', (row) => ({ ...row, body: String(row['body']).slice(0, 40) })],
  ['with a number too large for JSON as text', (row) => ({ ...row, body: 7n })],
  ['with a number too large for JSON as device number', (row) => ({ ...row, deviceSeq: 7n })],
  ['with itself among its dependencies', (row) => ({ ...row, dependsOn: [cycle] })],
  ['with an outcome that is no outcome', (row) => ({ ...row, last: 'done' })],
  ['of another account', (row) => ({ ...row, userId: row['opId'] })],
  ['of which only the place is left', ({ seq }) => ({ seq })],
]

describe('a row of the outbox', () => {
  it.each(DAMAGES)(
    '%s asks for a person within three starts, and the rest goes out (D13)',
    async (_, damage) => {
      const sales = []
      for (let n = 0; n < 3; n += 1) sales.push(await createSubmission(device, product))
      const [, middle] = await listUnsent(device.account.db)
      await device.account.db.outbox.put(damage({ ...middle }) as OutboxEntry)
      await startThrice()
      const { db } = device.account
      expect(new Set(device.server.invoices.keys())).toEqual(new Set([sales[0]?.id, sales[2]?.id]))
      const attention = await listAttention(db)
      expect(attention).toContainEqual(expect.objectContaining({ seq: middle?.seq }))
      expect(new Set(attention.map(({ last }) => last?.code))).toEqual(new Set(['OPERATION_DAMAGED']))
      // A row that does not say what it is about has an entry beside it that the sale itself brings.
      expect((await findInvoice(db, sales[1]?.id ?? ''))?.pending.kind).toBe('attention')
      expect(await countPending(db)).toBe(attention.length)
      expect((await readStatus(db)).attentionCount).toBe(attention.length)
      const lines = await db.audit.filter(({ action }) => action === 'quarantined').toArray()
      expect(lines.map(({ detail }) => typeof detail?.['reason'])).toEqual(['string'])
    },
  )

  it.each(DAMAGES)(
    '%s is not handed over, and does not stop a person from canceling its sale',
    async (_, damage) => {
      const { id } = await createSubmission(device, product)
      const other = await createSubmission(device, product)
      const { account, commands, clock } = device
      const [entry, sound] = await listUnsent(account.db)
      await account.db.outbox.put(damage({ ...entry }) as OutboxEntry)
      const handedOver = await exportUnsent(account, clock.now())
      expect(handedOver?.operations.map(({ opId }) => opId)).toEqual([sound?.opId])
      await cancelInvoice(account, commands, { invoiceId: id, reason: 'mistake' })
      await startThrice()
      expect(device.server.invoices.has(other.id)).toBe(true)
      expect(device.server.invoices.get(id)?.receipt ?? null).toBeNull()
      const shown = await findInvoice(device.account.db, id)
      expect(shown?.status === 'canceled' || shown?.pending.kind === 'attention').toBe(true)
    },
  )

  it('without its ordering key is sent again from its text, as the same sale', async () => {
    const { id } = await createSubmission(device, product)
    const [entry] = await listUnsent(device.account.db)
    await device.account.db.outbox.put(without('lane')({ ...entry }) as OutboxEntry)
    await startThrice()
    expect(await listAttention(device.account.db)).toMatchObject([{ opId: entry?.opId, lane: entry?.lane }])
    await sendAgain(device.account, device.commands, { opId: entry?.opId ?? '' })
    await runSync(device.account, device.deps, 'person')
    expect(device.server.invoices.has(id)).toBe(true)
    expect(await listUnsent(device.account.db)).toEqual([])
  })

  it('without its state is not overtaken by what is written behind it', async () => {
    const { account, commands, deps } = device
    const customerId = await createCustomer(device)
    const [entry] = await listUnsent(account.db)
    await account.db.outbox.put(without('state')({ ...entry }) as OutboxEntry)
    const form = { ...aCustomerForm, name: 'Juma Hassan' }
    expect(await saveCustomer(account, commands, { customerId, form })).toMatchObject({ ok: true })
    await runSync(account, deps, 'enqueued')
    expect(device.server.customers.has(customerId)).toBe(false)
    expect((await listUnsent(account.db)).map(({ state }) => state)).toEqual(['blocked'])
  })

  it('without its device number gets one that no other operation has', async () => {
    await createSubmission(device, product)
    const [entry] = await listUnsent(device.account.db)
    await device.account.db.outbox.put(without('deviceSeq')({ ...entry }) as OutboxEntry)
    await startThrice()
    const [placeholder] = await listAttention(device.account.db)
    expect(placeholder?.deviceSeq).toBeGreaterThan(entry?.deviceSeq ?? 0)
  })

  it('of which only the place is left cannot be sent again, and adds nothing to the totals', async () => {
    await createSubmission(device, product)
    const { account } = device
    const [sale] = await listUnsent(account.db)
    await account.db.outbox.put({ seq: sale?.seq } as OutboxEntry)
    await startThrice()
    expect(await device.account.db.overlays.get(sale?.opId ?? '')).toBeUndefined()
    const [placeholder] = await listAttention(device.account.db)
    expect(await sendAgain(device.account, device.commands, { opId: placeholder?.opId ?? '' })).toMatchObject(
      {
        refusals: [{ code: 'OPERATION_DAMAGED' }],
      },
    )
    expect((await listAttention(device.account.db)).map(({ seq }) => seq)).toContain(sale?.seq)
  })

  it('of which only the place is left has an entry beside it that the record itself brings', async () => {
    const customer = await createCustomer(device)
    const [entry] = await listUnsent(device.account.db)
    await device.account.db.outbox.put({ seq: entry?.seq } as OutboxEntry)
    await startThrice()
    const { db } = device.account
    expect((await listAttention(db)).map(({ lane }) => lane)).toContain(`cust:${customer}`)
    expect((await db.customers.get(customer))?.pending.kind).toBe('attention')
  })

  it('with a text that is not the one that was queued never leaves this phone', async () => {
    const { id } = await createSubmission(device, product)
    const [entry] = await listUnsent(device.account.db)
    const body = String(entry?.body).replace('250000', '150000')
    await device.account.db.outbox.update(entry?.seq ?? 0, { body })
    const before = device.server.requests.length
    await runSync(device.account, device.deps, 'person')
    const pushes = device.server.requests.slice(before).filter(({ path }) => path.endsWith('/push'))
    expect(pushes).toEqual([])
    expect((await findInvoice(device.account.db, id))?.pending).toEqual({
      kind: 'attention',
      code: 'OPERATION_DAMAGED',
    })
  })

  it('that the storage does not give any more is lost after three starts, and its sale asks for a person', async () => {
    const { id } = await createSubmission(device, product)
    await createSubmission(device, product)
    const [first] = await listUnsent(device.account.db)
    for (let start = 0; start < 4; start += 1) {
      await device.restart()
      device.clock.move(120_000)
      device.account.db.outbox.hook('reading', (row) => {
        if (row.seq === first?.seq && row.state !== 'attention') throw new Error('read failed')
        return row
      })
      await runSync(device.account, device.deps, 'start').catch(() => undefined)
    }
    expect(device.server.invoices.size).toBe(1)
    expect((await findInvoice(device.account.db, id))?.pending).toMatchObject({ code: 'OPERATION_DAMAGED' })
  })
})

/** Tables of which the contents are never computed with; none today. */
const UNCHECKED: readonly string[] = []
const tables = new AccountDatabase('names of tables', testPorts()).tables.map(({ name }) => name)

test('every table of an account is checked', () => {
  expect([...Object.keys(ROW_CHECKS), ...UNCHECKED].sort()).toEqual([...tables].sort())
})

test.each(['invoices', 'customers', 'products', 'vendors', 'categories', 'expenses', 'collections'] as const)(
  'a damaged row of %s has the records compared with the server again, which has it',
  async (name) => {
    const { db } = device.account
    await db.table<Row>(name).put({ id: 'damaged' })
    const now = device.clock.now()
    await upsertMeta(db, 'replica-due', now + DAY_MS)
    expect(await quarantineDamaged(device.account, device.deps.ports)).toBe(true)
    expect(await db.table(name).get('damaged')).toBeUndefined()
    expect(await findMeta(db, 'replica-due')).toBe(now)
  },
)

test.each(tables)('damaged rows of %s do not keep a sale from being sent (D13)', async (name) => {
  await createSubmission(device, product)
  await runSync(device.account, device.deps, 'enqueued')
  const sale = await createSubmission(device, product)
  const { db } = device.account
  const { keyPath } = db.table(name).schema.primKey
  const key = String(keyPath)
  const rows = (await db.table<Row>(name).toArray()).filter(
    (row) =>
      !(name === 'outbox' && row['state'] === 'queued') &&
      !['tokens', 'deviceId'].includes(String(row['key'])),
  )
  const damaged = [...rows, { [key]: key === 'seq' || key === 'n' ? 900 : 'somebody' }].map((row, index) => ({
    [key]: row[key],
    ...(index % 2 === 0 ? { pending: 7n, value: cycle } : { value: null }),
  }))
  await db.table(name).bulkPut(damaged)
  await startThrice()
  expect(device.server.invoices.has(sale.id)).toBe(true)
  expect(await listUnsent(device.account.db)).toMatchObject(
    name === 'outbox' ? [{ last: { code: 'OPERATION_DAMAGED' } }] : [],
  )
})
