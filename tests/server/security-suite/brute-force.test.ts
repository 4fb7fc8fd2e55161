import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Answer,
  logInTestUser,
  readAnswer,
  startTestServer,
  type TestServer,
} from '#tests/support/start-test-server.ts'
import { createUser, TEST_PASSWORD } from '#tests/support/tenants.ts'

// One server behind a proxy, so that a test can come from any address, and one without a proxy.
let server: TestServer
let open: TestServer
beforeAll(async () => {
  server = await startTestServer({ environment: { TRUST_PROXY: '1' } })
  open = await startTestServer()
})
afterAll(async () => {
  await server.stop()
  await open.stop()
})

let address: string
let addresses = 0
beforeEach(() => {
  addresses += 1
  address = `10.9.0.${addresses}`
})

async function post(
  path: string,
  body: object,
  headers: Record<string, string> = {},
  to = server,
): Promise<Answer> {
  const sent = { 'x-forwarded-for': address, ...headers }
  return await readAnswer(
    await fetch(`${to.url}${path}`, { method: 'POST', headers: sent, body: JSON.stringify(body) }),
  )
}

const guess = async (
  username: string,
  password = 'Sivyo#1',
  headers: Record<string, string> = {},
  to = server,
) => await post('/api/v2/user/login', { username, password, deviceId: randomUUID() }, headers, to)

function expectToWait(answer: Answer | undefined): void {
  expect(answer).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  const seconds = Number(answer?.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(300)
  expect(answer?.body).toMatchObject({ data: { retryAfterSeconds: seconds } })
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)

describe('guessing passwords', () => {
  test('all at once gets no further than one after another', async () => {
    const user = await createUser(server.services.db)
    const answers = await Promise.all(Array.from({ length: 40 }, () => guess(user.username)))
    expect(statuses(answers).filter((status) => status === 401)).toHaveLength(10)
    expectToWait(answers.find(({ status }) => status === 429))
  })

  test('with the name written in other ways is the same guessing', async () => {
    const { username } = await createUser(server.services.db)
    const ways = [username, username.toUpperCase(), ` ${username}`, `${username}\t`, `\u00a0${username} `]
    const answers: Answer[] = []
    for (let turn = 0; turn < 11; turn += 1) answers.push(await guess(ways[turn % ways.length] ?? ''))
    expect(statuses(answers.slice(0, 10))).toEqual(Array.from({ length: 10 }, () => 401))
    expectToWait(answers[10])
  })

  test('is not forgiven by a right password in between', async () => {
    const user = await createUser(server.services.db)
    for (let turn = 0; turn < 10; turn += 1) {
      expect((await guess(user.username)).status).toBe(401)
      if (turn < 9) expect((await guess(user.username, TEST_PASSWORD)).status).toBe(200)
    }
    expectToWait(await guess(user.username, TEST_PASSWORD))
  })

  test('one password for many names has to wait as well, with one of them right or not (spraying)', async () => {
    const own = await createUser(server.services.db)
    // Sixty on one name, most of them turned away before a password is looked at, count for the address as well.
    const one = await Promise.all(Array.from({ length: 60 }, () => guess('mtu-mmoja')))
    expect(statuses(one).filter((status) => status === 401)).toHaveLength(10)
    const answers: Answer[] = []
    for (let round = 0; round < 5; round += 1) {
      const names = Array.from({ length: 10 }, () => `mtu-${randomUUID()}`)
      answers.push(...(await Promise.all(names.map((name) => guess(name)))))
      if (round < 3) expect((await guess(own.username, TEST_PASSWORD)).status).toBe(200)
    }
    expect(statuses(answers).filter((status) => status === 401)).toHaveLength(40)
    expectToWait(answers.find(({ status }) => status === 429))
    address = '10.9.1.1'
    expect((await guess(own.username, TEST_PASSWORD)).status).toBe(200)
  })

  test('one caller waits, the others of that name sign in', async () => {
    const user = await createUser(server.services.db)
    await Promise.all(Array.from({ length: 11 }, () => guess(user.username)))
    expectToWait(await guess(user.username, TEST_PASSWORD))
    address = '10.9.1.2'
    expect((await guess(user.username, TEST_PASSWORD)).status).toBe(200)
  })

  test('one name from many addresses has to wait, longer each time, and the phone of its person does not', async () => {
    const user = await createUser(server.services.db)
    const { deviceId } = await logInTestUser(server, user.username)
    const from = async (place: number, password?: string) => {
      address = `10.7.${Math.floor(place / 200)}.${(place % 200) + 1}`
      return await guess(user.username, password)
    }
    const first = await Promise.all(Array.from({ length: 20 }, (_, place) => from(place)))
    expect(new Set(statuses(first))).toEqual(new Set([401]))
    // One more opens the first wait, of two seconds.
    expect((await from(20)).status).toBe(401)
    const turnedAway = await from(21)
    expectToWait(turnedAway)
    expect(Number(turnedAway.headers.get('retry-after'))).toBeLessThanOrEqual(2)
    // Its own phone, wherever it is, and other names are not kept waiting.
    address = '10.7.9.1'
    const body = { username: user.username, password: TEST_PASSWORD, deviceId }
    expect((await post('/api/v2/user/login', body)).status).toBe(200)
    expect((await guess(`mwingine-${randomUUID()}`)).status).toBe(401)
    // The next who comes after the wait passes, and the wait behind it is longer.
    await expect.poll(async () => (await from(100)).status, { timeout: 10_000, interval: 300 }).toBe(401)
    const longer = await from(101)
    expect(longer.status).toBe(429)
    expect(Number(longer.headers.get('retry-after'))).toBeGreaterThan(2)
    // A new phone of the real user gets in as soon as that is over: the user is not locked out.
    await expect
      .poll(async () => (await from(102, TEST_PASSWORD)).status, { timeout: 15_000, interval: 300 })
      .toBe(200)
  })

  test('an address that the caller makes up is not believed by a server in the open', async () => {
    const user = await createUser(open.services.db)
    const answers: Answer[] = []
    for (let turn = 0; turn < 11; turn += 1) {
      const made = `10.8.0.${turn}`
      const headers = {
        'x-forwarded-for': made,
        'x-real-ip': made,
        forwarded: `for=${made}`,
        'cf-connecting-ip': made,
      }
      answers.push(await guess(user.username, 'Sivyo#1', headers, open))
    }
    expectToWait(answers[10])
  })

  test('a request that cannot be read is no guess', async () => {
    const user = await createUser(server.services.db)
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await post('/api/v2/user/login', { username: user.username })).status).toBe(422)
    }
    expect((await guess(user.username, TEST_PASSWORD)).status).toBe(200)
  })
})

