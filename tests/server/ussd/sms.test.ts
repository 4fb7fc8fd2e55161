import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DAY_MS, toInstant } from '#domain/calendar/east-africa.ts'
import { createSmsGateway } from '#server/gateways/sms/live.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { keepRetention } from '#server/services/retention/keep-retention.ts'
import { sendUssdSms } from '#server/services/ussd/send-sms.ts'
import { SMS_KEY, SMS_USER } from '#server/simulators/ussd/sms-inbox.ts'
import { startUssdSimulator, type UssdSimulator } from '#server/simulators/ussd/start-ussd-simulator.ts'
import { listCompaniesToText } from '#server/storage/ussd/sms.ts'
import { dialAll, registeredNumber, USSD_PIN, USSD_SECRET } from '../../support/dial-ussd.ts'
import { createShop, type Shop, startTestBackend, type TestBackend } from '../../support/test-backend.ts'

const SALE = ['1', '1', '7500', '1', '1', '0', USSD_PIN] as const

let backend: TestBackend
let shop: Shop
let phones: UssdSimulator
beforeAll(async () => {
  backend = await startTestBackend(undefined, {
    environment: {
      USSD_GATEWAY_SECRET: USSD_SECRET,
      ...{ SMS_PROVIDER: 'beem', SMS_USER, SMS_KEY, SMS_SENDER: 'RISITI' },
    },
  })
  shop = await createShop(backend)
  phones = await startUssdSimulator({
    host: '127.0.0.1',
    port: 0,
    gatewayUrl: () => `${backend.server.url}/v1/ussd/${USSD_SECRET}`,
  })
})
afterAll(async () => {
  await phones.stop()
  await backend.close()
})
afterEach(() => {
  phones.inbox.fault = 'none'
})

const gatewayTo = (baseUrl: string) =>
  createSmsGateway({ provider: 'beem', baseUrl, user: SMS_USER, key: SMS_KEY, sender: 'RISITI' })

/** What the job of the server does when it finds something due. */
async function sendDue(
  gateway = gatewayTo(phones.url),
  { companyId }: Pick<Shop, 'companyId'> = shop,
): Promise<void> {
  const { services } = backend.server
  if ((await listCompaniesToText(services.db, toInstant(backend.clock.now()))).includes(companyId)) {
    await sendUssdSms(services, gateway, companyId)
  }
}

const textsOf = (number: string) => phones.inbox.of(number).map(({ text }) => text)

async function deliverReceipts({ companyId }: Pick<Shop, 'companyId'> = shop): Promise<void> {
  const { db } = backend.server.services
  const { id } = await db
    .selectFrom('fiscal_identities')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  await deliver(backend.delivery, { companyId, id })
}

test('the number that sold gets the code and the link once the authority has issued the receipt, and once only (B3 sms-issued)', async () => {
  const number = await registeredNumber(backend.server.url, shop.phone)
  const { answer } = await dialAll(backend.server.url, number, SALE)
  expect(answer).toMatch(/Utapata SMS TRA ikiitoa\.$/)
  const code = /Msimbo wa risiti (\w+)/.exec(answer)?.[1]
  await sendDue()
  expect(textsOf(number)).toEqual([])
  await deliverReceipts()
  await Promise.all([sendDue(), sendDue()])
  await sendDue()
  expect(textsOf(number)).toEqual([expect.stringContaining(`risiti ${code}, Tsh 7,500, 21-11-2026.`)])
  const page = await fetch(phones.url, {
    method: 'POST',
    body: new URLSearchParams({ do: 'dial', phone: number }),
  })
  expect(await page.text()).toContain(`risiti ${code}`)
})

test('the SMS of an issued receipt can be asked for again, once at a time (B3 detail)', async () => {
  // The newest invoice is the first of the list.
  backend.clock.advance(60_000)
  const number = await registeredNumber(backend.server.url, shop.phone)
  await dialAll(backend.server.url, number, SALE)
  await deliverReceipts()
  await sendDue()
  const [first] = textsOf(number)
  for (let again = 0; again < 2; again += 1) {
    const { answer } = await dialAll(backend.server.url, number, ['2', USSD_PIN, '1', '2'])
    expect(answer).toBe('END SMS ya risiti inatumwa tena.')
  }
  await sendDue()
  expect(textsOf(number)).toEqual([first, first])
})

test('a receipt that the authority refuses is said, so that the sale is not repeated (B3 sms-bad)', async () => {
  const number = await registeredNumber(backend.server.url, shop.phone)
  await backend.controlSimulator('POST', 'faults', { kind: 'code', code: 917, times: 3 })
  await dialAll(backend.server.url, number, SALE)
  await deliverReceipts()
  await sendDue()
  expect(textsOf(number)).toEqual([expect.stringMatching(/haijakubaliwa na TRA.*Usirudie/)])
})

