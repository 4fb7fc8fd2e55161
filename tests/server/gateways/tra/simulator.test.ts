import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fiscalDayOf, fiscalTimeOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { FiscalReceipt } from '#domain/fiscal/fiscal-receipt.ts'
import type { Registration } from '#domain/fiscal/registration.ts'
import { zReport } from '#domain/fiscal/z-report.ts'
import { ZERO_CENTS } from '#domain/money/cents.ts'
import { certSerialHeader } from '#server/gateways/tra/cert-serial.ts'
import type { DeviceIdentity, TraEndpoint, TraGateway } from '#server/gateways/tra/gateway.ts'
import { createTraGateway } from '#server/gateways/tra/live.ts'
import { readPfx } from '#server/gateways/tra/read-pfx.ts'
import { receiptElement } from '#server/gateways/tra/receipt-document.ts'
import { createSendWithToken, type TokenStore } from '#server/gateways/tra/send-with-token.ts'
import { envelope, signElement } from '#server/gateways/tra/sign.ts'
import { headerLinesOf, ratesOf, zReportElement } from '#server/gateways/tra/z-document.ts'
import { startTraSimulator, type TraSimulator } from '#server/simulators/tra/start-tra-simulator.ts'
import { GOLDEN_RECEIPT } from './golden-receipt.ts'

const Device = v.object({ pfxBase64: v.string(), pfxPassword: v.string(), certSerialHex: v.string() })

let nowMs = Date.parse('2026-03-02T06:15:07.000Z')
const clock = { now: () => nowMs }
let dataDir: string
let simulator: TraSimulator
let endpoint: TraEndpoint
let gateway: TraGateway

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tra-client-'))
  simulator = await startTraSimulator({ host: '127.0.0.1', port: 0, dataDir, clock })
  endpoint = { baseUrl: simulator.baseUrl, verifyUrl: simulator.verifyUrl, environment: 'simulator' as const }
  const certificate = await fetch(`${simulator.baseUrl}/sim/certificate`)
  gateway = createTraGateway({
    clock,
    timeouts: { documentMs: 10_000, tokenMs: 10_000, verifyMs: 10_000 },
    responseCertificatePem: await certificate.text(),
  })
})

