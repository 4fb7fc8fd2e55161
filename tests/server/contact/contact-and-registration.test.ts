import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailWaitingMessages, sendContactMessage } from '#server/services/contact/send-contact-message.ts'
import {
  logInTestUser,
  readAnswer,
  startTestServer,
  type TestServer,
} from '../../support/start-test-server.ts'
import { createUser } from '../../support/tenants.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    environment: { PROVIDER_EMAIL: 'msaada@example.test', PROVIDER_PHONE: '0700000100', TRUST_PROXY: '1' },
  })
})
afterAll(() => server.stop())

const note = {
  fullName: 'Juma\r\nMfano',
  email: 'juma@example.test',
  phone: '',
  message: 'Bei?\n<b>Asante</b>',
}
const request = {
  ...{ fullName: 'Juma Mfano', email: 'juma.duka@example.test', phone: '754000001' },
  ...{ companyName: 'Duka la Juma', tin: '123-456-789', promoCode: 'abc123' },
}

describe('the contact form (spec §5)', () => {
  test('shows how to reach the provider, as configured', async () => {
    expect((await server.call('contact.provider', {})).body).toEqual({
      ...{ phone: '+255700000100', email: 'msaada@example.test', whatsapp: null },
    })
  })

  test('stores what was written and mails it to the provider as text', async () => {
    expect((await server.call('contact.send', note)).status).toBe(200)
    const { db } = server.services
    const stored = await db.selectFrom('contact_messages').selectAll().executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ full_name: 'Juma Mfano', message: 'Bei?\n<b>Asante</b>' })
    expect(stored.mailed_at).not.toBeNull()
    const mail = await db
      .selectFrom('mails')
      .selectAll()
      .where('id', '=', stored.id)
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ to_address: 'msaada@example.test', subject: 'Message from Juma Mfano' })
    expect(mail.text).toContain('> <b>Asante</b>')
    expect(mail.html).toContain('&lt;b&gt;Asante&lt;/b&gt;')
  })

  test('is stored and mailed once when it is sent again after a lost answer, and again when it was changed', async () => {
    const message = { ...note, fullName: 'Neema Mfano', id: randomUUID() }
    const twice = { ...message, message: 'Bei gani?' }
    for (const form of [message, message, twice]) {
      expect((await server.call('contact.send', form)).status).toBe(200)
    }
    const { db } = server.services
    const stored = await db
      .selectFrom('contact_messages')
      .select(['id', 'message'])
      .where('full_name', '=', 'Neema Mfano')
      .orderBy('created_at')
      .execute()
    expect(stored.map((one) => one.message).sort()).toEqual([note.message, 'Bei gani?'].sort())
    const mails = await db
      .selectFrom('mails')
      .select('id')
      .where('subject', '=', 'Message from Neema Mfano')
      .execute()
    expect(mails).toHaveLength(2)
  })

  test('is mailed again when the mail server was away', async () => {
    const { services } = server
    const sent: string[] = []
    const away = {
      ...services,
      mail: { ...services.mail, send: async () => ({ kind: 'unknown', reason: 'away' }) as const },
    }
    const back = {
      ...services,
      mail: {
        ...services.mail,
        send: async ({ id }: { id: string }) => {
          sent.push(id)
          return { kind: 'sent' } as const
        },
      },
    }
    await sendContactMessage(away, { ...note, fullName: 'Zawadi Mfano' })
    const { id } = await services.db
      .selectFrom('contact_messages')
      .select('id')
      .where('full_name', '=', 'Zawadi Mfano')
      .executeTakeFirstOrThrow()
    await mailWaitingMessages(back)
    await mailWaitingMessages(back)
    expect(sent).toEqual([id])
  })

  test('is not mailed again after a refusal for good, which is logged and read by a platform admin', async () => {
    const { services } = server
    const [attempts, logged]: [string[], object[]] = [[], []]
    const refusing = {
      ...services,
      log: (line: object) => void logged.push(line),
      mail: {
        ...services.mail,
        send: async ({ to }: { to: string }) => {
          attempts.push(to)
          return { kind: 'bounced', reason: '550 no such mailbox' } as const
        },
      },
    }
    await sendContactMessage(refusing, { ...note, fullName: 'Rehema Mfano' })
    server.clock.advance(60 * 60_000)
    await mailWaitingMessages(refusing)
    expect(attempts).toEqual(['msaada@example.test'])
    expect(logged).toMatchObject([{ event: 'mail-not-sent', kind: 'bounced', alert: true }])

    const admin = await createUser(services.db, { user_type: 'platform_admin' })
    const { token } = await logInTestUser(server, admin.username)
    expect((await server.call('contact.refused', {}, token)).body).toMatchObject({
      messages: [{ fullName: 'Rehema Mfano', message: note.message, refusedTo: 'msaada@example.test' }],
    })

    // The address was wrong: at the right one it goes out, and is no longer listed.
    const contact = { ...services.contact, email: 'ofisi@example.test' }
    await mailWaitingMessages({ ...services, contact })
    expect((await server.call('contact.refused', {}, token)).body).toEqual({ messages: [], unmailed: [] })
  })

  test('names what is missing, and stores nothing', async () => {
    const { status, body } = await server.call('contact.send', { ...note, fullName: '', message: ' ' })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      fields: [
        { path: 'fullName', code: 'CONTACT_NAME_REQUIRED' },
        { path: 'message', code: 'CONTACT_MESSAGE_REQUIRED' },
      ],
    })
  })

  test('takes twenty messages an hour from one network address, and no more', async () => {
    const send = async () =>
      await readAnswer(
        await fetch(`${server.url}/api/v2/contact`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.6.0.1' },
          body: JSON.stringify(note),
        }),
      )
    const statuses = []
    for (let sent = 0; sent < 21; sent += 1) statuses.push((await send()).status)
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
  })
})

