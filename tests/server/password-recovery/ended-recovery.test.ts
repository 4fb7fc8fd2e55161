import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserRow } from '#server/storage/accounts/users.ts'
import { logInTestUser, startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany, createOperator, createUser, TEST_PASSWORD } from '../../support/tenants.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const NEW = 'Safari!2027'

async function anOperator(): Promise<UserRow> {
  const company = await createCompany(server.services.db)
  return await createOperator(server.services.db, company.id)
}

/** The session of an owner of the company of an operator. */
async function ownerOf({ company_id }: UserRow): Promise<string> {
  const owner = await createUser(server.services.db, { user_type: 'company_owner', company_id })
  return (await logInTestUser(server, owner.username)).token
}

async function start(email: string): Promise<string> {
  const { body } = await server.call('recovery.start', { email })
  return (body as { verification: string }).verification
}

async function codesSentTo(email: string): Promise<string[]> {
  const mails = await server.services.db
    .selectFrom('mails')
    .select('text')
    .where('to_address', '=', email)
    .orderBy('id')
    .execute()
  return mails.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
}

const verify = (verification: string, code: string) => server.call('recovery.verify', { verification, code })
const reset = (verification: string) =>
  server.call('recovery.reset', { verification, newPassword: NEW, confirmPassword: NEW })

/** The token for a new password, after the code of a mail to this address. */
async function verified(email: string): Promise<string> {
  const verification = await start(email)
  await expect.poll(async () => (await codesSentTo(email)).length).toBe(1)
  const { body } = await verify(verification, (await codesSentTo(email))[0] ?? '')
  return (body as { verification: string }).verification
}

describe('a recovery that was begun before', () => {
  test.each([
    [
      'the person chose another password',
      async (user: UserRow) => {
        const { token } = await logInTestUser(server, user.username)
        const form = {
          currentPassword: TEST_PASSWORD,
          newPassword: 'Tatu!2029',
          confirmPassword: 'Tatu!2029',
        }
        return await server.call('auth.change-password', form, token)
      },
    ],
    [
      'the owner gave another password',
      async (user: UserRow) =>
        await server.call('users.reset-password', { id: user.id }, await ownerOf(user)),
    ],
  ])('%s is over', async (_, change) => {
    const user = await anOperator()
    const token = await verified(user.email)
    const waiting = await start(user.email)
    expect((await change(user)).status).toBe(200)
    expect((await reset(token)).body).toMatchObject({ code: 'RESET_FAILED' })
    expect((await verify(waiting, '123456')).body).toMatchObject({ code: 'OTP_EXPIRED' })
  })

  test('the account had another address is over; one with the new address works', async () => {
    const user = await anOperator()
    const token = await verified(user.email)
    const waiting = await start(user.email)
    const email = `mpya-${user.id}@example.test`
    const fields = { firstName: user.first_name, lastName: user.last_name, mobile: '754000012', email }
    const changed = await server.call('users.change', { id: user.id, ...fields }, await ownerOf(user))
    expect(changed.status).toBe(200)
    expect((await reset(token)).body).toMatchObject({ code: 'RESET_FAILED' })
    expect((await server.call('recovery.send-again', { verification: waiting })).status).toBe(200)
    expect((await reset(await verified(email))).status).toBe(200)
  })
})
