import { beforeEach, describe, expect, it, vi } from 'vitest'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { listAccounts, openRegistry } from '#data/registry.ts'
import type { Account } from '#session/account.ts'
import { accountCaller } from '#session/account-caller.ts'
import { changePassword } from '#session/change-password.ts'
import { currentSession, renewSession } from '#session/current-session.ts'
import type { LocalSession, LocalSessionStore } from '#session/local-session-store.ts'
import { lockAccount } from '#session/lock-account.ts'
import { browserLocks } from '#session/locks.ts'
import { refreshTokens } from '#session/refresh-tokens.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import type { SessionEvent } from '#session/session-event.ts'
import { setPin } from '#session/set-pin.ts'
import { signIn } from '#session/sign-in.ts'
import { signOut } from '#session/sign-out.ts'
import { provenFetch } from '../support/prove-answer.ts'
import { aSession, FakeClock, fakePorts, idOf } from '../sync/device.ts'

class Store implements LocalSessionStore {
  value: LocalSession | undefined
  read() {
    return this.value
  }
  write(session: LocalSession) {
    this.value = session
  }
  clear() {
    this.value = undefined
  }
}

let lives = 0
let clock: FakeClock
let store: Store
let events: SessionEvent[]
let requests: { path: string; body: Record<string, unknown>; authorization: string | null }[]
let refresh: () => Response | Promise<Response>
let session: ReturnType<typeof aSession>
let deps: SessionDeps

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

function problem(status: number, code: string, message = code): Response {
  return json({ type: 'x', title: code, status, code, message, requestId: 'r' }, status)
}

function jwt(n: number): string {
  return `h${n}.${Buffer.from(JSON.stringify({ iat: 0, exp: 900 })).toString('base64url')}.s`
}

/** Answers like the server's auth endpoints. */
async function answer(path: string, body: Record<string, unknown>): Promise<Response> {
  switch (path) {
    case '/api/v2/user/login': {
      if (body['password'] !== 'right') return problem(401, 'INVALID_CREDENTIALS')
      const grant = body['devicePublicKey'] ? { id: idOf('grant'), until: '2027-02-01T00:00:00.000Z' } : null
      return json({ token: jwt(0), refresh_token: 'r0', session, grant })
    }
    case '/api/v2/user/token/refresh':
      return refresh()
    case '/api/v2/user/session':
      return json(session)
    case '/api/v2/user/change-password':
      return json({ token: jwt(50), refresh_token: 'r50' })
    default:
      return json({})
  }
}

beforeEach(() => {
  lives += 1
  clock = new FakeClock()
  store = new Store()
  events = []
  requests = []
  let refreshes = 0
  refresh = () => {
    refreshes += 1
    return json({ token: jwt(refreshes), refresh_token: `r${refreshes}` })
  }
  session = aSession(idOf(`company ${lives}`), idOf(`user ${lives}`))
  deps = {
    ports: fakePorts(clock, `session ${lives}`),
    prefix: 'https://risiti.example.test',
    locks: browserLocks(undefined),
    local: store,
    onEvent: (event) => {
      events.push(event)
    },
    fetch: provenFetch(
      async (input, init) => {
        const request = new Request(input, init)
        const path = new URL(request.url).pathname
        const text = request.method === 'POST' ? await request.text() : '{}'
        const body = JSON.parse(text) as Record<string, unknown>
        requests.push({ path, body, authorization: request.headers.get('authorization') })
        return answer(path, body)
      },
      () => ({ userId: session.user.id, companyId: session.user.company_id }),
    ),
  }
})

async function signedIn(): Promise<Account> {
  const outcome = await signIn(deps, { username: 'asha', password: 'right' })
  if (outcome.kind !== 'signed-in') throw new Error(JSON.stringify(outcome))
  return outcome.account
}

function refreshes(): number {
  return requests.filter(({ path }) => path.endsWith('/refresh')).length
}

