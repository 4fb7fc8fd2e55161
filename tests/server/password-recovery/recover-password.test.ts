import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EndpointInput, type EndpointName, endpoints } from '#contract/endpoints.ts'
import type { UserRow } from '#server/storage/accounts/users.ts'
import { generateDeviceKey } from '../../support/device-key.ts'
import {
  type Answer,
  logInTestUser,
  readAnswer,
  startTestServer,
  type TestServer,
} from '../../support/start-test-server.ts'
import { createCompany, createOperator, TEST_PASSWORD } from '../../support/tenants.ts'

// Behind a proxy, so that each test has a network address of its own and meets no limit of another test.
let server: TestServer
let lines = 0
beforeAll(async () => {
  server = await startTestServer({ environment: { TRUST_PROXY: '1' } })
})
afterAll(() => server.stop())
beforeEach(() => {
  lines += 1
})

type RecoveryCall = Extract<EndpointName, `recovery.${string}`>

async function call<Name extends RecoveryCall>(name: Name, input: EndpointInput<Name>): Promise<Answer> {
  const response = await fetch(`${server.url}${endpoints[name].path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.7.0.${lines}` },
    body: JSON.stringify(input),
  })
  return await readAnswer(response)
}

const NEW = 'Safari!2027'

async function anOperator(overrides: Partial<UserRow> = {}): Promise<UserRow> {
  const company = await createCompany(server.services.db)
  return await createOperator(server.services.db, company.id, overrides)
}

async function start(email: string): Promise<string> {
  const { status, body } = await call('recovery.start', { email })
  expect(status).toBe(200)
  return (body as { verification: string }).verification
}

async function mailsTo(email: string): Promise<{ subject: string; text: string; html: string | null }[]> {
  return await server.services.db
    .selectFrom('mails')
    .select(['subject', 'text', 'html'])
    .where('to_address', '=', email)
    .orderBy('id')
    .execute()
}

/** The code of the only mail that is there. */
async function codeSentTo(email: string): Promise<string> {
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  const [sent] = await mailsTo(email)
  return /\b\d{6}\b/.exec(sent?.text ?? '')?.[0] ?? ''
}

/** A code of six digits that is not the right one. */
function wrong(code: string): string {
  return code === '111111' ? '222222' : '111111'
}

const verify = (verification: string, code: string) => call('recovery.verify', { verification, code })
const reset = (verification: string, newPassword = NEW, confirmPassword = newPassword) =>
  call('recovery.reset', { verification, newPassword, confirmPassword })

async function verified(user: UserRow): Promise<string> {
  const verification = await start(user.email)
  const { status, body } = await verify(verification, await codeSentTo(user.email))
  expect(status).toBe(200)
  return (body as { verification: string }).verification
}

