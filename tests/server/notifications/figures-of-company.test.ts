import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { NotificationEvent } from '#domain/notifications/notification.ts'
import { ALL_RIGHTS } from '#domain/permissions/operator-rights.ts'
import { readConfig } from '#server/config.ts'
import { notifyDevices } from '#server/services/notifications/notify-devices.ts'
import { createPushSetup } from '#server/services/notifications/push-setup.ts'
import { inTransaction } from '#server/storage/in-transaction.ts'
import { insertNotifications } from '#server/storage/notifications/notifications.ts'
import { upsertChanges } from '#server/storage/sync/changes.ts'
import { createSubscription, type Peer, startWebPushPeer } from '../../support/push-peers.ts'
import { logInTestUser } from '../../support/start-test-server.ts'
import { createUser } from '../../support/tenants.ts'
import { createShop, startTestBackend, type TestBackend } from '../../support/test-backend.ts'

let browser: Peer
let backend: TestBackend
let environment: Record<string, string>
beforeAll(async () => {
  browser = await startWebPushPeer()
  environment = { WEB_PUSH_ORIGINS: browser.url }
  backend = await startTestBackend(undefined, { environment })
})
afterAll(async () => {
  await backend.close()
  await browser.stop()
})

test('figures of the company are refused, neither sent nor listed without the right to see all sales', async () => {
  const { clock, server } = backend
  const { services } = server
  const { phone, companyId } = await createShop(backend)
  const { address } = createSubscription(browser)
  expect((await phone.call('notifications.register', { account: 'a'.repeat(20), address })).status).toBe(200)
  const switchOn = async () => await phone.call('notifications.choose', { 'insight-severe': true })
  expect((await switchOn()).body).toMatchObject({ 'insight-severe': true })

  const at = toInstant(clock.now())
  const about = { subject: 'sales-falling', label: 'sales', operatorId: null, at }
  const notification = { event: 'insight-severe', ...about } as const
  await inTransaction(services.db, async (tx) => {
    await upsertChanges(tx, { companyId }, [{ t: 'company', id: companyId, notification }])
  })
  const listed = async () => {
    const { body } = await phone.call('notifications.read', { after: '0' })
    return (body as { notifications: Notification[] }).notifications.map(({ event }) => event)
  }
  expect(await listed()).toEqual(['insight-severe'])

  const owner = await createUser(services.db, { user_type: 'company_owner', company_id: companyId })
  const { token } = await logInTestUser(server, owner.username)
  const rights = { ...ALL_RIGHTS, seeAllSales: false }
  expect((await server.call('users.choose-rights', { id: phone.userId, rights }, token)).status).toBe(200)
  // The server's cached rights of the person are older than this now.
  clock.advance(2_001)
  const push = await createPushSetup(services, readConfig(environment).push, 'mailto:no-reply@example.test')
  await notifyDevices({ services, gateway: push.gateway }, companyId)
  expect(browser.received).toEqual([])
  expect(await listed()).toEqual([])
  expect(await switchOn()).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  const settings = (await phone.call('notifications.settings', {})).body
  expect(settings).toMatchObject({ choices: { 'insight-severe': false, 'company-blocked': true } })
})

test('a refused receipt is listed behind many issued ones, of others for an operator and of all for an owner', async () => {
  const { clock, server } = backend
  const { phone, companyId } = await createShop(backend)
  const { db } = server.services
  const owner = await createUser(db, { user_type: 'company_owner', company_id: companyId })
  const { token } = await logInTestUser(server, owner.username)
  const at = toInstant(clock.now())
  const about = (event: NotificationEvent, number: number, operatorId: string) => ({
    ...{ event, subject: randomUUID(), label: String(number), operatorId, at },
  })
  const refused = about('invoice-refused', 0, phone.userId)
  await insertNotifications(db, { companyId }, [refused], 1_000)
  for (let number = 1; number <= 60; number += 1) {
    const issued = about('invoice-issued', number, owner.id)
    await insertNotifications(db, { companyId }, [issued], 1_000 + number)
  }
  const listed = ({ body }: { readonly body: unknown }) =>
    (body as { notifications: Notification[] }).notifications.map(({ label }) => Number(label))
  expect(listed(await phone.call('notifications.read', { after: '0' }))).toEqual([0])
  const ofOwner = listed(await server.call('notifications.read', { after: '0' }, token))
  expect(ofOwner).toHaveLength(50)
  expect([ofOwner[0], ofOwner[1], ofOwner.at(-1)]).toEqual([0, 12, 60])
})
