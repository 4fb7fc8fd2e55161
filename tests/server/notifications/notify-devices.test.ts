import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Notification, PushAddress } from '#contract/notifications.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { readConfig } from '#server/config.ts'
import type { PushGateway } from '#server/gateways/push/gateway.ts'
import type { TraGateway } from '#server/gateways/tra/gateway.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { notifyDevices } from '#server/services/notifications/notify-devices.ts'
import { createPushSetup } from '#server/services/notifications/push-setup.ts'
import {
  createSubscription,
  type FcmPeer,
  type Peer,
  startFcmPeer,
  startWebPushPeer,
  type TestSubscription,
} from '../../support/push-peers.ts'
import { logInTestUser } from '../../support/start-test-server.ts'
import { createUser } from '../../support/tenants.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  Phone,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

const ACCOUNT = 'abcdef0123456789abcd'

let browser: Peer
let google: FcmPeer
let backend: TestBackend
let shop: Shop
let gateway: PushGateway
/** Messages of one test only. */
let seen = 0

beforeAll(async () => {
  browser = await startWebPushPeer()
  google = await startFcmPeer()
  const environment = { WEB_PUSH_ORIGINS: browser.url, ...google.environment }
  backend = await startTestBackend(undefined, { environment })
  const { services } = backend.server
  gateway = (await createPushSetup(services, readConfig(environment).push, 'mailto:no-reply@example.test'))
    .gateway
})
afterAll(async () => {
  await backend.close()
  await browser.stop()
  await google.stop()
})
beforeEach(async () => {
  shop = await createShop(backend)
  seen = browser.received.length
})

const arrived = () => browser.received.slice(seen)
const notify = async () => await notifyDevices({ services: backend.server.services, gateway }, shop.companyId)

async function register(phone: Phone, address: PushAddress, account = ACCOUNT): Promise<void> {
  const { status, body } = await phone.call('notifications.register', { account, address })
  if (status !== 200) throw new Error(JSON.stringify(body))
}

async function follow(phone: Phone): Promise<TestSubscription> {
  const subscription = createSubscription(browser)
  await register(phone, subscription.address)
  return subscription
}

async function sell(phone = shop.phone, times = 1): Promise<void> {
  for (let sold = 0; sold < times; sold += 1) {
    await phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId)))
  }
  await deliver(backend.delivery, shop.identity)
}

async function anOwner(): Promise<Phone> {
  const { server } = backend
  const owner = await createUser(server.services.db, {
    user_type: 'company_owner',
    company_id: shop.companyId,
  })
  const { token, deviceId } = await logInTestUser(server, owner.username)
  const signIn = async () => (await logInTestUser(server, owner.username, { deviceId })).token
  return new Phone(server, shop.companyId, owner.id, token, signIn)
}

type Read = { notifications: Notification[]; upTo: string }
async function read(phone: Phone, after = '0'): Promise<Read> {
  const { status, body } = await phone.call('notifications.read', { after })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body as Read
}
const eventsOf = async (phone: Phone) => (await read(phone)).notifications.map(({ event }) => event)

async function registration(phone: Phone): Promise<{ ended_reason: string | null; attempts: number }[]> {
  return await backend.server.services.db
    .selectFrom('push_registrations')
    .select(['ended_reason', 'attempts'])
    .where('company_id', '=', shop.companyId)
    .where('user_id', '=', phone.userId)
    .orderBy('id')
    .execute()
}

describe('a registered phone', () => {
  test('is notified once about everything that was issued, with account and cursor only (spec §7)', async () => {
    const subscription = await follow(shop.phone)
    await sell(shop.phone, 3)
    await notify()
    await notify()
    expect(arrived()).toHaveLength(1)
    const message: unknown = JSON.parse(subscription.read(arrived()[0]?.body ?? Buffer.alloc(0)))
    const { notifications, upTo } = await read(shop.phone)
    expect(message).toEqual({ account: ACCOUNT, cursor: upTo })
    expect(notifications.map(({ event }) => event)).toEqual(Array(3).fill('invoice-issued'))
    expect(notifications[0]?.label).toMatch(/^\w+1$/)
    expect((await read(shop.phone, upTo)).notifications).toEqual([])
  })

  test('gets the next message after a pause, with all that happened meanwhile', async () => {
    await follow(shop.phone)
    await sell()
    await notify()
    await sell(shop.phone, 2)
    await notify()
    expect(arrived()).toHaveLength(1)
    backend.clock.advance(10_000)
    await notify()
    expect(arrived()).toHaveLength(2)
  })

  test('gets nothing about what happened before it was registered, nor about plain saving', async () => {
    await sell()
    await follow(shop.phone)
    await shop.phone.pushOne('invoice.save', invoiceInput(aSale(shop.productId)))
    await notify()
    expect(arrived()).toEqual([])
  })

  test('registering again under the same address changes nothing', async () => {
    const { address } = await follow(shop.phone)
    await register(shop.phone, address)
    expect(await registration(shop.phone)).toEqual([{ ended_reason: null, attempts: 0 }])
  })

  test('is reached through Firebase as well, and is removed when the app was uninstalled', async () => {
    const before = google.messages.length
    await register(shop.phone, { kind: 'fcm', token: 'token-of-a-device-42' })
    await sell()
    await notify()
    expect(google.messages.slice(before)).toMatchObject([{ message: { data: { account: ACCOUNT } } }])
    backend.clock.advance(10_000)
    await sell()
    const body = JSON.stringify({ error: { status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } })
    google.answerWith({ status: 404, body })
    await notify()
    expect(await registration(shop.phone)).toMatchObject([{ ended_reason: 'gone' }])
  })
})