describe('signing in', () => {
  it('keeps session, tokens, grant and device id where the worker finds them, and a copy for the screens', async () => {
    const account = await signedIn()
    expect(await findMeta(account.db, 'session')).toEqual(session)
    expect((await findMeta(account.db, 'tokens'))?.refreshToken).toBe('r0')
    expect((await findMeta(account.db, 'grant'))?.id).toBe(idOf('grant'))
    expect((await findMeta(account.db, 'device-key'))?.privateKey.extractable).toBe(false)
    expect(await findMeta(account.db, 'deviceId')).toBe(requests[0]?.body['deviceId'])
    expect(store.value).toMatchObject({ user: { id: session.user.id }, changePassword: false })
    const registry = await openRegistry(deps.ports)
    expect((await listAccounts(registry)).map(({ id }) => id)).toContain(account.id)
    expect(events).toEqual(['signed-in'])
  })

  it('refused: gives the code and keeps nothing', async () => {
    expect(await signIn(deps, { username: 'asha', password: 'wrong' })).toMatchObject({
      kind: 'refused',
      code: 'INVALID_CREDENTIALS',
    })
    expect(store.value).toBeUndefined()
    expect(events).toEqual([])
  })

  it('again, after a pause for login, resumes the queue', async () => {
    const account = await signedIn()
    const paused = { kind: 'login', code: 'x', setAt: 0, retryAt: 9e15 } as const
    await upsertMeta(account.db, 'drain', {
      failures: 0,
      pause: null,
      circuit: false,
      hold: paused,
      fruitless: [],
    })
    await signedIn()
    expect((await findMeta(account.db, 'drain'))?.hold).toBeNull()
  })
})

describe('signing in by the password with a PIN on this phone', () => {
  const form = { pin: '7294', again: '7294', current: '' }

  it('to a session that is locked ends the PIN: the person could not use it', async () => {
    const account = await signedIn()
    await setPin(deps, account, form, 10)
    await lockAccount(deps, account)
    await signedIn()
    expect(await findMeta(account.db, 'pin')).toBeUndefined()
    expect(await findMeta(account.db, 'sealed')).toBeUndefined()
  })

  it('after a log-out keeps it, and clears the wrong attempts', async () => {
    const account = await signedIn()
    await setPin(deps, account, form, 10)
    await setPin(deps, account, { ...form, current: '0000' }, 10)
    expect((await findMeta(account.db, 'pin'))?.tries.failures).toBe(1)
    await signOut(deps, account)
    await signedIn()
    expect((await findMeta(account.db, 'pin'))?.tries.failures).toBe(0)
    expect(await lockAccount(deps, account)).toBe(true)
  })
})

