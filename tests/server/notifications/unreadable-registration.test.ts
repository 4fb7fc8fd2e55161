import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { PushOutcome } from '#server/gateways/push/gateway.ts'
import type { Services } from '#server/services/context.ts'
import { notifyDevices } from '#server/services/notifications/notify-devices.ts'
import { insertNotifications } from '#server/storage/notifications/notifications.ts'
import { logInTestUser, startTestServer, testClock } from '../../support/start-test-server.ts'
import { createCompany, createOperator } from '../../support/tenants.ts'

const HOUR_MS = 3_600_000

/** How many devices are tried in each of seven hours, and whether the device is registered then. */
async function triesInHours(
  send: () => Promise<PushOutcome>,
  addressOf: (services: Services) => string,
): Promise<{ tries: number[]; isRegistered: unknown }> {
  const clock = testClock()
  const server = await startTestServer({ clock })
  try {
    const { services } = server
    const { db } = services
    const { id: companyId } = await createCompany(db)
    const user = await createOperator(db, companyId)
    const { token, deviceId } = await logInTestUser(server, user.username)
    const id = randomUUID()
    await db
      .insertInto('push_registrations')
      .values({
        ...{ id, company_id: companyId, user_id: user.id, device_id: deviceId, account: '0'.repeat(20) },
        ...{ address_hash: id, sealed_address: addressOf(services), pushed_up_to: 0 },
        registered_at: toInstant(clock.now()),
      })
      .execute()
    const about = { event: 'company-blocked', subject: '', label: '', operatorId: null } as const
    await insertNotifications(db, { companyId }, [{ ...about, at: toInstant(clock.now()) }], 1)
    const settings = await server.call('notifications.settings', {}, token)
    expect(settings.body).toMatchObject({ registered: true })

    const gateway = { accepts: () => true, send }
    const tries: number[] = []
    for (let round = 0; round < 7; round += 1) {
      tries.push(await notifyDevices({ services, gateway }, companyId))
      clock.advance(HOUR_MS)
    }
    const again = await logInTestUser(server, user.username, { deviceId })
    const { body } = await server.call('notifications.settings', {}, again.token)
    return { tries, isRegistered: (body as { registered: boolean }).registered }
  } finally {
    await server.stop()
  }
}

test('an address that cannot be read, sealed under another key, is given up after five tries: the app registers again', async () => {
  const send = vi.fn()
  const { tries, isRegistered } = await triesInHours(send, () => 's1.00000000.of-another-key')
  expect(tries).toEqual([1, 1, 1, 1, 1, 0, 0])
  expect(send).not.toHaveBeenCalled()
  expect(isRegistered).toBe(false)
})

test('a fault of this server is no refusal: the device is tried again for as long as it lasts', async () => {
  const send = vi.fn(() => Promise.reject(new Error('The key of the push service cannot be read')))
  const address = JSON.stringify({ kind: 'fcm', token: 't'.repeat(40) })
  const { tries, isRegistered } = await triesInHours(send, ({ encryption }) => encryption.encrypt(address))
  expect(tries).toEqual([1, 1, 1, 1, 1, 1, 1])
  expect(send).toHaveBeenCalledTimes(7)
  expect(isRegistered).toBe(true)
})
