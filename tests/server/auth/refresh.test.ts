import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshText } from '#contract/session.ts'
import { generateDeviceKey } from '../../support/device-key.ts'
import {
  type Answer,
  logInTestUser,
  startTestServer,
  type TestServer,
} from '../../support/start-test-server.ts'
import { createCompany, createOperator, TEST_PASSWORD } from '../../support/tenants.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const refresh = (refresh_token: string, signature?: string) =>
  server.call('auth.refresh', { refresh_token, ...(signature === undefined ? {} : { signature }) })
const pairOf = (answer: Answer) => {
  expect(answer.status).toBe(200)
  return answer.body as { token: string; refresh_token: string }
}

async function aSignedInOperator() {
  const company = await createCompany(server.services.db)
  const operator = await createOperator(server.services.db, company.id)
  const { publicKey, signText } = generateDeviceKey()
  return {
    company,
    operator,
    /** As the phone itself asks. */
    refreshSigned: (token: string) => refresh(token, signText(refreshText(token))),
    ...(await logInTestUser(server, operator.username, { devicePublicKey: publicKey })),
  }
}

const grantEnd = async (id: string | undefined) => {
  const row = await server.services.db
    .selectFrom('delivery_grants')
    .select('ended_at')
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow()
  return row.ended_at
}

