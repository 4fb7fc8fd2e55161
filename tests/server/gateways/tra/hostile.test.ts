import { createServer } from 'node:https'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createTraGateway } from '#server/gateways/tra/live.ts'
import { plainMessage, readAnswer } from '#server/gateways/tra/read-answer.ts'
import { makeCertificate, makeSigningKey } from './signing-key.ts'
import { receiptAck, type StubAnswer, startStub } from './stub-authority.ts'

const gateway = createTraGateway({ clock: { now: () => 0 }, timeouts: { documentMs: 10_000 } })
const key = makeSigningKey()
const document = {
  device: {
    tin: '999000111',
    certKey: '10TZ199999',
    certSerialHeader: 'MDE=',
    privateKeyPem: key.privateKeyPem,
  },
  routingKey: 'vfdrct',
  accessToken: 'tok',
  signedBytes: '<EFDMS><RCT><RCTNUM>58</RCTNUM></RCT></EFDMS>',
}

async function sentTo(answer: StubAnswer) {
  await using stub = await startStub(answer)
  return await gateway.sendReceipt(stub.endpoint, document)
}

describe('hostile answers', () => {
  it.each([
    ['an external entity', '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>', '&f;'],
    ['an entity of its own', '<!DOCTYPE x [<!ENTITY f "0">]>', '&f;'],
    [
      'a billion laughs',
      `<!DOCTYPE x [<!ENTITY a "ha">${Array.from('bcdefghij', (name, index) => `<!ENTITY ${name} "${`&${'abcdefghij'[index] ?? ''};`.repeat(10)}">`).join('')}]>`,
      '&j;',
    ],
    ['an external type', '<!doctype x SYSTEM "http://127.0.0.1:1/x.dtd">', 'Success'],
  ])('gives no answer for %s', async (_name, doctype, message) => {
    const outcome = await sentTo({
      body: doctype + receiptAck('0', message).replace('<?xml version="1.0"?>', ''),
    })
    expect(outcome).toMatchObject({
      kind: 'unknown',
      reason: 'unreadable',
      message: 'the answer declares a document type',
    })
  })

  it('stops reading after a megabyte, with or without a declared length, and after decompression', async () => {
    const big = receiptAck('0', 'x'.repeat(10 * 1024 * 1024))
    const answers: StubAnswer[] = [
      { body: big },
      (response) => {
        response.writeHead(200)
        response.write(big)
        response.end()
      },
      { headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(big) },
    ]
    for (const answer of answers) {
      expect(await sentTo(answer)).toMatchObject({
        kind: 'unknown',
        reason: 'unreadable',
        message: 'the answer is longer than 1048576 bytes',
      })
    }
  })

  it.each([
    ['nesting without end', '<EFDMS>'.repeat(100_000)],
    ['deep but closed nesting', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`],
    ['a name that reaches into the program', '<__proto__><RCTACK><ACKCODE>0</ACKCODE></RCTACK></__proto__>'],
    ['a constructor', '<constructor><prototype>1</prototype></constructor>'],
    [
      'two acknowledgements',
      '<EFDMS><RCTACK><ACKCODE>0</ACKCODE></RCTACK><ZACK><ACKCODE>0</ACKCODE></ZACK></EFDMS>',
    ],
    [
      'the same acknowledgement twice',
      '<EFDMS><RCTACK><ACKCODE>1</ACKCODE></RCTACK><RCTACK><ACKCODE>0</ACKCODE></RCTACK></EFDMS>',
    ],
    ['open ends', '<EFDMS><RCTACK><ACKCODE>0</ACKCODE>'],
    ['half a tag', '<EFDMS><RCTACK'],
    ['bytes of nothing', '\u0000\u0001\uFFFD'],
  ])('gives no answer for %s', (_name, text) => {
    expect(readAnswer(text).kind).toBe('unreadable')
  })

  it('takes an acknowledgement in a comment or in character data for what it is', () => {
    expect(readAnswer('<EFDMS><!-- <RCTACK><ACKCODE>0</ACKCODE></RCTACK> --></EFDMS>').kind).toBe(
      'unreadable',
    )
    expect(readAnswer('<EFDMS><![CDATA[<RCTACK><ACKCODE>0</ACKCODE></RCTACK>]]></EFDMS>').kind).toBe(
      'unreadable',
    )
  })

  it('makes a short plain sentence of any page, quickly', () => {
    expect(plainMessage('<html><script>alert(1)</script><h1>Bad   Gateway</h1></html>')).toBe('Bad Gateway')
    expect(plainMessage('<'.repeat(1_000_000)).length).toBeLessThanOrEqual(300)
    expect(plainMessage('<script'.repeat(150_000)).length).toBeLessThanOrEqual(300)
    expect(plainMessage('x'.repeat(5000))).toHaveLength(300)
  })
})

describe('the connection to the authority', () => {
  it('offers HTTP/1.1 only and refuses a certificate without a trusted issuer', async () => {
    const offered: string[][] = []
    const chooseProtocol = ({ protocols }: { protocols: string[] }) => {
      offered.push(protocols)
      return protocols[0]
    }
    const server = createServer(
      {
        key: key.privateKeyPem,
        cert: makeCertificate('localhost', '02', key),
        ALPNCallback: chooseProtocol,
      },
      (_request, response) => response.end(receiptAck('0')),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const baseUrl = `https://127.0.0.1:${address.port}`
    const outcome = await gateway.sendReceipt(
      { baseUrl, verifyUrl: baseUrl, environment: 'live' as const },
      document,
    )
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'network' })
    expect(outcome.kind === 'unknown' && outcome.message).toMatch(/self.signed/i)
    expect(offered.flat()).not.toContain('h2')
  })
})