describe('recovering a password by a one-time code (spec §4)', () => {
  test('the code comes by mail in the language of the account, and opens the choice of a password once', async () => {
    const user = await anOperator()
    const token = await verified(user)
    const [mail] = await mailsTo(user.email)
    expect(mail?.subject).toBe('Msimbo wako wa Risiti')
    expect(mail?.html).toContain(user.username)
    expect((await reset(token)).status).toBe(200)
    const login = { username: user.username, deviceId: user.id }
    expect((await server.call('auth.login', { ...login, password: NEW })).status).toBe(200)
    expect((await server.call('auth.login', { ...login, password: TEST_PASSWORD })).status).toBe(401)
    expect((await reset(token, 'Pili!2028')).body).toMatchObject({ code: 'RESET_FAILED' })
    expect((await server.call('auth.login', { ...login, password: NEW })).status).toBe(200)
  })

  test('the right code can be sent again after a lost answer, and opens one choice of a password', async () => {
    const user = await anOperator()
    const verification = await start(user.email)
    const code = await codeSentTo(user.email)
    const [lost, again] = [await verify(verification, code), await verify(verification, code)]
    expect(again).toMatchObject({ status: 200, body: lost.body as object })
    expect((await verify(verification, wrong(code))).body).toMatchObject({ code: 'OTP_EXPIRED' })
    const { verification: token } = again.body as { verification: string }
    expect((await reset(token)).status).toBe(200)
    expect((await verify(verification, code)).body).toMatchObject({ code: 'OTP_EXPIRED' })
  })

  test('the same new password can be sent again after a lost answer, for two minutes, and changes nothing', async () => {
    const user = await anOperator()
    const token = await verified(user)
    expect((await reset(token)).status).toBe(200)
    const form = { username: user.username, password: NEW, deviceId: user.id }
    const { token: session } = (await server.call('auth.login', form)).body as { token: string }
    const before = (await mailsTo(user.email)).length
    expect(await reset(token)).toMatchObject({ status: 200, body: {} })
    expect((await server.call('session.read', {}, session)).status).toBe(200)
    expect((await mailsTo(user.email)).length).toBe(before)
    expect((await verify(token, '123456')).body).toMatchObject({ code: 'OTP_EXPIRED' })
    expect((await call('recovery.send-again', { verification: token })).status).toBe(422)
    server.clock.advance(120_000)
    expect((await reset(token)).body).toMatchObject({ code: 'RESET_FAILED' })
    server.clock.advance(-120_000)
  })

  test('a used token does not tell whether a password is right: another one ends it', async () => {
    const token = await verified(await anOperator())
    expect((await reset(token)).status).toBe(200)
    expect((await reset(token, 'Pili!2028')).body).toMatchObject({ code: 'RESET_FAILED' })
    expect((await reset(token)).body).toMatchObject({ code: 'RESET_FAILED' })
  })

  test('the repeat is refused once the password was changed again or the person was disabled', async () => {
    const { db } = server.services
    for (const change of [{ password_hash: 'another' }, { status: 'blocked' as const }]) {
      const user = await anOperator()
      const token = await verified(user)
      expect((await reset(token)).status).toBe(200)
      await db.updateTable('users').set(change).where('id', '=', user.id).execute()
      expect((await reset(token)).body).toMatchObject({ code: 'RESET_FAILED' })
    }
  })

  test('the same new password sent twice at once is set once', async () => {
    const user = await anOperator()
    const token = await verified(user)
    const answers = await Promise.all([reset(token), reset(token)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const changed = (await mailsTo(user.email)).filter(({ subject }) => subject.includes('limebadilishwa'))
    expect(changed).toHaveLength(1)
  })

  test('every session and delivery grant of the account ends, and the user gets a mail (design D3)', async () => {
    const user = await anOperator()
    const { token, refresh_token, grant } = await logInTestUser(server, user.username, {
      devicePublicKey: generateDeviceKey().publicKey,
    })
    await server.services.db.deleteFrom('mails').where('to_address', '=', user.email).execute()
    expect((await reset(await verified(user))).status).toBe(200)
    expect((await server.call('auth.refresh', { refresh_token })).status).toBe(401)
    await expect.poll(async () => (await server.call('session.read', {}, token)).status).toBe(401)
    const row = await server.services.db
      .selectFrom('delivery_grants')
      .select('ended_at')
      .where('id', '=', grant?.id ?? '')
      .executeTakeFirstOrThrow()
    expect(row.ended_at).not.toBeNull()
    const subjects = (await mailsTo(user.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Nenosiri lako la Risiti limebadilishwa')
  })

  test('an account that had to change its first password has done so', async () => {
    const user = await anOperator({ must_change_password: true })
    await reset(await verified(user))
    const { body } = await server.call('auth.login', {
      ...{ username: user.username, password: NEW, deviceId: user.id },
    })
    expect(body).toMatchObject({ session: { mustChangePassword: false } })
  })
})

describe('a code (spec §5, §8)', () => {
  test('is refused with the number of attempts left of three, and then permanently', async () => {
    const user = await anOperator()
    const verification = await start(user.email)
    const code = await codeSentTo(user.email)
    const codes = []
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const { status, body } = await verify(verification, wrong(code))
      expect(status).toBe(422)
      codes.push((body as { code: string }).code)
    }
    expect(codes).toEqual(['OTP_INCORRECT', 'OTP_INCORRECT_SECOND', 'OTP_ATTEMPTS_EXCEEDED'])
    expect((await verify(verification, code)).body).toMatchObject({
      code: 'OTP_ATTEMPTS_EXCEEDED',
      fields: [{ path: 'code', code: 'OTP_ATTEMPTS_EXCEEDED' }],
    })
  })

  test('is guessed three times, however many guesses come at once', async () => {
    const user = await anOperator()
    const verification = await start(user.email)
    const code = await codeSentTo(user.email)
    const guesses = Array.from({ length: 10 }, () => verify(verification, wrong(code)))
    const codes = (await Promise.all(guesses)).map(({ body }) => (body as { code: string }).code)
    expect(codes.filter((refusal) => refusal !== 'OTP_ATTEMPTS_EXCEEDED').sort()).toEqual([
      'OTP_INCORRECT',
      'OTP_INCORRECT_SECOND',
    ])
    expect((await verify(verification, code)).status).toBe(422)
  })

  test('is good for an hour, and has expired at its end', async () => {
    const user = await anOperator()
    const verification = await start(user.email)
    const code = await codeSentTo(user.email)
    server.clock.advance(60 * 60_000)
    const expired = (await verify(verification, code)).body
    // At no field: the screen offers a new request in place of the field.
    expect(expired).toMatchObject({ code: 'OTP_EXPIRED' })
    expect(expired).not.toMatchObject({ fields: [expect.anything()] })
    server.clock.advance(-1)
    expect((await verify(verification, code)).status).toBe(200)
    server.clock.advance(1 - 60 * 60_000)
  })

  test('that is sent again takes the place of the one before and gives new attempts', async () => {
    const user = await anOperator()
    const verification = await start(user.email)
    const first = await codeSentTo(user.email)
    await verify(verification, wrong(first))
    await server.services.db.deleteFrom('mails').where('to_address', '=', user.email).execute()
    expect((await call('recovery.send-again', { verification })).status).toBe(200)
    const second = await codeSentTo(user.email)
    if (first !== second) {
      expect((await verify(verification, first)).body).toMatchObject({ code: 'OTP_INCORRECT' })
    }
    expect((await verify(verification, second)).status).toBe(200)
    expect((await call('recovery.send-again', { verification })).status).toBe(422)
  })

  test('goes at most five times an hour to one address (design D16)', async () => {
    const user = await anOperator()
    const verification = await start(user.email)
    const answers = [
      await call('recovery.send-again', { verification }),
      await call('recovery.start', { email: user.email.toUpperCase() }),
      await call('recovery.send-again', { verification }),
      await call('recovery.start', { email: user.email }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const refused = [
      await call('recovery.start', { email: user.email }),
      await call('recovery.send-again', { verification }),
    ]
    for (const { status, headers } of refused) {
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  test('and its token are not in the database', async () => {
    const user = await anOperator()
    const verification = await start(user.email)
    const code = await codeSentTo(user.email)
    const rows = await server.services.db
      .selectFrom('password_resets')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(verification)
    expect(JSON.stringify(rows)).not.toContain(`"${code}"`)
  })
})

describe('an unknown address gets the same answer as a known one (resolution 17)', () => {
  const shape = (answer: { status: number; body: unknown }) => ({
    status: answer.status,
    body: JSON.stringify(answer.body).replaceAll(/"(verification|requestId)":"[^"]+"/g, '"$1":"…"'),
  })

  test.each(['inactive', 'blocked'] as const)(
    'and so is that of an %s person; nothing is mailed',
    async (status) => {
      const disabled = await anOperator({ status })
      const known = await anOperator()
      const answers = []
      for (const email of [known.email, disabled.email, `hakuna-${status}@example.test`]) {
        const started = await call('recovery.start', { email })
        const { verification } = started.body as { verification: string }
        answers.push({
          started: shape(started),
          length: verification.length,
          wrong: [
            shape(await verify(verification, '000000')),
            shape(await verify(verification, '000001')),
            shape(await verify(verification, '000002')),
            shape(await verify(verification, '000003')),
          ],
          again: shape(await call('recovery.send-again', { verification })),
        })
      }
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
      await expect.poll(async () => (await mailsTo(known.email)).length).toBe(2)
      expect(await mailsTo(disabled.email)).toEqual([])
    },
  )

  test('a mail server that hangs keeps neither waiting', async () => {
    const user = await anOperator()
    const { mail } = server.services
    let release = () => {}
    const hanging = new Promise<void>((resolve) => {
      release = resolve
    })
    const send = mail.send.bind(mail)
    Reflect.set(mail, 'send', async (letter: Parameters<typeof send>[0]) => {
      await hanging
      return await send(letter)
    })
    expect((await call('recovery.start', { email: user.email })).status).toBe(200)
    expect(await mailsTo(user.email)).toEqual([])
    release()
    await expect.poll(async () => (await mailsTo(user.email)).length).toBe(1)
    Reflect.set(mail, 'send', send)
  })
})

describe('the new password (spec §5, §8)', () => {
  test('must keep the rules, and the token is still good afterwards', async () => {
    const token = await verified(await anOperator())
    expect((await reset(token, 'abc', 'abd')).body).toMatchObject({
      code: 'PASSWORD_LENGTH',
      fields: [
        { path: 'newPassword', code: 'PASSWORD_LENGTH' },
        { path: 'newPassword', code: 'PASSWORD_UPPER' },
        { path: 'newPassword', code: 'PASSWORD_DIGIT' },
        { path: 'newPassword', code: 'PASSWORD_SPECIAL' },
        { path: 'confirmPassword', code: 'PASSWORD_MISMATCH' },
      ],
    })
    expect((await reset(token, '')).body).toMatchObject({ code: 'RESET_PASSWORD_REQUIRED' })
    expect((await reset('', NEW)).body).toMatchObject({ code: 'RESET_USERNAME_REQUIRED' })
    expect((await reset(token)).status).toBe(200)
  })

  test('is not set by the token of a code that was not entered, nor later than a quarter of an hour', async () => {
    const user = await anOperator()
    const verification = await start(user.email)
    expect((await reset(verification)).body).toMatchObject({ code: 'RESET_FAILED' })
    const { body } = await verify(verification, await codeSentTo(user.email))
    const token = (body as { verification: string }).verification
    expect((await reset(verification)).body).toMatchObject({ code: 'RESET_FAILED' })
    server.clock.advance(15 * 60_000)
    expect((await reset(token)).body).toMatchObject({ code: 'RESET_FAILED' })
    server.clock.advance(-1)
    expect((await reset(token)).status).toBe(200)
    server.clock.advance(1 - 15 * 60_000)
  })

  test('is not set for a person who was disabled meanwhile', async () => {
    const user = await anOperator()
    const token = await verified(user)
    await server.services.db
      .updateTable('users')
      .set({ status: 'inactive' })
      .where('id', '=', user.id)
      .execute()
    expect((await reset(token)).body).toMatchObject({ code: 'RESET_FAILED' })
  })
})
