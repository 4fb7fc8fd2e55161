import { describe, expect, it } from 'vitest'
import { createTraGateway, type TraLogEntry } from '#server/gateways/tra/live.ts'
import { envelope, signElement } from '#server/gateways/tra/sign.ts'
import { clock, device, document, gateway, key, REGISTRATION } from './known-device.ts'
import { receiptAck, startStub } from './stub-authority.ts'

describe('registration', () => {
  it('sends the signed identity and reads every field of the answer', async () => {
    await using stub = await startStub({ body: REGISTRATION })
    const outcome = await gateway.register(stub.endpoint, device)
    expect(outcome).toMatchObject({
      kind: 'accepted',
      value: {
        regId: 'TZ0100999111',
        serial: '10TZ199999',
        uin: '09VFDWEBAPI-1',
        tin: '999000111',
        vrn: '',
        name: 'DUKA & WANA',
        mobile: '0712',
        address: 'P.O. BOX 1',
        street: 'Msimbazi',
        city: 'DAR ES SALAAM',
        country: 'TANZANIA',
        region: 'Ilala',
        receiptCode: 'SIM7QX',
        routingKey: 'vfdrct',
        gc: 1,
        taxOffice: 'Tax Office Ilala',
        username: 'babaadp',
        password: 'p<@;=#1E5',
        tokenPath: 'vfdtoken',
        taxCodes: { A: 18, B: 0, C: 0 },
      },
    })
    const element = '<REGDATA><TIN>999000111</TIN><CERTKEY>10TZ199999</CERTKEY></REGDATA>'
    expect(stub.requests[0]).toMatchObject({
      url: '/api/vfdRegReq',
      body: envelope(element, signElement(element, key.privateKeyPem)),
      headers: {
        client: 'webapi',
        'cert-serial': device.certSerialHeader,
        'content-type': 'application/xml',
      },
    })
    expect(stub.requests[0]?.headers.authorization).toBeUndefined()
  })

  it.each([
    ['without receipt code', REGISTRATION.replace('SIM7QX', ''), 'the registration lacks RECEIPTCODE'],
    [
      'with an unreadable counter',
      REGISTRATION.replace('<GC>1<', '<GC>x<'),
      'the registration has an unreadable GC',
    ],
    [
      'of another TIN',
      REGISTRATION.replace('>999000111<', '>999000222<'),
      'the registration is of another TIN',
    ],
  ])('is not usable %s', async (_name, body, message) => {
    await using stub = await startStub({ body })
    expect(await gateway.register(stub.endpoint, device)).toMatchObject({
      kind: 'unknown',
      reason: 'unreadable',
      message,
    })
  })

  it('starts the counter at 1 for a fresh device for any answer, and keeps a TIN whose zeros the server lost', async () => {
    const body = REGISTRATION.replace('<GC>1<', '<GC>0<').replace('>999000111<', '>99000111<')
    await using stub = await startStub({ body })
    const outcome = await gateway.register(stub.endpoint, { ...device, tin: '099000111' })
    expect(outcome).toMatchObject({ kind: 'accepted', value: { gc: 1, tin: '099000111' } })
  })

  it('waits for approval on code 4', async () => {
    const body =
      '<EFDMS><EFDMSRESP><ACKCODE>4</ACKCODE><ACKMSG>Approval required</ACKMSG></EFDMSRESP></EFDMS>'
    await using stub = await startStub({ body })
    expect(await gateway.register(stub.endpoint, device)).toMatchObject({
      kind: 'refused',
      code: '4',
      stopsDevice: false,
    })
  })

  it('is misconfigured with a key that cannot sign, and on 401', async () => {
    await using stub = await startStub({ status: 401 })
    const keyless = { ...device, privateKeyPem: 'no key' }
    expect(await gateway.register(stub.endpoint, keyless)).toMatchObject({
      kind: 'misconfigured',
      code: 'KEY_UNUSABLE',
      attempt: { httpStatus: null },
    })
    expect(stub.requests).toHaveLength(0)
    expect(await gateway.register(stub.endpoint, device)).toMatchObject({
      kind: 'misconfigured',
      code: 'HTTP_401',
    })
  })
})

describe('what is logged', () => {
  it('says call and outcome, and holds no secret', async () => {
    const entries: TraLogEntry[] = []
    const logging = createTraGateway({ clock, log: (entry) => entries.push(entry) })
    await using stub = await startStub(
      { body: REGISTRATION },
      { body: '{"access_token":"token-secret","expires_in":86399}' },
      { body: receiptAck('0') },
    )
    const credentials = { username: 'babaadp', password: 'password-secret', tokenPath: 'vfdtoken' }
    await logging.register(stub.endpoint, device)
    await logging.token(stub.endpoint, credentials)
    await logging.sendReceipt(stub.endpoint, { ...document, accessToken: 'token-secret' })
    expect(entries.map((entry) => `${entry.call} ${entry.outcome}`)).toEqual([
      'register accepted',
      'token accepted',
      'receipt accepted',
    ])
    expect(JSON.stringify(entries)).not.toMatch(/secret|PRIVATE|babaadp|1E5/)
  })
})
