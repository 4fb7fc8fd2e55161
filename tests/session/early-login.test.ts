import { expect, it } from 'vitest'
import { NONCE_PARAMETER } from '#contract/answer-proof.ts'
import { LOGIN_PATH } from '#contract/login-path.ts'
import { findMeta } from '#data/meta.ts'
import { makeDeviceKey } from '#session/device-key.ts'
import type { SentLogin } from '#session/early-login.ts'
import { browserLocks } from '#session/locks.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import { signIn } from '#session/sign-in.ts'
import { provenFetch } from '../support/prove-answer.ts'
import { aSession, FakeClock, fakePorts, idOf } from '../sync/device.ts'

const session = aSession(idOf('company'), idOf('user'))
/** The ids of the devices that asked. */
const asked: unknown[] = []

/** Answers a login as the server does. */
const serverFetch = provenFetch(
  async (input, init) => {
    const body: unknown = await new Request(input, init).json()
    asked.push(Reflect.get(Object(body), 'deviceId'))
    const token = `h.${Buffer.from(JSON.stringify({ iat: 0, exp: 900 })).toString('base64url')}.s`
    const grant = { id: idOf('grant'), until: '2027-02-01T00:00:00.000Z' }
    return Response.json({ token, refresh_token: 'r0', session, grant })
  },
  () => ({ userId: session.user.id, companyId: session.user.company_id }),
)

const deps: SessionDeps = {
  ports: fakePorts(new FakeClock(), 'early login'),
  prefix: 'https://risiti.example.test',
  locks: browserLocks(undefined),
  local: null,
  onEvent: () => undefined,
  fetch: serverFetch,
}

/** A login as the page sends it before the app arrives. */
async function sendEarly(deviceId: string): Promise<SentLogin> {
  const key = await makeDeviceKey()
  const nonce = `nonce-of-${deviceId}`
  const answer = serverFetch(`https://risiti.example.test${LOGIN_PATH}?${NONCE_PARAMETER}=${nonce}`, {
    method: 'POST',
    body: JSON.stringify({ username: 'asha', password: 'right', deviceId, devicePublicKey: key?.publicKey }),
  })
  return { deviceId, key, nonce, answer }
}

async function signInBy(sent: SentLogin) {
  const outcome = await signIn(deps, { username: 'asha', password: 'right' }, sent)
  if (outcome.kind !== 'signed-in') throw new Error(JSON.stringify(outcome))
  return outcome.account.db
}

it('signs in by the answer to a login that was sent before the app arrived, with its device id and key', async () => {
  const sent = await sendEarly(idOf('first'))
  const db = await signInBy(sent)
  expect(asked).toEqual([sent.deviceId])
  expect(await findMeta(db, 'deviceId')).toBe(sent.deviceId)
  expect((await findMeta(db, 'device-key'))?.publicKey).toEqual(sent.key?.publicKey)

  // This device has its id now: another one that was sent under a new id is not used.
  asked.length = 0
  const other = await sendEarly(idOf('second'))
  expect(await findMeta(await signInBy(other), 'deviceId')).toBe(sent.deviceId)
  expect(asked).toEqual([other.deviceId, sent.deviceId])
})

it('drops an answer that was made for another request', async () => {
  const sent = await sendEarly(idOf('first'))
  const outcome = await signIn(
    deps,
    { username: 'asha', password: 'right' },
    { ...sent, nonce: 'another-one' },
  )
  expect(outcome).toMatchObject({ kind: 'unreadable' })
})