describe('a registration request (spec §5, §8)', () => {
  test('becomes a new potential client with bare numbers', async () => {
    expect((await server.call('registration.request', request)).status).toBe(200)
    const row = await server.services.db
      .selectFrom('potential_clients')
      .selectAll()
      .where('email', '=', request.email)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ tin: '123456789', promo_code: 'ABC123', status: 'new', created_by: null })
  })

  test('is mailed to the provider, who has two working days to call back (spec §9)', async () => {
    const mail = await server.services.db
      .selectFrom('mails')
      .selectAll()
      .where('text', 'like', '%Duka la Juma%')
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ to_address: 'msaada@example.test', subject: 'Message from Juma Mfano' })
    expect(mail.text).toContain('123456789')
  })

  test('is stored once when it is repeated after a lost answer, and as another one when it was changed', async () => {
    const lost = { ...request, id: randomUUID(), email: 'mara-mbili@example.test' }
    const statuses = []
    for (const form of [lost, lost, { ...lost, email: 'nyingine@example.test' }]) {
      statuses.push((await server.call('registration.request', form)).status)
    }
    expect(statuses).toEqual([200, 200, 200])
    const rows = await server.services.db
      .selectFrom('potential_clients')
      .select(['id', 'email'])
      .where('email', 'in', ['mara-mbili@example.test', 'nyingine@example.test'])
      .orderBy('email')
      .execute()
    expect(rows.map(({ email }) => email)).toEqual(['mara-mbili@example.test', 'nyingine@example.test'])
    expect(rows[0]?.id).toBe(lost.id)
    const other = await server.call('registration.request', { ...lost, id: randomUUID() })
    expect(other.status).toBe(409)
  })

  test('of an address that waits or has an account is refused at its field', async () => {
    const user = await createUser(server.services.db)
    for (const email of [request.email.toUpperCase(), user.email]) {
      const { status, body } = await server.call('registration.request', { ...request, email })
      expect(status).toBe(409)
      expect(body).toMatchObject({ fields: [{ path: 'email', code: 'ACCOUNT_EMAIL_REGISTERED' }] })
    }
  })

  test('of an address that was declined may come again', async () => {
    const { db } = server.services
    await db.updateTable('potential_clients').set({ status: 'declined' }).execute()
    expect((await server.call('registration.request', request)).status).toBe(200)
  })

  test('names every rule it breaks', async () => {
    const broken = { fullName: 'A', email: 'x', phone: '1', companyName: 'B', tin: '2', promoCode: '3' }
    const { body } = await server.call('registration.request', broken)
    expect((body as { fields: { path: string }[] }).fields.map(({ path }) => path)).toEqual([
      ...['fullName', 'email', 'phone', 'companyName', 'tin', 'promoCode'],
    ])
  })
})
