import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mergeVendor, saveVendor } from '#commands/vendors.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { runSync } from '#sync/run-sync.ts'
import { vendorFields } from '../support/vendor-input.ts'
import { Device, FakeClock, idOf } from './device.ts'
import { RestoredServer } from './restored-server.ts'
import { unwrap } from './shop.ts'

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
