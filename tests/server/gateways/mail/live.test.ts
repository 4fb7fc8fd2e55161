import { createServer, type Server, type Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MailGateway } from '#server/gateways/mail/gateway.ts'
import { createSmtpMail } from '#server/gateways/mail/live.ts'
import { oneTimeCode } from '#server/messages/one-time-code.ts'
import { renderMail } from '#server/messages/render-mail.ts'

/** A mail server of few words (RFC 5321): it answers each command, and `RCPT` with what the test wants. */
let server: Server
let mail: MailGateway
let answerToRecipient: string
let received: string[]
const sockets = new Set<Socket>()

beforeEach(async () => {
  answerToRecipient = '250 OK'
  received = []
  server = createServer((socket) => {
    sockets.add(socket)
    let pending = ''
    let data: string | undefined
    socket.on('error', () => undefined)
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      pending += chunk.toString('utf8')
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        if (data === undefined) {
          if (/^DATA/i.test(line)) {
            data = ''
            socket.write('354 go on\r\n')
          } else if (/^RCPT/i.test(line)) socket.write(`${answerToRecipient}\r\n`)
          else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
          else socket.write('250 OK\r\n')
        } else if (line === '.') {
          received.push(data)
          data = undefined
          socket.write('250 OK\r\n')
        } else data += `${line}\r\n`
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a port')
  mail = createSmtpMail(`smtp://127.0.0.1:${address.port}`, 'no-reply@risiti.example.tz')
})
afterEach(async () => {
  await mail.close()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => {
    server.close(resolve)
  })
})

const letter = {
  id: '5f0c3c35-6c0e-4a5c-9d7e-1f6f6f0e6d11',
  companyId: null,
  to: 'asha@example.test',
  subject: 'Nenosiri lako la Risiti limebadilishwa – ng’ombe',
  text: 'Habari Asha,\n\n.mstari wenye nukta',
}

test('a mail arrives as it was written, under an id that stays when it is sent again', async () => {
  expect(await mail.send(letter)).toEqual({ kind: 'sent' })
  const read = await PostalMime.parse(received[0] ?? '')
  expect(read).toMatchObject({
    from: { name: 'Risiti', address: 'no-reply@risiti.example.tz' },
    to: [{ address: 'asha@example.test' }],
    subject: letter.subject,
    messageId: `<${letter.id}@risiti.example.tz>`,
  })
  expect(read.text?.trim()).toContain('Habari Asha,')
})

test('a mail with a layout arrives as HTML and as plain text with the same words', async () => {
  const code = oneTimeCode.sw({ name: 'Asha & Juma', username: 'asha', code: '048213' })
  expect(await mail.send({ ...letter, ...renderMail(code, 'sw') })).toEqual({ kind: 'sent' })
  const read = await PostalMime.parse(received[0] ?? '')
  expect(read.subject).toBe('Msimbo wako wa Risiti')
  expect(read.text).toContain('048213')
  expect(read.html).toContain('048213')
  expect(read.html).toContain('Habari Asha &amp; Juma,')
})

test('a mailbox that does not exist bounces for good; a full one may work later', async () => {
  answerToRecipient = '550 no such mailbox'
  expect(await mail.send(letter)).toMatchObject({ kind: 'bounced' })
  answerToRecipient = '452 full'
  expect(await mail.send(letter)).toMatchObject({ kind: 'unknown' })
})

test('a mail server that is away leaves the outcome open', async () => {
  const lonely = createSmtpMail('smtp://127.0.0.1:1', 'no-reply@risiti.example.tz')
  expect(await lonely.send(letter)).toMatchObject({ kind: 'unknown' })
  await lonely.close()
})

test('a line break in the subject adds no header', async () => {
  await mail.send({ ...letter, subject: 'Hello\r\nBcc: thief@example.test' })
  const read = await PostalMime.parse(received[0] ?? '')
  expect(read.bcc).toBeUndefined()
})