describe('refreshing the session (spec §7; a used token is good for 30 s, or for the phone that lost the answer; later use is theft)', () => {
  test('a refresh token gives a new pair, and the new token works', async () => {
    const { refresh_token } = await aSignedInOperator()
    const pair = pairOf(await refresh(refresh_token))
    expect(pair.refresh_token).not.toBe(refresh_token)
    expect((await server.call('session.read', {}, pair.token)).status).toBe(200)
  })

  test('only a hash of the token is stored', async () => {
    const { refresh_token, operator } = await aSignedInOperator()
    const rows = await server.services.db
      .selectFrom('refresh_tokens')
      .selectAll()
      .where('user_id', '=', operator.id)
      .execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(refresh_token)
  })

  test('a used token is accepted again for 30 seconds, since the answer may have been lost', async () => {
    const { refresh_token } = await aSignedInOperator()
    const first = pairOf(await refresh(refresh_token))
    server.clock.advance(30_000)
    const second = pairOf(await refresh(refresh_token))
    pairOf(await refresh(first.refresh_token))
    pairOf(await refresh(second.refresh_token))
  })

  test('the same token used by many at once gives each of them the same successor, which works', async () => {
    const { refresh_token } = await aSignedInOperator()
    const pairs = (await Promise.all(Array.from({ length: 8 }, () => refresh(refresh_token)))).map(pairOf)
    const [successor] = new Set(pairs.map((pair) => pair.refresh_token))
    expect(pairs.every((pair) => pair.refresh_token === successor)).toBe(true)
    pairOf(await refresh(successor ?? ''))
  })

  test('a phone that was offline for a week gets the lost pair again, and its grant continues (B15)', async () => {
    const { refresh_token, grant, refreshSigned } = await aSignedInOperator()
    const lost = pairOf(await refreshSigned(refresh_token))
    for (const days of [1, 6]) {
      server.clock.advance(days * 86_400_000)
      expect(pairOf(await refreshSigned(refresh_token)).refresh_token).toBe(lost.refresh_token)
    }
    const next = pairOf(await refreshSigned(lost.refresh_token))
    expect((await server.call('session.read', {}, next.token)).status).toBe(200)
    expect(await grantEnd(grant?.id)).toBeNull()
  })

  test('signed with another key, or for another token, a late use is theft all the same', async () => {
    const wrong = [
      (token: string) => generateDeviceKey().signText(refreshText(token)),
      () => 'no signature',
      () => '',
    ]
    for (const sign of wrong) {
      const { refresh_token, grant } = await aSignedInOperator()
      const heir = pairOf(await refresh(refresh_token))
      server.clock.advance(30_001)
      expect((await refresh(refresh_token, sign(refresh_token))).status).toBe(401)
      expect((await refresh(heir.refresh_token)).status).toBe(401)
      expect(await grantEnd(grant?.id)).not.toBeNull()
    }
  })

  test('once the successor was used, the old token ends the session, also with the key of the device', async () => {
    const { refresh_token, grant, refreshSigned } = await aSignedInOperator()
    const heir = pairOf(await refreshSigned(refresh_token))
    const next = pairOf(await refreshSigned(heir.refresh_token))
    server.clock.advance(30_001)
    expect((await refreshSigned(refresh_token)).status).toBe(401)
    expect((await refreshSigned(next.refresh_token)).status).toBe(401)
    expect(await grantEnd(grant?.id)).not.toBeNull()
  })

  test('the key outlives a change of the password: a pair lost after it comes again', async () => {
    const { token, refreshSigned } = await aSignedInOperator()
    const newPassword = 'Mpya#2026zz'
    const form = { currentPassword: TEST_PASSWORD, newPassword, confirmPassword: newPassword }
    const changed = pairOf(await server.call('auth.change-password', form, token))
    const lost = pairOf(await refreshSigned(changed.refresh_token))
    server.clock.advance(86_400_000)
    expect(pairOf(await refreshSigned(changed.refresh_token)).refresh_token).toBe(lost.refresh_token)
  })

  test('a token used after 30 seconds ends the whole session and the delivery grant of the device', async () => {
    const { refresh_token, grant } = await aSignedInOperator()
    const heir = pairOf(await refresh(refresh_token))
    expect(await grantEnd(grant?.id)).toBeNull()
    server.clock.advance(30_001)
    const stolen = await refresh(refresh_token)
    expect(stolen.status).toBe(401)
    expect(stolen.body).toMatchObject({ code: 'REFRESH_REFUSED' })
    expect((await refresh(heir.refresh_token)).body).toMatchObject({ code: 'REFRESH_REFUSED' })
    expect((await server.call('session.read', {}, heir.token)).status).toBe(401)
    expect(await grantEnd(grant?.id)).not.toBeNull()
  })

  test('theft on one device leaves the other devices of the user alone', async () => {
    const { operator, refresh_token } = await aSignedInOperator()
    const other = await logInTestUser(server, operator.username)
    pairOf(await refresh(refresh_token))
    server.clock.advance(31_000)
    await refresh(refresh_token)
    pairOf(await refresh(other.refresh_token))
  })

  test('theft is in the trail of the company, and its person gets a mail', async () => {
    const { operator, refresh_token } = await aSignedInOperator()
    pairOf(await refresh(refresh_token))
    server.clock.advance(31_000)
    await refresh(refresh_token)
    const { db } = server.services
    const entry = await db
      .selectFrom('audit')
      .select(['company_id', 'device_id'])
      .where('action', '=', 'session.theft')
      .where('user_id', '=', operator.id)
      .executeTakeFirstOrThrow()
    expect(entry.company_id).toBe(operator.company_id)
    expect(entry.device_id).not.toBeNull()
    const mail = await db
      .selectFrom('mails')
      .select('subject')
      .where('to_address', '=', operator.email)
      .where('subject', 'in', ['Your login to Risiti was ended', 'Tumekutoa kwenye akaunti yako ya Risiti'])
      .executeTakeFirst()
    expect(mail).toBeDefined()
  })

  test('a token that heirs race with its theft never survives', async () => {
    const { refresh_token } = await aSignedInOperator()
    const heir = pairOf(await refresh(refresh_token))
    server.clock.advance(31_000)
    const [, raced] = await Promise.all([refresh(refresh_token), refresh(heir.refresh_token)])
    const survivors = [heir.refresh_token]
    if (raced.status === 200) survivors.push(pairOf(raced).refresh_token)
    for (const token of survivors) expect((await refresh(token)).status).toBe(401)
  })

  test('an unknown, an expired and a signed-out token are refused alike', async () => {
    const { refresh_token } = await aSignedInOperator()
    expect((await refresh('made-up')).body).toMatchObject({ status: 401, code: 'REFRESH_REFUSED' })
    const other = await aSignedInOperator()
    await server.call('auth.logout', { refresh_token: other.refresh_token })
    expect((await refresh(other.refresh_token)).body).toMatchObject({ status: 401, code: 'REFRESH_REFUSED' })
    server.clock.advance(60 * 86_400_000)
    expect((await refresh(refresh_token)).body).toMatchObject({ status: 401, code: 'REFRESH_REFUSED' })
  })

  test('a disabled user and a disabled company get different codes', async () => {
    const { refresh_token, operator } = await aSignedInOperator()
    await server.services.db
      .updateTable('users')
      .set({ status: 'blocked' })
      .where('id', '=', operator.id)
      .execute()
    expect((await refresh(refresh_token)).body).toMatchObject({ status: 403, code: 'USER_DISABLED' })
    const other = await aSignedInOperator()
    const { db } = server.services
    await db.updateTable('companies').set({ active: false }).where('id', '=', other.company.id).execute()
    expect((await refresh(other.refresh_token)).body).toMatchObject({ status: 403, code: 'COMPANY_DISABLED' })
  })
})

describe('signing out', () => {
  test('it ends the session at once and keeps the delivery grant, so that queued work still goes out', async () => {
    const { token, refresh_token, grant } = await aSignedInOperator()
    expect((await server.call('auth.logout', { refresh_token })).status).toBe(200)
    expect((await refresh(refresh_token)).status).toBe(401)
    await expect.poll(async () => (await server.call('session.read', {}, token)).status).toBe(401)
    expect(await grantEnd(grant?.id)).toBeNull()
  })

  test('an unknown token signs out as well', async () => {
    expect((await server.call('auth.logout', { refresh_token: 'made-up' })).status).toBe(200)
  })
})
