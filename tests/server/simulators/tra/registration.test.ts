import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GOLDEN_RECEIPT } from './sample-messages.ts'
import {
  askToken,
  certSerialHeader,
  control,
  makeDevice,
  NOW_MS,
  openPfx,
  openSession,
  postReceipt,
  type RunningSimulator,
  register,
  runSimulator,
  type SimulatedDevice,
} from './simulated-shop.ts'

let simulator: RunningSimulator
let device: SimulatedDevice
let other: SimulatedDevice

beforeAll(async () => {
  simulator = await runSimulator()
  device = await makeDevice(simulator.baseUrl)
  other = await makeDevice(simulator.baseUrl, {
    tin: '999000222',
    certkey: '10TZ188888',
    regId: undefined,
    receiptCode: undefined,
    vrn: '',
    pfx: 'legacy',
  })
})

afterAll(() => simulator.end())

test('a device comes with a PFX of key and chain, and asking again gives the same one', async () => {
  const { key, certificates } = openPfx(device.pfxBase64, device.pfxPassword)
  expect(certificates).toHaveLength(3)
  expect(createPublicKey(key).asymmetricKeyDetails?.modulusLength).toBe(2048)
  const certificate = new X509Certificate(device.certificatePem)
  expect(certificate.serialNumber.toLowerCase()).toBe(device.certSerialHex)
  expect(certificate.checkPrivateKey(key)).toBe(true)
  const again = await makeDevice(simulator.baseUrl)
  expect(again.pfxBase64).toBe(device.pfxBase64)
  const foreign = await control(simulator.baseUrl, 'POST', 'devices', {
    certkey: device.certkey,
    tin: '111111111',
    name: 'X',
  })
  expect(foreign.status).toBe(409)
})

test('the legacy PFX is 3DES and the modern one opens in Node itself', () => {
  expect(openPfx(other.pfxBase64, other.pfxPassword).certificates).toHaveLength(3)
  const modern = { pfx: Buffer.from(device.pfxBase64, 'base64'), passphrase: device.pfxPassword }
  expect(() => createSecureContext(modern)).not.toThrow()
  const tripleDes = Buffer.from('06 0a 2a 86 48 86 f7 0d 01 0c 01 03'.replaceAll(' ', ''), 'hex')
  expect(Buffer.from(other.pfxBase64, 'base64').includes(tripleDes)).toBe(true)
  expect(modern.pfx.includes(tripleDes)).toBe(false)
})

test('two requests at once for one CERTKEY give one device', async () => {
  const request = { tin: '999000333', certkey: '10TZ177777', receiptCode: 'TWICE2', regId: 'TZ1' }
  const [first, second] = await Promise.all([
    makeDevice(simulator.baseUrl, request),
    makeDevice(simulator.baseUrl, request),
  ])
  expect(second.pfxBase64).toBe(first.pfxBase64)
})

test('registration answers the elements in the order of the guide, signed by the simulator (TRA guide, registration)', async () => {
  expect(
    createHash('sha1')
      .update('<REGDATA><TIN>999000111</TIN><CERTKEY>10TZ199999</CERTKEY></REGDATA>')
      .digest('hex'),
  ).toBe('18007b6fa4c26d8519560744f210a369ba3b6602')
  const first = await register(simulator.baseUrl, device)
  expect(first.code).toBe('0')
  expect([...first.text.matchAll(/<([A-Z]+)>/g)].map((match) => match[1]).join(' ')).toBe(
    'EFDMS EFDMSRESP ACKCODE ACKMSG REGID SERIAL UIN TIN VRN MOBILE ADDRESS STREET CITY COUNTRY NAME RECEIPTCODE REGION ROUTINGKEY GC TAXOFFICE USERNAME PASSWORD TOKENPATH TAXCODES CODEA CODEB CODEC CODED EFDMSSIGNATURE',
  )
  expect(first.text).toContain('<RECEIPTCODE>SIM7QX</RECEIPTCODE>')
  const content = /<EFDMSRESP>.*<\/EFDMSRESP>/s.exec(first.text)?.[0] ?? ''
  const signature = /<EFDMSSIGNATURE>([^<]+)</.exec(first.text)?.[1] ?? ''
  const pem = await (await fetch(`${simulator.baseUrl}/sim/certificate`)).text()
  const signed = verify(
    'RSA-SHA1',
    Buffer.from(content),
    new X509Certificate(pem).publicKey,
    Buffer.from(signature, 'base64'),
  )
  expect(signed).toBe(true)
  const repeated = await register(simulator.baseUrl, device)
  expect(repeated.text).toBe(first.text)
})

test('a seller without VAT registration is answered NOT REGISTERED', async () => {
  expect((await register(simulator.baseUrl, other)).text).toContain('<VRN>NOT REGISTERED</VRN>')
})

test.each([
  ['an unknown Cert-Serial', { 'Cert-Serial': 'MWEgMmI=', Client: 'webapi' }],
  ['no Cert-Serial', { Client: 'webapi' }],
  ['the CERTKEY in place of the serial', { 'Cert-Serial': 'MTBUWjE5OTk5OQ==', Client: 'webapi' }],
])('%s is answered with HTTP 400 and the words of the field', async (_, headers) => {
  const answer = await register(simulator.baseUrl, device, { headers })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('Missing Cert-Serial Header or provided certificate not found')
})

