import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { Mail, MailOutcome } from '#server/gateways/mail/gateway.ts'
import { type MailServices, sendInvoiceMails } from '#server/services/invoices/send-invoice-mails.ts'
import { listCompaniesToMail } from '#server/storage/invoices/invoice-mails.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop
let invoice: Invoice
let sent: Mail[]
let answer: MailOutcome

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(async () => await backend.close())
beforeEach(async () => {
  shop = await createShop(backend)
  invoice = invoiceOf(await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId))))
  sent = []
  answer = { kind: 'sent' }
})

/** The product's services with a mail server that the test answers for. */
function services(): MailServices {
  return {
    ...backend.server.services,
    mail: {
      send: async (mail) => {
        sent.push(mail)
        return answer
      },
      close: async () => undefined,
    },
  }
}

const mailRequest = (overrides: object = {}) => ({
  invoiceId: invoice.id,
  mailId: randomUUID(),
  to: 'mteja@example.tz',
  language: 'sw',
  ...overrides,
})

async function pulled(): Promise<Invoice | undefined> {
  const { changes } = await shop.phone.pull()
  return (changes as { id: string; row: Invoice }[]).find(({ id }) => id === invoice.id)?.row
}

const work = () => sendInvoiceMails(services(), shop.companyId)
const isDue = async () =>
  (await listCompaniesToMail(backend.server.services.db, toInstant(backend.clock.now()))).includes(
    shop.companyId,
  )

test('a request is one mail, however often it arrives and however many processes work on it', async () => {
  const body = mailRequest()
  const queued = invoiceOf(await shop.phone.pushOne('invoice.email', body))
  expect(queued.mails).toMatchObject([{ id: body.mailId, to: 'mteja@example.tz', state: 'queued' }])
  await shop.phone.pushOne('invoice.email', body)
  expect(await isDue()).toBe(true)
  await Promise.all([work(), work(), work()])
  expect(sent.map((mail) => mail.id)).toEqual([body.mailId])
  expect(sent[0]).toMatchObject({ to: 'mteja@example.tz', companyId: shop.companyId })
  expect((await pulled())?.mails).toMatchObject([{ id: body.mailId, state: 'sent' }])
  expect(await isDue()).toBe(false)
})

test('the letter speaks the chosen language and holds the receipt', async () => {
  await shop.phone.pushOne('invoice.email', mailRequest({ language: 'en' }))
  await shop.phone.pushOne('invoice.email', mailRequest({ language: 'sw' }))
  await work()
  const { rctvnum = '', verifyUrl = '' } = invoice.receipt ?? {}
  expect(sent.map((mail) => mail.subject)).toEqual([
    expect.stringMatching(`Receipt ${rctvnum} from`),
    expect.stringMatching(`Risiti ${rctvnum} kutoka`),
  ])
  for (const mail of sent) {
    expect(mail.text).toContain('Tsh 3,000')
    expect(mail.text).toContain(verifyUrl)
    expect(mail.attachment?.name).toBe(`${rctvnum}.pdf`)
    const pages = readPdf(Buffer.from(mail.attachment?.content ?? []))
    expect(JSON.stringify(pages)).toContain(rctvnum)
  }
})

test('an address without a mailbox is reported to every phone as bounced, and is not tried again', async () => {
  answer = { kind: 'bounced', reason: '550 no such user' }
  await shop.phone.pushOne('invoice.email', mailRequest())
  await work()
  backend.clock.advance(86_400_000)
  await work()
  expect(sent).toHaveLength(1)
  expect((await pulled())?.mails).toMatchObject([{ state: 'bounced' }])
})

test('a mail server that does not answer is tried again for a day, under the same name; then the mail has failed', async () => {
  answer = { kind: 'unknown', reason: 'timeout' }
  await shop.phone.pushOne('invoice.email', mailRequest())
  await work()
  await work()
  expect(sent).toHaveLength(1)
  expect((await pulled())?.mails).toMatchObject([{ state: 'queued' }])
  for (let hour = 0; hour < 30; hour += 1) {
    backend.clock.advance(3_600_000)
    await work()
  }
  expect(new Set(sent.map((mail) => mail.id)).size).toBe(1)
  expect(sent.length).toBeGreaterThan(4)
  expect((await pulled())?.mails).toMatchObject([{ state: 'failed', failure: 'service' }])
})

test('a mail of an invoice that was canceled meanwhile is not sent', async () => {
  await shop.phone.pushOne('invoice.email', mailRequest())
  await shop.phone.pushOne('invoice.cancel', { invoiceId: invoice.id, reason: 'Imekosewa' })
  await work()
  expect(sent).toEqual([])
  expect((await pulled())?.mails).toMatchObject([{ state: 'failed', failure: 'canceled' }])
})

test('a mail whose content the mail server refuses has failed for that, not for its address', async () => {
  answer = { kind: 'refused', reason: '554 message refused' }
  await shop.phone.pushOne('invoice.email', mailRequest())
  await work()
  expect((await pulled())?.mails).toMatchObject([{ state: 'failed', failure: 'message' }])
})

test.each([
  [
    'what is no address (spec §8)',
    { to: 'mteja@' },
    'MAIL_ADDRESS_INVALID',
    [{ path: 'to', code: 'MAIL_ADDRESS_INVALID' }],
  ],
  [
    'an address that would add headers',
    { to: 'a@example.tz\nBcc: b@example.tz' },
    'MAIL_ADDRESS_INVALID',
    [{ path: 'to', code: 'MAIL_ADDRESS_INVALID' }],
  ],
])('%s is refused', async (_name, overrides, code, fields) => {
  expect(await shop.phone.pushOne('invoice.email', mailRequest(overrides))).toMatchObject({
    state: 'refused',
    code,
    fields,
  })
})

test('a draft is not mailed', async () => {
  const draft = invoiceInput(aSale(shop.productId))
  await shop.phone.pushOne('invoice.save', draft)
  const result = await shop.phone.pushOne('invoice.email', mailRequest({ invoiceId: draft.invoiceId }))
  expect(result).toMatchObject({ state: 'refused', code: 'MAIL_INVOICE_NOT_NUMBERED' })
})
