import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import forge from 'node-forge'
import * as v from 'valibot'
import { startTraSimulator, type TraSimulator } from '#server/simulators/tra/start-tra-simulator.ts'

/** 2 March 2026, 09:20:00 East Africa Time: five minutes after the golden receipt. */
export const NOW_MS = Date.parse('2026-03-02T06:20:00.000Z')

export const GOLDEN_DEVICE = {
  tin: '999000111',
  certkey: '10TZ199999',
  name: 'Duka la Mfano',
  street: 'Mtaa wa Kongo',
  mobile: '255712000000',
  city: 'Dar es Salaam',
  region: 'Ilala',
  vrn: '40001234A',
  regId: 'TZ0100999111',
  receiptCode: 'SIM7QX',
  gc: 58,
  pfx: 'modern',
}

const DeviceAnswer = v.looseObject({
  certkey: v.string(),
  certSerialHex: v.string(),
  certificatePem: v.string(),
  receiptCode: v.string(),
  regId: v.string(),
  uin: v.string(),
  tin: v.string(),
  taxOffice: v.string(),
  pfxBase64: v.string(),
  pfxPassword: v.string(),
})

export type SimulatedDevice = v.InferOutput<typeof DeviceAnswer> & { key: KeyObject }

export type RunningSimulator = TraSimulator & { clock: { ms: number }; dataDir: string; end(): Promise<void> }

export async function runSimulator(dataDir?: string): Promise<RunningSimulator> {
  const clock = { ms: NOW_MS }
  const directory = dataDir ?? (await mkdtemp(join(tmpdir(), 'tra-simulator-')))
  const simulator = await startTraSimulator({
    host: '127.0.0.1',
    port: 0,
    dataDir: directory,
    clock: { now: () => clock.ms },
  })
  return {
    ...simulator,
    clock,
    dataDir: directory,
    async end() {
      await simulator.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export async function control(
  baseUrl: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(`${baseUrl}/sim/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, json: await answer.json() }
}

const Listed = v.array(v.looseObject({}))

/** A list of the control API: `ledger`, `z-reports`, `received` or `faults`. */
export async function listed(baseUrl: string, path: string) {
  return v.parse(Listed, (await control(baseUrl, 'GET', path)).json)
}

export async function makeDevice(baseUrl: string, overrides: object = {}): Promise<SimulatedDevice> {
  const { json } = await control(baseUrl, 'POST', 'devices', { ...GOLDEN_DEVICE, ...overrides })
  const device = v.parse(DeviceAnswer, json)
  return { ...device, key: openPfx(device.pfxBase64, device.pfxPassword).key }
}

export function openPfx(base64: string, password: string) {
  const file = forge.pkcs12.pkcs12FromAsn1(
    forge.asn1.fromDer(Buffer.from(base64, 'base64').toString('binary')),
    password,
  )
  const { pkcs8ShroudedKeyBag, certBag } = forge.pki.oids
  const [keyBag] = file.getBags({ bagType: pkcs8ShroudedKeyBag ?? '' })[pkcs8ShroudedKeyBag ?? ''] ?? []
  const certificates = (file.getBags({ bagType: certBag ?? '' })[certBag ?? ''] ?? []).flatMap((bag) =>
    bag.cert === undefined ? [] : [bag.cert],
  )
  if (!keyBag?.key) throw new Error('PFX without key')
  return { key: createPrivateKey(forge.pki.privateKeyToPem(keyBag.key)), certificates }
}

export function signedBody(key: KeyObject, content: string): string {
  const signature = sign('RSA-SHA1', Buffer.from(content), key).toString('base64')
  return `<?xml version="1.0" encoding="UTF-8"?><EFDMS>${content}<EFDMSSIGNATURE>${signature}</EFDMSSIGNATURE></EFDMS>`
}

/** The header TRA's own sample sends: base64 of lower-case hex pairs with blanks between. */
export function certSerialHeader(device: SimulatedDevice): string {
  return Buffer.from(device.certSerialHex.replace(/(..)(?!$)/g, '$1 ')).toString('base64')
}

export type Ack = { status: number; code: string; text: string; headers: Headers }

async function post(url: string, headers: Record<string, string>, body: string | Buffer): Promise<Ack> {
  const payload = typeof body === 'string' ? body : new Uint8Array(body)
  const answer = await fetch(url, { method: 'POST', headers, body: payload })
  const text = await answer.text()
  return {
    status: answer.status,
    text,
    code: /<ACKCODE>(\d*)<\/ACKCODE>/.exec(text)?.[1] ?? '',
    headers: answer.headers,
  }
}

export function register(
  baseUrl: string,
  device: SimulatedDevice,
  overrides: { headers?: Record<string, string>; content?: string; key?: KeyObject } = {},
): Promise<Ack> {
  const content =
    overrides.content ?? `<REGDATA><TIN>${device.tin}</TIN><CERTKEY>${device.certkey}</CERTKEY></REGDATA>`
  return post(
    `${baseUrl}/api/vfdRegReq`,
    overrides.headers ?? {
      'Content-Type': 'application/xml',
      'Cert-Serial': certSerialHeader(device),
      Client: 'webapi',
    },
    signedBody(overrides.key ?? device.key, content),
  )
}

const TokenAnswer = v.object({ access_token: v.string(), token_type: v.string(), expires_in: v.number() })

export async function askToken(baseUrl: string, username: string, password: string): Promise<Response> {
  return await fetch(`${baseUrl}/vfdtoken`, {
    method: 'POST',
    body: new URLSearchParams({ username, password, grant_type: 'password' }),
  })
}

/** Registers the device and gives a bearer token. */
export async function openSession(baseUrl: string, device: SimulatedDevice) {
  const { text } = await register(baseUrl, device)
  const value = (name: string) =>
    (new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1] ?? '').replaceAll('&amp;', '&')
  const credentials = { username: value('USERNAME'), password: value('PASSWORD') }
  const answer = await askToken(baseUrl, credentials.username, credentials.password)
  const { access_token } = v.parse(TokenAnswer, await answer.json())
  return { token: access_token, ...credentials }
}

export function postReceipt(
  baseUrl: string,
  device: SimulatedDevice,
  token: string,
  content: string,
  overrides: { headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Ack> {
  return post(
    `${baseUrl}/api/efdmsRctInfo`,
    {
      'Content-Type': 'application/xml',
      'Routing-Key': 'vfdrct',
      'Cert-Serial': certSerialHeader(device),
      Authorization: `bearer ${token}`,
      Client: 'webapi',
      ...overrides.headers,
    },
    overrides.body ?? signedBody(device.key, content),
  )
}

export function postZReport(
  baseUrl: string,
  device: SimulatedDevice,
  token: string,
  content: string,
): Promise<Ack> {
  return post(
    `${baseUrl}/api/efdmszreport`,
    {
      'Content-Type': 'application/xml',
      'Routing-Key': 'vfdzreport',
      'Cert-Serial': certSerialHeader(device),
      Authorization: `bearer ${token}`,
    },
    signedBody(device.key, content),
  )
}