describe('one shared refresh', () => {
  it('does not wait for ever for a page that was frozen during it', async () => {
    const account = await signedIn()
    const never: LockManager['request'] = (_: string, ...rest: unknown[]) => {
      const [options, work] = rest as [LockOptions, (lock: null) => unknown]
      if (options.steal) return Promise.resolve(work(null))
      return new Promise((_resolve, reject) => options.signal?.addEventListener('abort', reject))
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const behind = { ...deps, locks: browserLocks({ request: never }) }
    const refreshed = refreshTokens(behind, account, jwt(0))
    await vi.advanceTimersByTimeAsync(45_000)
    vi.useRealTimers()
    expect(await refreshed).toMatchObject({ kind: 'fresh', tokens: { token: jwt(1) } })
  })

  it('comes before a request when under a minute is left, and only then (spec §7)', async () => {
    const account = await signedIn()
    const call = accountCaller(deps, account)
    clock.move(839_000)
    await call('session.read', {})
    expect(refreshes()).toBe(0)
    clock.move(2_000)
    await call('session.read', {})
    expect(refreshes()).toBe(1)
    expect(requests.at(-1)?.authorization).toBe(`Bearer ${jwt(1)}`)
    expect(store.value?.jwt.refresh_token).toBe('r1')
  })

  it('serves ten calls at once', async () => {
    const account = await signedIn()
    const call = accountCaller(deps, account)
    clock.move(900_000)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => call('session.read', {})))
    expect(outcomes.every(({ kind }) => kind === 'answered')).toBe(true)
    expect(refreshes()).toBe(1)
  })

  it('serves another tab too: who comes second under the lock finds the new pair', async () => {
    const account = await signedIn()
    clock.move(900_000)
    await accountCaller(deps, account)('session.read', {})
    await accountCaller({ ...deps, locks: browserLocks(undefined) }, account)('session.read', {})
    expect(refreshes()).toBe(1)
  })

  it('refused: tokens and stored user are gone, the outbox and the grant stay (spec §7)', async () => {
    const account = await signedIn()
    await upsertMeta(account.db, 'pending', 3)
    refresh = () => problem(401, 'REFRESH_REFUSED')
    clock.move(900_000)
    expect(await accountCaller(deps, account)('session.read', {})).toMatchObject({ status: 401 })
    expect(await findMeta(account.db, 'tokens')).toBeUndefined()
    expect(await findMeta(account.db, 'pending')).toBe(3)
    expect(await findMeta(account.db, 'grant')).toBeDefined()
    expect(store.value).toBeUndefined()
    expect(events.at(-1)).toBe('refresh-refused')
  })

  it.each([
    ['no line', () => Promise.reject(new TypeError('fetch failed'))],
    ['a broken server', () => problem(500, 'UNEXPECTED')],
    ['too many', () => problem(429, 'TOO_MANY_REQUESTS')],
    ['a login page', () => new Response('<html>')],
  ])('%s: the session continues', async (_, failing) => {
    const account = await signedIn()
    refresh = failing
    clock.move(900_000)
    expect((await accountCaller(deps, account)('session.read', {})).kind).not.toBe('answered')
    expect((await findMeta(account.db, 'tokens'))?.refreshToken).toBe('r0')
    expect(store.value).toBeDefined()
    expect(events).toEqual(['signed-in'])
  })

  it('brings no session back that was ended meanwhile, and ends the new pair at the server', async () => {
    const account = await signedIn()
    clock.move(890_000)
    refresh = async () => {
      await signOut(deps, account)
      return json({ token: jwt(1), refresh_token: 'r1' })
    }
    await accountCaller(deps, account)('session.read', {})
    expect(await findMeta(account.db, 'tokens')).toBeUndefined()
    expect(store.value).toBeUndefined()
    const ended = requests.filter(({ path }) => path.endsWith('/logout')).map(({ body }) => body)
    expect(ended).toEqual([{ refresh_token: 'r0' }, { refresh_token: 'r1' }])
  })

  it.each(['given', 'refused'])('leaves the pair of a login that came meanwhile (%s)', async (answered) => {
    const account = await signedIn()
    clock.move(890_000)
    refresh = async () => {
      await signOut(deps, account)
      await upsertMeta(account.db, 'tokens', {
        token: jwt(7),
        refreshToken: 'r7',
        receivedAt: clock.now(),
        lifetimeMs: 900_000,
      })
      return answered === 'given'
        ? json({ token: jwt(1), refresh_token: 'r1' })
        : problem(401, 'REFRESH_REFUSED')
    }
    const outcome = await accountCaller(deps, account)('session.read', {})
    expect(outcome.kind).toBe('answered')
    expect((await findMeta(account.db, 'tokens'))?.refreshToken).toBe('r7')
  })

  it('out of reach with half a minute left: the old bearer is used until it expires', async () => {
    const account = await signedIn()
    refresh = () => Promise.reject(new TypeError('fetch failed'))
    clock.move(870_000)
    expect((await accountCaller(deps, account)('session.read', {})).kind).toBe('answered')
  })
})

