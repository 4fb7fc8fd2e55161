import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TraEndpoint } from '#server/gateways/tra/gateway.ts'
import { createTraGateway } from '#server/gateways/tra/live.ts'
import { envelope, signElement } from '#server/gateways/tra/sign.ts'
import { clock, device, document, gateway, key, signedBytes } from './known-device.ts'
import { makeCertificate, makeSigningKey } from './signing-key.ts'
import { receiptAck, type StubAnswer, startStub } from './stub-authority.ts'

async function sentTo(answer: StubAnswer) {
  await using stub = await startStub(answer)
  return await gateway.sendReceipt(stub.endpoint, document)
}

describe('sending a receipt', () => {
  it('posts the stored bytes as they are, with the headers of the TRA guide', async () => {
    await using stub = await startStub({ body: receiptAck('0') })
    const outcome = await gateway.sendReceipt(stub.endpoint, document)
    expect(outcome).toEqual({
      kind: 'accepted',
      value: { rctNum: '58', date: '2026-03-02', time: '09:15:09' },
      signature: 'unverified',
      attempt: {
        at: '2026-03-02T06:15:08.000Z',
        httpStatus: 200,
        ackCode: '0',
        ackMessage: 'Success',
        bytesSha256: createHash('sha256').update(signedBytes).digest('hex'),
        tookMs: 0,
      },
    })
    expect(stub.requests[0]).toMatchObject({
      method: 'POST',
      url: '/api/efdmsRctInfo',
      body: signedBytes,
      headers: {
        'content-type': 'application/xml',
        'routing-key': 'vfdrct',
        'cert-serial': device.certSerialHeader,
        authorization: 'bearer tok-1',
        client: 'webapi',
      },
    })
  })

  it('keeps the path prefix of the base address', async () => {
    await using stub = await startStub({ body: receiptAck('0') })
    const endpoint = { ...stub.endpoint, baseUrl: `${stub.endpoint.baseUrl}/efdmsRctApi/` }
    await gateway.sendReceipt(endpoint, document)
    expect(stub.requests[0]?.url).toBe('/efdmsRctApi/api/efdmsRctInfo')
  })

  it.each([
    ['1', true],
    ['3', true],
    ['4', false],
    ['5', false],
    ['6', true],
    ['7', true],
    ['8', true],
    ['901', false],
  ])('takes code %s as a refusal that stops the device: %s', async (code, stopsDevice) => {
    const outcome = await sentTo({ body: receiptAck(code, 'Some &lt;reason&gt;') })
    expect(outcome).toMatchObject({
      kind: 'refused',
      code,
      message: 'Some <reason>',
      stopsDevice,
      attempt: { httpStatus: 200, ackCode: code, ackMessage: 'Some <reason>' },
    })
  })

  it('keeps a message of any length the authority may send up to 2000 characters', async () => {
    const outcome = await sentTo({ body: receiptAck('901', 'm'.repeat(5000)) })
    expect(outcome).toMatchObject({ kind: 'refused', message: 'm'.repeat(2000) })
  })

  it.each<[string, StubAnswer, object]>([
    [
      'an ASP.NET error',
      { status: 500, body: '<Error><Message>An error has occurred.</Message></Error>' },
      { kind: 'unknown', reason: 'http', message: 'An error has occurred.' },
    ],
    [
      'a JSON error',
      { status: 500, body: '{"Message":"An error has occurred."}' },
      { kind: 'unknown', reason: 'http', message: 'An error has occurred.' },
    ],
    [
      'a bad gateway page',
      { status: 502, body: '<html><style>b{}</style><body><h1>Bad Gateway</h1></body></html>' },
      { kind: 'unknown', reason: 'http', message: 'Bad Gateway' },
    ],
    ['408', { status: 408 }, { kind: 'unknown', reason: 'http', message: 'HTTP 408' }],
    ['504', { status: 504 }, { kind: 'unknown', reason: 'http' }],
    ['404', { status: 404 }, { kind: 'unknown', reason: 'http' }],
    [
      '429 with seconds to wait',
      { status: 429, headers: { 'Retry-After': '7' } },
      { kind: 'unknown', reason: 'http', retryAfterMs: 7000 },
    ],
    [
      '503 with a date to wait for',
      { status: 503, headers: { 'Retry-After': 'Mon, 02 Mar 2026 06:16:08 GMT' } },
      { kind: 'unknown', reason: 'http', retryAfterMs: 60_000 },
    ],
    [
      '503 that would silence us for a year',
      { status: 503, headers: { 'Retry-After': '31536000' } },
      { kind: 'unknown', reason: 'http', retryAfterMs: 3_600_000 },
    ],
    [
      'a redirect, which is not followed',
      { status: 307, headers: { Location: 'http://example.com/' } },
      { kind: 'unknown', reason: 'http' },
    ],
    [
      '200 with a page',
      { body: '<html><body><p>Welcome<br></body></html>' },
      { kind: 'unknown', reason: 'unreadable' },
    ],
    ['200 with nothing', { body: '' }, { kind: 'unknown', reason: 'unreadable' }],
    ['an empty ACKCODE', { body: receiptAck('') }, { kind: 'unknown', reason: 'unreadable' }],
    [
      'two ACKCODEs',
      { body: receiptAck('0</ACKCODE><ACKCODE>1') },
      { kind: 'unknown', reason: 'unreadable' },
    ],
    [
      'an acknowledgement of another receipt',
      { body: receiptAck('0', 'Success', '57') },
      { kind: 'unknown', reason: 'unreadable', message: 'the answer acknowledges another receipt' },
    ],
    [
      'an acknowledgement of something else',
      { body: '<EFDMS><ZACK><ZNUMBER>20260302</ZNUMBER><ACKCODE>0</ACKCODE></ZACK></EFDMS>' },
      { kind: 'unknown', reason: 'unreadable' },
    ],
    ['401', { status: 401 }, { kind: 'unauthorized', attempt: { httpStatus: 401 } }],
    [
      '403',
      { status: 403, body: 'Forbidden' },
      { kind: 'misconfigured', code: 'HTTP_403', message: 'Forbidden' },
    ],
    [
      '400 about the certificate (text seen in the field)',
      { status: 400, body: 'Missing Cert-Serial Header or provided certificate not found' },
      { kind: 'misconfigured', code: 'CERTIFICATE_NOT_KNOWN' },
    ],
    [
      '400',
      { status: 400, body: '{"error":"bad"}' },
      { kind: 'misconfigured', code: 'HTTP_400', message: 'bad' },
    ],
    [
      'a cut line',
      (response) => response.destroy(),
      { kind: 'unknown', reason: 'network', attempt: { httpStatus: null } },
    ],
    [
      'a line cut in the middle of the answer',
      (response) => {
        response.writeHead(200, { 'Content-Length': '500' })
        response.write('<EFDMS>', () => response.destroy())
      },
      { kind: 'unknown', reason: 'network', attempt: { httpStatus: 200 } },
    ],
  ])('judges %s', async (_name, answer, expected) => {
    expect(await sentTo(answer)).toMatchObject(expected)
  })

  it('reads an answer with a mark of byte order, line breaks, other case and attributes', async () => {
    const body =
      '\uFEFF<?xml version="1.0" encoding="utf-8" standalone="yes"?>\r\n<efdms xmlns="urn:x">\r\n <RctAck a="1">\n' +
      '  <RCTNUM> 58 </RCTNUM><AckCode> 00 </AckCode><ACKMSG>It&#39;s fine</ACKMSG>\n </RctAck></efdms>'
    expect(await sentTo({ body })).toMatchObject({
      kind: 'accepted',
      value: { rctNum: '58', date: '', time: '' },
      attempt: { ackCode: '0', ackMessage: "It's fine" },
    })
  })

  it('gives up after its time, whether the answer never starts or never ends', async () => {
    const hasty = createTraGateway({ clock, timeouts: { documentMs: 60 } })
    const silent: StubAnswer = () => undefined
    const endless: StubAnswer = (response) => {
      response.writeHead(200)
      response.write('<EFDMS>')
    }
    for (const answer of [silent, endless]) {
      await using stub = await startStub(answer)
      expect(await hasty.sendReceipt(stub.endpoint, document)).toMatchObject({
        kind: 'unknown',
        reason: 'timeout',
        message: 'no answer within 60 ms',
      })
    }
  })

  it('reports a network failure when the host refuses the connection', async () => {
    const stub = await startStub({})
    await stub[Symbol.asyncDispose]()
    const outcome = await gateway.sendReceipt(stub.endpoint, document)
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'network' })
    expect(outcome.kind === 'unknown' && outcome.message).toContain('ECONNREFUSED')
  })

  it('never leaves TLS for anything but a simulator, and never sends a broken header', async () => {
    await using stub = await startStub({ body: receiptAck('0') })
    const real: TraEndpoint = { ...stub.endpoint, environment: 'live' as const }
    expect(await gateway.sendReceipt(real, document)).toMatchObject({
      kind: 'misconfigured',
      code: 'REQUEST_INVALID',
    })
    const broken = await gateway.sendReceipt(stub.endpoint, { ...document, accessToken: 'se\ncret' })
    expect(broken).toMatchObject({ kind: 'misconfigured', code: 'REQUEST_INVALID' })
    expect(JSON.stringify(broken)).not.toContain('cret')
    expect(stub.requests).toHaveLength(0)
  })
})