test('a busy provider is asked three times in ten minutes; a message whose answer was lost is not sent again (B3)', async () => {
  const number = await registeredNumber(backend.server.url, shop.phone)
  await dialAll(backend.server.url, number, SALE)
  await deliverReceipts()
  phones.inbox.fault = 'busy'
  await sendDue()
  await sendDue()
  expect(textsOf(number)).toEqual([])
  phones.inbox.fault = 'lost-answer'
  backend.clock.advance(60_000)
  await sendDue()
  expect(textsOf(number)).toHaveLength(1)
  phones.inbox.fault = 'none'
  backend.clock.advance(9 * 60_000)
  await sendDue()
  expect(textsOf(number)).toHaveLength(1)
  const { db } = backend.server.services
  const rows = await db
    .selectFrom('ussd_sms')
    .select(['state', 'attempts'])
    .where('to_phone', '=', number)
    .execute()
  expect(rows).toContainEqual({ state: 'unknown', attempts: 2 })
})

test('when a PIN locks, the number, its person and the owners get a message (B2)', async () => {
  const { db } = backend.server.services
  await db.updateTable('users').set({ mobile: '+255754123456' }).where('id', '=', shop.phone.userId).execute()
  const number = await registeredNumber(backend.server.url, shop.phone)
  await dialAll(backend.server.url, number, ['3', '9182', '9182', '9182'])
  await sendDue()
  for (const to of [number, '+255754123456']) {
    expect(textsOf(to)).toEqual([expect.stringContaining('imefungwa baada ya majaribio matatu')])
  }
})

test('both providers are spoken to in their own form, and no answer is taken for a yes (public clients of both)', async () => {
  const asked: { url: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = []
  let answer: { status: number; body: string } = { status: 200, body: '' }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      asked.push({ url: request.url ?? '', headers: request.headers, body })
      response.writeHead(answer.status).end(answer.body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sms = { id: '1', to: '+255744000001', text: 'Habari' }
  const credentials = { baseUrl, user: 'jina', key: 'siri', sender: 'RISITI' }
  const talking = createSmsGateway({ provider: 'africastalking', ...credentials })
  answer = {
    status: 201,
    body: JSON.stringify({ SMSMessageData: { Recipients: [{ statusCode: 101, messageId: 'AT1' }] } }),
  }
  expect(await talking.send(sms)).toEqual({ kind: 'sent', providerId: 'AT1' })
  expect(asked[0]?.url).toBe('/version1/messaging')
  expect(asked[0]?.headers['apikey']).toBe('siri')
  expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
    ...{ username: 'jina', to: '+255744000001', message: 'Habari', from: 'RISITI' },
  })
  answer = { status: 200, body: JSON.stringify({ SMSMessageData: { Recipients: [{ statusCode: 403 }] } }) }
  expect(await talking.send(sms)).toMatchObject({ kind: 'refused' })
  const beem = createSmsGateway({ provider: 'beem', ...credentials })
  answer = { status: 200, body: JSON.stringify({ code: 100, request_id: 7 }) }
  expect(await beem.send(sms)).toEqual({ kind: 'sent', providerId: '7' })
  expect(JSON.parse(asked[2]?.body ?? '')).toMatchObject({
    source_addr: 'RISITI',
    recipients: [{ recipient_id: 1, dest_addr: '255744000001' }],
  })
  for (const [status, body, kind] of [
    [200, '<html>', 'unknown'],
    [500, '', 'unknown'],
    [401, '', 'refused'],
    [429, '', 'later'],
  ] as const) {
    answer = { status, body }
    expect(await beem.send(sms)).toMatchObject({ kind })
  }
  const closed = new Promise<void>((done) => server.close(() => done()))
  server.closeAllConnections()
  await closed
  // A server that never was: nothing was handed over.
  const unreachable = createSmsGateway({ provider: 'beem', ...credentials, baseUrl: 'http://sms.invalid' })
  expect(await unreachable.send(sms)).toMatchObject({ kind: 'later' })
})

test('a message that was due too late is sent when it is asked for again, and none is kept for ever', async () => {
  const { db } = backend.server.services
  const own = await createShop(backend)
  const number = await registeredNumber(backend.server.url, own.phone)
  await dialAll(backend.server.url, number, SALE)
  backend.clock.advance(8 * DAY_MS)
  await deliverReceipts(own)
  await sendDue(undefined, own)
  expect(textsOf(number)).toEqual([])
  const { answer } = await dialAll(backend.server.url, number, ['2', USSD_PIN, '1', '2'])
  expect(answer).toBe('END SMS ya risiti inatumwa tena.')
  await sendDue(undefined, own)
  expect(textsOf(number)).toEqual([expect.stringMatching(/: risiti \w+, Tsh 7,500/)])
  const kinds = async () => {
    const rows = await db.selectFrom('ussd_sms').select('kind').where('to_phone', '=', number).execute()
    return rows.map(({ kind }) => kind).sort()
  }
  backend.clock.advance(23 * DAY_MS)
  await keepRetention(backend.server.services)
  expect(await kinds()).toEqual(['issued'])
  backend.clock.advance(8 * DAY_MS)
  await keepRetention(backend.server.services)
  expect(await kinds()).toEqual([])
})
