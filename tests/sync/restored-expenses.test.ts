import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { saveExpense } from '#commands/expenses.ts'
import type { OperationBody } from '#contract/operations.ts'
import type { PushRequest } from '#contract/sync.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { runSync } from '#sync/run-sync.ts'
import { expenseFields } from '../support/expense-input.ts'
import { Device, FakeClock, idOf } from './device.ts'
import { RestoredServer } from './restored-server.ts'
import { unwrap } from './shop.ts'

/** Who recorded every expense on the server in memory. */
const RECORDER = '00000000-0000-7000-8000-000000000001'

let server: RestoredServer
let device: Device
const expenseId = idOf('expense of another person')

beforeEach(async () => {
  const clock = new FakeClock()
  server = new RestoredServer(idOf(`company ${randomUUID()}`), () => clock.now())
  server.wrap()
  device = await Device.make({ clock, server, userId: idOf(`user ${randomUUID()}`) })
  await save('Luku')
  await rounds(2)
  expect(await device.account.db.expenses.get(expenseId)).toMatchObject({ createdBy: RECORDER, rev: 1 })
})

async function save(name: string): Promise<void> {
  const day = fiscalDayOf(toInstant(device.clock.now()))
  const written = { ...expenseFields({ vendor: { ...expenseFields().vendor, name } }), day }
  unwrap(await saveExpense(device.account, device.commands, { expenseId, written }))
}

async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    await runSync(device.account, device.deps, 'person')
    device.clock.move(60_000)
  }
}

function lose(): void {
  server.expenses.delete(expenseId)
  server.feed.splice(0, server.feed.length, ...server.feed.filter(({ id }) => id !== expenseId))
  server.restore(1, toInstant(device.clock.now()))
}

/** What was pushed of the expense since a request, oldest first. */
function pushedSince(before: number): (string | undefined)[][] {
  return server.requests
    .slice(before)
    .flatMap(({ path, body }) => (path.endsWith('/sync/push') ? (body as PushRequest).ops : []))
    .filter(({ type }) => type === 'expense.save')
    .map(({ body }) => JSON.parse(body) as OperationBody<'expense.save'>)
    .map(({ fields, returned }) => [fields.vendor.name, returned?.byId])
}

test('an expense is returned with the person who recorded it', async () => {
  const before = server.requests.length
  lose()
  await rounds(4)
  expect(pushedSince(before)).toEqual([['Luku', RECORDER]])
  expect(await listUnsent(device.account.db)).toEqual([])
})

test('one with an unsent edit is returned with its recorder, as it was before the edit', async () => {
  lose()
  await save('Tanesco')
  const before = server.requests.length
  await rounds(4)
  // The edit alone was refused first.
  expect(pushedSince(before).slice(-2)).toEqual([
    ['Luku', RECORDER],
    ['Tanesco', undefined],
  ])
})

test('one that is edited while it waits to be returned keeps its recorder', async () => {
  lose()
  await rounds(1)
  const waiting = await listUnsent(device.account.db)
  expect(waiting.map(({ type }) => type)).toContain('expense.save')
  await save('Tanesco')
  const before = server.requests.length
  await rounds(3)
  expect(pushedSince(before)).toEqual([['Tanesco', RECORDER]])
  expect(await device.account.db.expenses.get(expenseId)).toMatchObject({ createdBy: RECORDER })
})