afterAll(async () => {
  await simulator.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function control(path: string, body: object, method = 'POST'): Promise<unknown> {
  const response = await fetch(`${simulator.baseUrl}/sim/${path}`, { method, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

let devices = 0

/** A device as the authority hands it out, opened from its PFX file and registered. */
async function makeDevice(pfx: 'modern' | 'legacy' = 'modern') {
  devices += 1
  const certKey = `10TZ${100_000 + devices}`
  const tin = String(999_000_200 + devices)
  const facts = { name: 'Duka Mfano', street: 'Msimbazi', mobile: '255712000000', city: 'DAR ES SALAAM' }
  const made = v.parse(Device, await control('devices', { tin, certkey: certKey, ...facts, pfx }))
  const read = await readPfx(Buffer.from(made.pfxBase64, 'base64'), made.pfxPassword)
  if (read.kind !== 'read') throw new Error(read.code)
  expect(read.certSerialHex).toBe(made.certSerialHex)
  const identity: DeviceIdentity = {
    tin,
    certKey,
    certSerialHeader: certSerialHeader(read.certSerialHex),
    privateKeyPem: read.privateKeyPem,
  }
  return identity
}

async function register(identity: DeviceIdentity): Promise<Registration> {
  const outcome = await gateway.register(endpoint, identity)
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome))
  expect(outcome.signature).toBe('verified')
  return outcome.value
}

/** The golden sale, sold by this device now, under number `gc`. */
function receiptOf(identity: DeviceIdentity, registration: Registration, gc: number): FiscalReceipt {
  const at = toInstant(nowMs)
  const issuedDay = fiscalDayOf(at)
  return {
    ...GOLDEN_RECEIPT,
    // This seller has no VAT number, so everything is letter C without tax (TRA guide, non-VAT items).
    items: GOLDEN_RECEIPT.items.map((item) => ({ ...item, letter: 'C' })),
    totalExcludingTax: GOLDEN_RECEIPT.totalIncludingTax,
    vatTotals: GOLDEN_RECEIPT.vatTotals.slice(1, 2).map((total) => ({
      ...total,
      gross: GOLDEN_RECEIPT.totalIncludingTax,
      net: GOLDEN_RECEIPT.totalIncludingTax,
      tax: ZERO_CENTS,
    })),
    seller: { tin: identity.tin, regId: registration.regId, efdSerial: identity.certKey },
    numbers: {
      gc,
      dc: gc,
      znum: issuedDay.replaceAll('-', ''),
      rctvnum: `${registration.receiptCode}${gc}`,
      issuedDay,
      issuedTime: fiscalTimeOf(at),
      issuedAt: at,
    },
  }
}

function shelfInMemory(): TokenStore {
  let stored: Awaited<ReturnType<TokenStore['find']>> = null
  return {
    find: async () => stored,
    upsert: async (token) => {
      stored = token
    },
    delete: async () => {
      stored = null
    },
  }
}

/** Till of one registered device: signs, stores and sends as the queue will. */
async function openTill(pfx?: 'modern' | 'legacy') {
  const identity = await makeDevice(pfx)
  const registration = await register(identity)
  const sendWithToken = createSendWithToken({ gateway, clock })
  const credentials = { endpoint, credentials: registration, tokens: shelfInMemory() }
  const signed = (element: string) => envelope(element, signElement(element, identity.privateKeyPem))
  const send = (signedBytes: string, routingKey = registration.routingKey) =>
    sendWithToken<{ rctNum: string } | { znumber: string }>(credentials, (accessToken) => {
      const document = { device: identity, routingKey, accessToken, signedBytes }
      return routingKey === 'vfdzreport'
        ? gateway.sendZReport(endpoint, document)
        : gateway.sendReceipt(endpoint, document)
    })
  return { identity, registration, signed, send }
}

describe('client and simulator, which share no code', () => {
  it('register, sell, verify and close the day', async () => {
    for (const pfx of ['modern', 'legacy'] as const) {
      const till = await openTill(pfx)
      expect(till.registration).toMatchObject({
        tin: till.identity.tin,
        serial: till.identity.certKey,
        vrn: '',
        gc: 1,
        routingKey: 'vfdrct',
        taxCodes: { A: 18, B: 0, C: 0, D: 0 },
      })
      const receipt = receiptOf(till.identity, till.registration, 1)
      expect(await till.send(till.signed(receiptElement(receipt)))).toMatchObject({
        kind: 'accepted',
        value: { rctNum: '1' },
        signature: 'verified',
        attempt: { httpStatus: 200, ackCode: '0' },
      })
      const { rctvnum, issuedTime, issuedDay } = receipt.numbers
      for (const verifyTwoSteps of [true, false]) {
        const form = { method: 'PUT', body: JSON.stringify({ verifyTwoSteps }) }
        await fetch(`${simulator.baseUrl}/sim/profile`, form)
        const found = await gateway.verify(endpoint, rctvnum, issuedTime)
        expect(found).toMatchObject({
          kind: 'found',
          code: rctvnum,
          totalIncludingTax: receipt.totalIncludingTax,
        })
        expect(await gateway.verify(endpoint, rctvnum, '23:59:59')).toEqual({ kind: 'not-found' })
        expect(await gateway.verify(endpoint, `${rctvnum}9`, issuedTime)).toEqual({ kind: 'not-found' })
      }

      nowMs += 24 * 3600 * 1000
      const z = zReportElement(zReport(issuedDay, ZERO_CENTS, [receipt]), {
        headerLines: headerLinesOf(till.registration),
        vrn: till.registration.vrn,
        tin: till.identity.tin,
        taxOffice: till.registration.taxOffice,
        regId: till.registration.regId,
        efdSerial: till.identity.certKey,
        registrationDate: issuedDay,
        uin: till.registration.uin,
        rates: ratesOf(till.registration.taxCodes),
      })
      expect(await till.send(till.signed(z), 'vfdzreport')).toMatchObject({
        kind: 'accepted',
        value: { znumber: receipt.numbers.znum },
        signature: 'verified',
      })
    }
  })

  it('registers again with the same data (TRA guide)', async () => {
    const identity = await makeDevice()
    expect(await register(identity)).toEqual(await register(identity))
  })

  it('answers 1 when one sign of the signed text was changed on the way', async () => {
    const till = await openTill()
    const bytes = till.signed(receiptElement(receiptOf(till.identity, till.registration, 1)))
    expect(await till.send(bytes.replace('Cement', 'Cemant'))).toMatchObject({
      kind: 'refused',
      code: '1',
      stopsDevice: true,
    })
  })

  it('says 400 to an unknown certificate, and invalid_grant to a wrong password', async () => {
    const till = await openTill()
    const stranger = { ...till.identity, certSerialHeader: certSerialHeader('0123') }
    expect(await gateway.register(endpoint, stranger)).toMatchObject({
      kind: 'misconfigured',
      code: 'CERTIFICATE_NOT_KNOWN',
    })
    expect(await gateway.token(endpoint, { ...till.registration, password: 'wrong' })).toMatchObject({
      kind: 'misconfigured',
      code: 'invalid_grant',
    })
  })

  it('replaces a revoked token: 401, a new one, the same bytes', async () => {
    const till = await openTill()
    const first = receiptOf(till.identity, till.registration, 1)
    expect(await till.send(till.signed(receiptElement(first)))).toMatchObject({ kind: 'accepted' })
    await control(`devices/${till.identity.certKey}/revoke-tokens`, {})
    nowMs += 1000
    const second = receiptOf(till.identity, till.registration, 2)
    expect(await till.send(till.signed(receiptElement(second)))).toMatchObject({ kind: 'accepted' })
  })

  it('sends the identical bytes again when the answer was lost after processing, and is accepted once', async () => {
    const till = await openTill()
    const receipt = receiptOf(till.identity, till.registration, 1)
    const bytes = till.signed(receiptElement(receipt))
    await control('faults', {
      kind: 'drop-answer',
      times: 1,
      calls: ['receipt'],
      certkey: till.identity.certKey,
    })
    const lost = await till.send(bytes)
    expect(lost).toMatchObject({ kind: 'unknown', reason: 'network' })
    const again = await till.send(bytes)
    expect(again).toMatchObject({ kind: 'accepted', value: { rctNum: '1' } })
    expect('attempt' in again && again.attempt.bytesSha256).toBe(
      'attempt' in lost && lost.attempt.bytesSha256,
    )
    expect(await gateway.verify(endpoint, receipt.numbers.rctvnum, receipt.numbers.issuedTime)).toMatchObject(
      {
        kind: 'found',
      },
    )
  })

  it.each([
    ['drop-before', {}, { kind: 'unknown', reason: 'network' }],
    ['status', { status: 500 }, { kind: 'unknown', reason: 'http' }],
    ['status', { status: 503 }, { kind: 'unknown', reason: 'http' }],
    ['html', {}, { kind: 'unknown', reason: 'unreadable' }],
    ['empty-ackcode', {}, { kind: 'unknown', reason: 'unreadable' }],
    ['bad-signature', {}, { kind: 'unknown', reason: 'unreadable' }],
    ['code', { code: 5 }, { kind: 'refused', code: '5', stopsDevice: false }],
  ])('survives the fault %s %j, and the same bytes pass after it', async (kind, details, expected) => {
    const till = await openTill()
    const bytes = till.signed(receiptElement(receiptOf(till.identity, till.registration, 1)))
    const { certKey: certkey } = till.identity
    await control('faults', { kind, ...details, times: 1, calls: ['receipt'], certkey })
    expect(await till.send(bytes)).toMatchObject(expected)
    expect(await till.send(bytes)).toMatchObject({ kind: 'accepted' })
  })

  it('obeys the commands to stop and to register again, and continues when unblocked', async () => {
    const till = await openTill()
    const { certKey } = till.identity
    const bytes = till.signed(receiptElement(receiptOf(till.identity, till.registration, 1)))
    await control(`devices/${certKey}/block`, { message: 'Blocked: no returns filed' })
    expect(await till.send(bytes)).toMatchObject({
      kind: 'commanded',
      command: 8,
      message: 'Blocked: no returns filed',
    })
    await control(`devices/${certKey}/unblock`, {})
    expect(await till.send(bytes)).toMatchObject({ kind: 'accepted' })
    await control(`devices/${certKey}/re-register`, { message: 'Register again' })
    expect(await till.send(bytes)).toMatchObject({ kind: 'commanded', command: 18 })
  })

  it.each(['strict', 'field', 'chaos'])(
    'delivers every receipt exactly once, in order, under %s',
    async (profile) => {
      const till = await openTill()
      await control('profile', { profile, chaos: { rate: 0.4, seed: 7, latencyMs: 5 } }, 'PUT')
      for (let gc = 1; gc <= 10; gc += 1) {
        const bytes = till.signed(receiptElement(receiptOf(till.identity, till.registration, gc)))
        let outcome = await till.send(bytes)
        for (let attempts = 1; outcome.kind !== 'accepted' && attempts < 40; attempts += 1) {
          expect(['unknown', 'refused']).toContain(outcome.kind)
          outcome = await till.send(bytes)
        }
        expect(outcome).toMatchObject({ kind: 'accepted', value: { rctNum: String(gc) } })
        nowMs += 1000
      }
      await control('profile', { profile: 'strict' }, 'PUT')
      const ledger = await fetch(`${simulator.baseUrl}/sim/ledger?certkey=${till.identity.certKey}`)
      const numbers = v.parse(v.array(v.object({ rctnum: v.string() })), await ledger.json())
      expect(numbers.map((receipt) => Number(receipt.rctnum))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    },
  )
})