describe('who gets which notification', () => {
  test('an operator gets those of own invoices, an owner those of all', async () => {
    const other = await signInPhone(backend.server, shop.companyId)
    const owner = await anOwner()
    const subscriptions = [await follow(shop.phone), await follow(other), await follow(owner)]
    await sell(shop.phone)
    await notify()
    const paths = new Set(arrived().map(({ path }) => path))
    const endpoints = subscriptions.map(({ address }) => new URL(address.endpoint).pathname)
    expect(endpoints.map((endpoint) => paths.has(endpoint))).toEqual([true, false, true])
    expect(await eventsOf(other)).toEqual([])
    expect(await eventsOf(owner)).toEqual(['invoice-issued'])
  })

  test('what a person switched off is neither sent nor listed', async () => {
    await follow(shop.phone)
    const { body } = await shop.phone.call('notifications.choose', { 'invoice-issued': false })
    expect(body).toMatchObject({ 'invoice-issued': false, 'invoice-refused': true })
    await sell()
    await notify()
    expect(arrived()).toEqual([])
    expect(await eventsOf(shop.phone)).toEqual([])
    const settings = (await shop.phone.call('notifications.settings', {})).body
    expect(settings).toMatchObject({ choices: body, registered: true })
  })

  test('a receipt that the authority refuses is notified, and wakes a sleeping phone', async () => {
    await follow(shop.phone)
    await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId)))
    await backend.controlSimulator('POST', 'faults', {
      kind: 'code',
      code: 1,
      times: 1,
      calls: ['receipt'],
      certkey: shop.identity.certKey,
    })
    await deliver(backend.delivery, shop.identity)
    await notify()
    expect(await eventsOf(shop.phone)).toEqual(['invoice-refused'])
    expect(arrived()[0]?.headers['urgency']).toBe('high')
  })

  test('a company that the authority blocks is notified once (spec §4)', async () => {
    await backend.controlSimulator('POST', `devices/${shop.identity.certKey}/block`, {
      message: 'Unpaid tax',
    })
    await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId)))
    await deliver(backend.delivery, shop.identity)
    await deliver(backend.delivery, shop.identity)
    expect(await eventsOf(shop.phone)).toEqual(['company-blocked'])
  })

  test('a Z report that the authority refuses is notified to the owner, not to operators', async () => {
    const owner = await anOwner()
    const day = fiscalDayOf(toInstant(backend.clock.now()))
    await sell()
    backend.clock.advance(86_400_000)
    const { tra } = backend.delivery
    const refusing: TraGateway = {
      ...tra,
      sendZReport: async (endpoint, document) => {
        const { attempt } = await tra.sendZReport(endpoint, document)
        return { kind: 'refused', code: '99', message: 'Report refused', stopsDevice: false, attempt }
      },
    }
    await deliver({ ...backend.delivery, tra: refusing }, shop.identity)
    expect(await eventsOf(shop.phone)).toEqual(['invoice-issued'])
    const refusal = (await read(owner)).notifications.find(({ event }) => event === 'z-report-refused')
    expect(refusal).toMatchObject({ subject: day, label: day })
  })

  test('a phone of another company gets nothing', async () => {
    const other = await createShop(backend)
    await follow(other.phone)
    await follow(shop.phone)
    await sell()
    await notify()
    await notifyDevices({ services: backend.server.services, gateway }, other.companyId)
    expect(arrived()).toHaveLength(1)
    expect((await read(other.phone)).notifications).toEqual([])
  })
})