describe('guessing elsewhere', () => {
  test('the current password: ten times, then wait, for this user only', async () => {
    const user = await createUser(server.services.db)
    const { token } = await logInTestUser(server, user.username)
    const body = { currentPassword: 'Sivyo#2026', newPassword: 'Mpya#2027', confirmPassword: 'Mpya#2027' }
    const attempt = () => post('/api/v2/user/change-password', body, { authorization: `Bearer ${token}` })
    const answers = await Promise.all(Array.from({ length: 15 }, attempt))
    expect(statuses(answers).filter((status) => status === 422)).toHaveLength(10)
    expectToWait(answers.find(({ status }) => status === 429))
    const other = await logInTestUser(server, (await createUser(server.services.db)).username)
    const theirs = await post('/api/v2/user/change-password', body, {
      authorization: `Bearer ${other.token}`,
    })
    expect(theirs.status).toBe(422)
  })

  test('refresh tokens: three hundred times from one address, then wait', async () => {
    const answers: Answer[] = []
    for (let round = 0; round < 16; round += 1) {
      const path = round % 2 === 0 ? '/api/v2/user/token/refresh' : '/api/v2/user/logout'
      const made = Array.from({ length: 20 }, () => post(path, { refresh_token: randomUUID() }))
      answers.push(...(await Promise.all(made)))
    }
    expect(statuses(answers).filter((status) => status !== 429)).toHaveLength(300)
    expectToWait(answers.find(({ status }) => status === 429))
  })
})

test('what is counted names neither people nor addresses', async () => {
  const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(server.services.db)
  expect(rows.length).toBeGreaterThan(10)
  for (const { key } of rows) expect(key).toMatch(/^[a-z-]+:[\w-]{43}$/)
})