test('the serial may be written with blanks, in capitals or with leading zeros', async () => {
  for (const text of [
    device.certSerialHex.toUpperCase(),
    `00${device.certSerialHex}`,
    device.certSerialHex,
  ]) {
    const headers = { 'Cert-Serial': Buffer.from(text).toString('base64'), Client: 'WEBAPI' }
    expect((await register(simulator.baseUrl, device, { headers })).code).toBe('0')
  }
  const raw = { 'Cert-Serial': device.certSerialHex, Client: 'webapi' }
  expect((await register(simulator.baseUrl, device, { headers: raw })).status).toBe(400)
})

test('each mistake of a registration has its code (TRA guide: 1, 3, 4, 6, 7, 8)', async () => {
  const { baseUrl } = simulator
  const serial = { 'Cert-Serial': certSerialHeader(device) }
  const regdata = (tin: string, certkey: string) =>
    `<REGDATA><TIN>${tin}</TIN><CERTKEY>${certkey}</CERTKEY></REGDATA>`
  const codes = [
    await register(baseUrl, device, { key: other.key }),
    await register(baseUrl, device, { content: regdata('999-000-111', device.certkey) }),
    await register(baseUrl, device, { content: regdata('123123123', device.certkey) }),
    await register(baseUrl, device, { headers: serial }),
    await register(baseUrl, device, { content: regdata(device.tin, other.certkey) }),
    await register(baseUrl, device, { headers: { ...serial, Client: 'android' } }),
    await register(baseUrl, device, { content: regdata(other.tin, other.certkey) }),
    await register(baseUrl, device, { content: `<REGDATA><CERTKEY>1</CERTKEY></REGDATA>` }),
  ].map((answer) => answer.code)
  expect(codes).toEqual(['1', '3', '3', '4', '6', '7', '8', '901'])
})

test('a device that is not approved yet gets 4 until it is', async () => {
  const { baseUrl } = simulator
  await control(baseUrl, 'POST', `devices/${other.certkey}/approval`, { approved: false })
  expect((await register(baseUrl, other)).code).toBe('4')
  await control(baseUrl, 'POST', `devices/${other.certkey}/approval`, { approved: true })
  expect((await register(baseUrl, other)).code).toBe('0')
})

test('paths match in any letter case and under the old prefix; GET only greets', async () => {
  for (const path of ['/API/VFDREGREQ', '/efdmsRctApi/api/vfdRegReq', '/efdmsrctapi/vfdtoken']) {
    const posted = await fetch(`${simulator.baseUrl}${path}`, { method: 'POST', body: '' })
    expect(posted.status).toBe(400)
    const greeted = await fetch(`${simulator.baseUrl}${path}`)
    expect([greeted.status, await greeted.text()]).toEqual([200, expect.stringContaining('Welcome')])
  }
})

test('the token endpoint refuses in JSON and takes any spelling of its fields', async () => {
  const { baseUrl } = simulator
  const { username, password } = await openSession(baseUrl, device)
  expect(password).toMatch(/[@;=#+&%]/)
  const wrong = await askToken(baseUrl, username, 'nonsense')
  expect([wrong.status, await wrong.json()]).toEqual([400, { error: 'invalid_grant' }])
  const bare = await fetch(`${baseUrl}/vfdtoken`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  })
  expect([bare.status, await bare.json()]).toEqual([400, { error: 'unsupported_grant_type' }])
  const capital = await fetch(`${baseUrl}/vfdtoken`, {
    method: 'POST',
    body: new URLSearchParams({ Username: username, Password: password, grant_type: 'password' }),
  })
  expect(capital.status).toBe(200)
  expect(capital.headers.get('ACKCODE')).toBe('7')
  expect(await capital.text()).toMatch(
    /^\{"access_token":"\w{500,}","token_type":"bearer","expires_in":86399\}$/,
  )
})

test('a demanded registration shows as 18, ends the tokens and brings new credentials', async () => {
  const { baseUrl } = simulator
  const { token, username, password } = await openSession(baseUrl, device)
  await control(baseUrl, 'POST', `devices/${device.certkey}/re-register`, { receiptCode: 'NEWQX2' })
  expect((await askToken(baseUrl, username, password)).headers.get('ACKCODE')).toBe('18')
  expect((await postReceipt(baseUrl, device, token, GOLDEN_RECEIPT)).status).toBe(401)
  const again = await register(baseUrl, device)
  expect(again.text).toContain('<RECEIPTCODE>NEWQX2</RECEIPTCODE>')
  expect((await askToken(baseUrl, username, password)).status).toBe(400)
  expect((await postReceipt(baseUrl, device, token, GOLDEN_RECEIPT)).status).toBe(401)
  const session = await openSession(baseUrl, device)
  // Receipts numbered under the earlier receipt code still arrive.
  expect((await postReceipt(baseUrl, device, session.token, GOLDEN_RECEIPT)).code).toBe('0')
})

test('a token ends after its lifetime (HTTP 401)', async () => {
  const { baseUrl, clock } = simulator
  await control(baseUrl, 'PUT', 'profile', { tokenLifetimeSeconds: 60 })
  const { token } = await openSession(baseUrl, other)
  const send = () => postReceipt(baseUrl, other, token, '<RCT></RCT>')
  expect((await send()).status).toBe(200)
  clock.ms = NOW_MS + 60_000
  expect((await send()).status).toBe(401)
  clock.ms = NOW_MS
  await control(baseUrl, 'POST', `devices/${other.certkey}/revoke-tokens`)
  expect((await send()).status).toBe(401)
})
