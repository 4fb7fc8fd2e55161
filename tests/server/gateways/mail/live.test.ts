import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MailGateway } from '#server/gateways/mail/gateway.ts'
import { createSmtpMail } from '#server/gateways/mail/live.ts'
import { oneTimeCode } from '#server/messages/one-time-code.ts'
import { renderMail } from '#server/messages/render-mail.ts'
import { type SmtpServer, startSmtpServer } from '../../../support/smtp-server.ts'

let server: SmtpServer
let mail: MailGateway
beforeEach(async () => {
  server = await startSmtpServer()
  mail = createSmtpMail(server.url, 'no-reply@risiti.example.tz')
})
afterEach(async () => {
  await mail.close()
  await server.stop()
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
  const read = await PostalMime.parse(server.received[0] ?? '')
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
  const read = await PostalMime.parse(server.received[0] ?? '')
  expect(read.subject).toBe('Msimbo wako wa Risiti')
  expect(read.text).toContain('048213')
  expect(read.html).toContain('048213')
  expect(read.html).toContain('Habari Asha &amp; Juma,')
})

test('a mailbox that does not exist bounces for good; a full one may work later', async () => {
  server.answerRecipients('550 no such mailbox')
  expect(await mail.send(letter)).toMatchObject({ kind: 'bounced' })
  server.answerRecipients('452 full')
  expect(await mail.send(letter)).toMatchObject({ kind: 'unknown' })
})

test('a server that refuses our own address says nothing about the mailbox', async () => {
  server.answerSenders('550 sender not allowed')
  expect(await mail.send(letter)).toMatchObject({ kind: 'unknown' })
})

test('a mail server that is away leaves the outcome open', async () => {
  const lonely = createSmtpMail('smtp://127.0.0.1:1', 'no-reply@risiti.example.tz')
  expect(await lonely.send(letter)).toMatchObject({ kind: 'unknown' })
  await lonely.close()
})

test('a line break in the subject adds no header', async () => {
  await mail.send({ ...letter, subject: 'Hello\r\nBcc: thief@example.test' })
  const read = await PostalMime.parse(server.received[0] ?? '')
  expect(read.bcc).toBeUndefined()
})