describe('nothing is sent any more', () => {
  const pushed = async () => {
    await sell(await signInPhone(backend.server, shop.companyId))
    await notify()
    return arrived().length
  }
  const endedAs = async (phone: Phone) => (await registration(phone)).map((row) => row.ended_reason)

  async function aListeningOwner() {
    const { server } = backend
    const user = await createUser(server.services.db, {
      user_type: 'company_owner',
      company_id: shop.companyId,
    })
    const session = await logInTestUser(server, user.username)
    const phone = new Phone(server, shop.companyId, user.id, session.token)
    await follow(phone)
    return { user, session, phone }
  }

  test('after logging out', async () => {
    const { session, phone } = await aListeningOwner()
    await backend.server.call('auth.logout', { refresh_token: session.refresh_token })
    expect(await pushed()).toBe(0)
    expect(await endedAs(phone)).toEqual(['log-out'])
  })

  test('after turning notifications off', async () => {
    const { phone } = await aListeningOwner()
    await phone.call('notifications.unregister', {})
    expect(await pushed()).toBe(0)
    expect(await endedAs(phone)).toEqual(['person'])
  })

  test('when the session was ended from elsewhere', async () => {
    const { user, phone } = await aListeningOwner()
    await backend.server.services.db
      .updateTable('refresh_tokens')
      .set({ revoked_at: new Date(backend.clock.now()).toISOString() })
      .where('user_id', '=', user.id)
      .execute()
    expect(await pushed()).toBe(0)
    expect(await endedAs(phone)).toEqual(['session-ended'])
  })

  test('when the user was disabled (spec §4)', async () => {
    const { user, phone } = await aListeningOwner()
    const { db } = backend.server.services
    await db.updateTable('users').set({ status: 'inactive' }).where('id', '=', user.id).execute()
    expect(await pushed()).toBe(0)
    expect(await endedAs(phone)).toEqual(['session-ended'])
  })

  test('when the subscription is gone (RFC 8030 §7.3)', async () => {
    const { phone } = await aListeningOwner()
    browser.answerWith({ status: 410 })
    expect(await pushed()).toBe(1)
    expect(await endedAs(phone)).toEqual(['gone'])
  })

  test('when another user turned notifications on in the same browser', async () => {
    const first = await aListeningOwner()
    const second = await anOwner()
    const subscription = createSubscription(browser)
    await register(first.phone, subscription.address)
    await register(second, subscription.address, 'b'.repeat(20))
    expect(await pushed()).toBe(1)
    expect(subscription.read(arrived()[0]?.body ?? Buffer.alloc(0))).toContain('b'.repeat(20))
    expect(await endedAs(first.phone)).toEqual(['replaced', 'replaced'])
  })
})

describe('a push service with failures', () => {
  test('that asks to wait is asked again when the pause is over', async () => {
    await follow(shop.phone)
    browser.answerWith({ status: 503, headers: { 'retry-after': '90' } })
    await sell()
    await notify()
    backend.clock.advance(89_000)
    await notify()
    expect(arrived()).toHaveLength(1)
    backend.clock.advance(2_000)
    await notify()
    expect(arrived()).toHaveLength(2)
    expect(await registration(shop.phone)).toEqual([{ ended_reason: null, attempts: 0 }])
  })

  test('that refuses repeatedly is not called any more', async () => {
    await follow(shop.phone)
    await sell()
    for (let round = 0; round < 7; round += 1) {
      browser.answerWith({ status: 403 })
      await notify()
      backend.clock.advance(60 * 60_000)
    }
    expect(arrived()).toHaveLength(5)
    expect(await registration(shop.phone)).toMatchObject([{ ended_reason: 'refused' }])
  })
})

test('an address that is no push service is refused, and nothing is kept of it', async () => {
  const { address } = createSubscription(browser)
  const endpoint = 'https://169.254.169.254/latest/meta-data'
  const { status, body } = await shop.phone.call('notifications.register', {
    account: ACCOUNT,
    address: { ...address, endpoint },
  })
  expect([status, body]).toMatchObject([422, { code: 'PUSH_ADDRESS_REFUSED' }])
  expect(await registration(shop.phone)).toEqual([])
})

test('addresses and the key of the server are kept sealed, one key for every process', async () => {
  const { address } = await follow(shop.phone)
  const { services } = backend.server
  const { db } = services
  const rows = JSON.stringify([
    await db.selectFrom('push_registrations').selectAll().execute(),
    await db.selectFrom('web_push_keys').selectAll().execute(),
  ])
  expect(rows).not.toContain(address.endpoint)
  expect(rows).not.toContain(address.keys.auth)
  expect(rows).not.toContain('"d"')
  const config = readConfig({}).push
  const [one, two] = await Promise.all([
    createPushSetup(services, config, 'mailto:a@b'),
    createPushSetup(services, config, 'mailto:a@b'),
  ])
  expect(one.webPushKey).toBe(two.webPushKey)
  expect(Buffer.from(one.webPushKey ?? '', 'base64url')).toHaveLength(65)
})

test('a browser gets the public part of the Firebase project and nothing of the service account', async () => {
  const { body } = await shop.phone.call('notifications.settings', {})
  expect(body).toMatchObject({
    firebase: {
      projectId: google.environment['FIREBASE_PROJECT_ID'],
      vapidKey: google.environment['FIREBASE_VAPID_KEY'],
    },
  })
  expect(JSON.stringify(body)).toMatch(/"webPushKey":"B[\w-]{86}"/)
  expect(JSON.stringify(body)).not.toMatch(/PRIVATE|push@risiti-test/)
  const { headers } = await fetch(`${backend.server.url}/`)
  expect(headers.get('content-security-policy')).toContain('https://fcmregistrations.googleapis.com')
})
