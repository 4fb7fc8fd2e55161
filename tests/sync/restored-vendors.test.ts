import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mergeVendor, saveVendor } from '#commands/vendors.ts'
import type { OperationBody } from '#contract/operations.ts'
import type { PushRequest } from '#contract/sync.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { runSync } from '#sync/run-sync.ts'
import { vendorFields } from '../support/vendor-input.ts'
import { Device, FakeClock, idOf } from './device.ts'
import { RestoredServer } from './restored-server.ts'
import { unwrap } from './shop.ts'

test('a phone says of a lost vendor that it is returned, also of one with an unsent edit, and not of the edit', async () => {
  const clock = new FakeClock()
  const server = new RestoredServer(idOf('company of the lost vendors'), () => clock.now())
  server.wrap()
  const device = await Device.make({ clock, server, userId: idOf(`user ${randomUUID()}`) })
  const { account, commands } = device
  const [plain, edited] = [idOf('vendor that is lost'), idOf('vendor that is lost and edited')]
  const save = async (vendorId: string, name: string) =>
    unwrap(await saveVendor(account, commands, { vendorId, form: vendorFields({ name }) }))
  await save(plain, 'Mfano')
  await save(edited, 'Jaribio')
  await runSync(account, device.deps, 'person')
  for (const id of [plain, edited]) server.vendors.delete(id)
  server.feed.splice(0, server.feed.length, ...server.feed.filter(({ t }) => t !== 'vendor'))
  server.restore(1, toInstant(clock.now()))
  device.hooks['pull:page'] = async () => {
    delete device.hooks['pull:page']
    await save(edited, 'Jaribio la pili')
  }
  const before = server.requests.length
  for (let round = 0; round < 6; round += 1) {
    await runSync(account, device.deps, 'person')
    clock.move(60_000)
  }
  expect(await listUnsent(account.db)).toEqual([])
  expect(server.vendors.get(edited)).toMatchObject({ name: 'Jaribio la pili' })
  const pushes = server.requests.slice(before).filter(({ path }) => path.endsWith('/sync/push'))
  const sent = pushes
    .flatMap(({ body }) => (body as PushRequest).ops)
    .filter(({ type }) => type === 'vendor.save')
    .map(({ body }) => JSON.parse(body) as OperationBody<'vendor.save'>)
  const saidOf = (name: string) => [
    ...new Set(sent.flatMap((one) => (one.fields.name === name ? [one.returned] : []))),
  ]
  expect(saidOf('Mfano')).toEqual([true])
  expect(saidOf('Jaribio')).toEqual([true])
  expect(saidOf('Jaribio la pili')).toEqual([undefined])
})

test('a phone returns merged vendors before the one that took their tax number', async () => {
  const clock = new FakeClock()
  const server = new RestoredServer(idOf('company of the restored vendors'), () => clock.now())
  server.wrap()
  const device = await Device.make({ clock, server, userId: idOf(`user ${randomUUID()}`) })
  const { account, commands } = device
  const sync = () => runSync(account, device.deps, 'person')
  const [stays = '', next = '', first = ''] = ['a', 'b', 'c'].map((name) => idOf(`vendor ${name}`)).toSorted()
  for (const vendorId of [stays, next, first]) {
    const form = vendorFields({ name: vendorId, taxNumber: vendorId === first ? '999000911' : '' })
    unwrap(await saveVendor(account, commands, { vendorId, form }))
  }
  await sync()
  const before = [...server.vendors]
  unwrap(await mergeVendor(account, commands, { goesId: first, staysId: next }))
  unwrap(await mergeVendor(account, commands, { goesId: next, staysId: stays }))
  await sync()
  server.restore(1, toInstant(clock.now()))
  for (const [id, vendor] of before) server.vendors.set(id, vendor)
  for (let round = 0; round < 3; round += 1) await sync()
  expect(await listUnsent(account.db)).toEqual([])
  expect(server.vendors.get(first)).toMatchObject({ taxNumber: '', mergedInto: next })
  expect(server.vendors.get(next)).toMatchObject({ taxNumber: '', mergedInto: stays })
  expect(server.vendors.get(stays)).toMatchObject({ taxNumber: '999000911' })
})