describe('an app that starts again', () => {
  it('continues offline where it was', async () => {
    const before = await signedIn()
    requests.length = 0
    const outcome = await currentSession(deps)
    expect(outcome).toMatchObject({ kind: 'signed-in', session })
    expect(outcome.kind === 'signed-in' && outcome.account.id).toBe(before.id)
    expect(requests).toEqual([])
  })

  it('is signed out when no user was signed in', async () => {
    expect(await currentSession(deps)).toEqual({ kind: 'signed-out' })
    expect(events).toEqual(['not-signed-in'])
  })

  it('is signed out when the worker ended the session meanwhile, and the copy for the screens goes', async () => {
    const account = await signedIn()
    await account.db.meta.delete('tokens')
    expect(await currentSession(deps)).toEqual({ kind: 'signed-out' })
    expect(store.value).toBeUndefined()
  })

  it('comes back from local storage when the browser dropped the database (D8)', async () => {
    const account = await signedIn()
    await account.db.delete()
    expect(await currentSession(deps)).toMatchObject({ kind: 'signed-in', session })
  })

  it('can push again after the browser dropped everything but local storage (D8)', async () => {
    const account = await signedIn()
    const device = idOf('device of the bearer')
    const claims = Buffer.from(JSON.stringify({ iat: 0, exp: 900, device })).toString('base64url')
    if (store.value) store.value = { ...store.value, jwt: { ...store.value.jwt, token: `h.${claims}.s` } }
    const registry = await openRegistry(deps.ports)
    await registry.delete()
    await account.db.delete()
    const current = await currentSession(deps)
    if (current.kind !== 'signed-in') throw new Error(current.kind)
    // The server takes work only under the device that the bearer was given to.
    expect(await findMeta(current.account.db, 'deviceId')).toBe(device)
    const again = await openRegistry(deps.ports)
    expect(await listAccounts(again)).toMatchObject([{ id: account.id }])
    again.close()
  })
})

describe('signing out and the password', () => {
  it('deletes tokens and user at once, also when the server cannot be reached, and touches no work', async () => {
    const account = await signedIn()
    await upsertMeta(account.db, 'pending', 2)
    deps = { ...deps, fetch: () => Promise.reject(new TypeError('fetch failed')) }
    await signOut(deps, account)
    expect(store.value).toBeUndefined()
    expect(await findMeta(account.db, 'tokens')).toBeUndefined()
    expect(await findMeta(account.db, 'pending')).toBe(2)
  })

  it('waits for the tokens to be deleted, however little time the server gets', async () => {
    const account = await signedIn()
    const fetch = () => new Promise<Response>(() => undefined)
    deps = { ...deps, fetch, ports: { ...deps.ports, wait: () => Promise.resolve() } }
    await signOut(deps, account, 0)
    expect(store.value).toBeUndefined()
    expect(await findMeta(account.db, 'tokens')).toBeUndefined()
  })

  it('a password that is changed while the person logs out brings no session back', async () => {
    const account = await signedIn()
    const { fetch: ask } = deps
    const late: SessionDeps = {
      ...deps,
      fetch: async (input, init) => {
        const response = await (ask ?? fetch)(input, init)
        if (requests.at(-1)?.path.endsWith('/change-password')) await signOut(deps, account)
        return response
      },
    }
    const form = { currentPassword: 'right', newPassword: 'better one', confirmPassword: 'better one' }
    await changePassword(late, account, form)
    expect(await findMeta(account.db, 'tokens')).toBeUndefined()
    expect(requests.at(-1)?.body).toEqual({ refresh_token: 'r50' })
  })

  it('a changed password ends the forced change and resumes the queue (H6)', async () => {
    session = { ...session, mustChangePassword: true }
    const account = await signedIn()
    expect(store.value?.changePassword).toBe(true)
    const form = { currentPassword: 'a', newPassword: 'B#2b2b', confirmPassword: 'B#2b2b' }
    expect(await changePassword(deps, account, form)).toEqual({ kind: 'changed' })
    expect(store.value?.changePassword).toBe(false)
    expect((await findMeta(account.db, 'session'))?.mustChangePassword).toBe(false)
    expect((await findMeta(account.db, 'tokens'))?.refreshToken).toBe('r50')
  })

  it('a forced change that appears later is noticed (H6)', async () => {
    const account = await signedIn()
    session = { ...session, mustChangePassword: true }
    await renewSession(deps, account)
    expect(store.value?.changePassword).toBe(true)
    expect(events.at(-1)).toBe('password-change-required')
  })
})
