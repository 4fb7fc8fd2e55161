import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#domain/calendar/east-africa.ts'
import { dialAll, newDial, registeredNumber, USSD_PIN, USSD_SECRET } from '../../support/dial-ussd.ts'
import { startTestServer } from '../../support/start-test-server.ts'
import { createShop, type Shop, startTestBackend, type TestBackend } from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop
let neighbour: Shop
let url: string
beforeAll(async () => {
  backend = await startTestBackend(undefined, { environment: { USSD_GATEWAY_SECRET: USSD_SECRET } })
  shop = await createShop(backend)
  neighbour = await createShop(backend)
  url = backend.server.url
})
afterAll(async () => await backend.close())

async function phonesOf({ phone }: Shop) {
  const { body } = await phone.call('ussd.read', {})
  return (body as { phones: { id: string; phone: string; registered: boolean; locked: boolean }[] }).phones
}

test('a number is registered only by its code, dialled from it in ten minutes; five wrong codes an hour (B2)', async () => {
  const number = '0745000001'
  const { body } = await shop.phone.call('ussd.register', { phone: number, pin: USSD_PIN })
  const { code } = body as { code: string }
  const wrong = code === '000000' ? '000001' : '000000'
  expect((await dialAll(url, number, [wrong])).answer).toMatch(/^CON Jibu si sahihi/)
  expect(await phonesOf(shop)).toMatchObject([{ phone: '+255745000001', registered: false }])
  for (let attempt = 2; attempt <= 5; attempt += 1) await dialAll(url, number, [wrong])
  expect((await dialAll(url, number, [code])).answer).toMatch(/^END Huduma haipatikani/)
  const late = '0745000002'
  const asked = await shop.phone.call('ussd.register', { phone: late, pin: USSD_PIN })
  backend.clock.advance(10 * 60_000)
  expect(await newDial(url, late).press()).toMatch(/^END Karibu Risiti/)
  expect(asked.status).toBe(200)
})

test('a number or a PIN that cannot be is refused at its field (spec §5)', async () => {
  const register = async (phone: string, pin: string) =>
    (await shop.phone.call('ussd.register', { phone, pin })).body
  expect(await register('12', USSD_PIN)).toMatchObject({ fields: [{ path: 'phone', code: 'USSD_PHONE' }] })
  expect(await register('0745000003', '12')).toMatchObject({
    fields: [{ path: 'pin', code: 'USSD_PIN_FORM' }],
  })
  expect(await register('0745000003', '1234')).toMatchObject({
    fields: [{ path: 'pin', code: 'USSD_PIN_WEAK' }],
  })
})

test('the number of another person is neither seen nor ended; who holds the SIM takes it over (B2)', async () => {
  const number = await registeredNumber(url, shop.phone)
  const own = (await phonesOf(shop)).find(({ phone }) => phone === number)
  expect(await phonesOf(neighbour)).toEqual([])
  const end = async ({ phone }: Shop, id: string) => (await phone.call('ussd.end', { id })).status
  const foreign = await neighbour.phone.call('ussd.end', { id: own?.id ?? '' })
  const unknown = await neighbour.phone.call('ussd.end', { id: randomUUID() })
  expect([foreign.status, unknown.status]).toEqual([404, 404])
  const { body } = await neighbour.phone.call('ussd.register', { phone: number, pin: '7351' })
  // To ask for a code does not take the menu from the one who sells with the number.
  expect(await newDial(url, number).press()).toContain('1. Ankara mpya')
  expect((await dialAll(url, number, [(body as { code: string }).code])).answer).toMatch(/^END Umesajiliwa/)
  expect((await phonesOf(shop)).some(({ phone }) => phone === number)).toBe(false)
  const [taken] = await phonesOf(neighbour)
  expect(taken).toMatchObject({ phone: number, registered: true, locked: false })
  expect(await end(neighbour, taken?.id ?? '')).toBe(200)
  expect(await newDial(url, number).press()).toMatch(/^END Karibu Risiti/)
})

test('a number whose PIN was not entered for 90 days asks for a new code: another person may have it now (B2)', async () => {
  const number = await registeredNumber(url, shop.phone)
  const isListed = async () => (await phonesOf(shop)).some(({ phone }) => phone === number)
  backend.clock.advance(89 * DAY_MS)
  expect((await dialAll(url, number, ['3', USSD_PIN])).answer).toMatch(/^END /)
  backend.clock.advance(89 * DAY_MS)
  // The menu is shown without a PIN, so it is no use of the number by its person.
  expect(await newDial(url, number).press()).toContain('1. Ankara mpya')
  expect(await isListed()).toBe(true)
  backend.clock.advance(DAY_MS)
  expect(await newDial(url, number).press()).toMatch(/^END Karibu Risiti/)
  expect(await isListed()).toBe(false)
  const { body } = await shop.phone.call('ussd.register', { phone: number, pin: USSD_PIN })
  const { code } = body as { code: string }
  expect((await dialAll(url, number, [code])).answer).toMatch(/^END Umesajiliwa/)
  expect(await newDial(url, number).press()).toContain('1. Ankara mpya')
  expect(await isListed()).toBe(true)
})

test('an address that is not on the list finds nothing, even with the secret (B2)', async () => {
  const server = await startTestServer({
    environment: { USSD_GATEWAY_SECRET: USSD_SECRET, USSD_GATEWAY_ADDRESSES: '192.0.2.7, 192.0.2.8' },
  })
  const body = new URLSearchParams({ sessionId: 's', phoneNumber: '+255744999999', text: '' })
  const { status } = await fetch(`${server.url}/v1/ussd/${USSD_SECRET}`, { method: 'POST', body })
  await server.stop()
  expect(status).toBe(404)
})

test('a gateway on the list comes in, also under an address of IPv6 (B2)', async () => {
  const server = await startTestServer({
    environment: {
      USSD_GATEWAY_SECRET: USSD_SECRET,
      USSD_GATEWAY_ADDRESSES: '192.0.2.7, 2001:db8:12::7',
      TRUST_PROXY: '1',
    },
  })
  const statusFrom = async (address: string) => {
    const body = new URLSearchParams({ sessionId: 's', phoneNumber: '+255744999999', text: '' })
    const headers = { 'x-forwarded-for': address }
    const { status } = await fetch(`${server.url}/v1/ussd/${USSD_SECRET}`, { method: 'POST', body, headers })
    return status
  }
  const addresses = ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8:12::7', '2001:db8:13::7', '192.0.2.9']
  const statuses = await Promise.all(addresses.map(statusFrom))
  await server.stop()
  expect(statuses).toEqual([200, 200, 200, 404, 404])
})