describe('sending a Z report', () => {
  const zBytes = envelope('<ZREPORT><ZNUMBER>20260302</ZNUMBER></ZREPORT>', 'AAAA')
  const ack = (znumber: string) =>
    `<EFDMS><ZACK><ZNUMBER>${znumber}</ZNUMBER><ACKCODE>0</ACKCODE><ACKMSG>Success</ACKMSG></ZACK></EFDMS>`

  it('posts to its own path and reads its own acknowledgement', async () => {
    await using stub = await startStub({ body: ack('20260302') }, { body: ack('20260301') })
    const z = { ...document, routingKey: 'vfdzreport', signedBytes: zBytes }
    expect(await gateway.sendZReport(stub.endpoint, z)).toMatchObject({
      kind: 'accepted',
      value: { znumber: '20260302' },
    })
    expect(stub.requests[0]).toMatchObject({
      url: '/api/efdmszreport',
      headers: { 'routing-key': 'vfdzreport' },
      body: zBytes,
    })
    expect(await gateway.sendZReport(stub.endpoint, z)).toMatchObject({
      kind: 'unknown',
      reason: 'unreadable',
    })
  })
})

describe("the authority's own signature", () => {
  const authority = makeSigningKey()
  const responseCertificatePem = makeCertificate('Authority', '01', authority)
  const element = '<RCTACK><RCTNUM>58</RCTNUM><ACKCODE>0</ACKCODE><ACKMSG>Success</ACKMSG></RCTACK>'
  const strict = createTraGateway({ clock, responseCertificatePem: () => responseCertificatePem })

  it('is verified over the raw slice when a certificate is configured', async () => {
    await using stub = await startStub({
      body: envelope(element, signElement(element, authority.privateKeyPem)),
    })
    expect(await strict.sendReceipt(stub.endpoint, document)).toMatchObject({
      kind: 'accepted',
      signature: 'verified',
    })
  })

  it.each([
    ['forged', envelope(element, signElement(element, key.privateKeyPem))],
    ['absent', envelope(element, '')],
    ['of other text', envelope(element, signElement(`${element} `, authority.privateKeyPem))],
  ])('makes the answer no answer when it is %s', async (_name, body) => {
    await using stub = await startStub({ body })
    expect(await strict.sendReceipt(stub.endpoint, document)).toMatchObject({
      kind: 'unknown',
      reason: 'unreadable',
    })
  })
})
