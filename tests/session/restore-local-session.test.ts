import { beforeEach, expect, it } from 'vitest'
import { findMeta, INITIAL_DRAIN_STATE, upsertMeta } from '#data/meta.ts'
import { openRegistry, updateLastUsedAt, upsertAccount } from '#data/registry.ts'
import { openAccount } from '#session/account.ts'
import type { LocalSession } from '#session/local-session-store.ts'
import { browserLocks } from '#session/locks.ts'
import { restoreLocalSession } from '#session/restore-local-session.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import type { SessionEvent } from '#session/session-event.ts'
import { signOut } from '#session/sign-out.ts'
import { aSession, FakeClock, fakePorts, idOf } from '../sync/device.ts'

let lives = 0
let stored: LocalSession | undefined
let events: SessionEvent[]
let deps: SessionDeps

beforeEach(async () => {
  lives += 1
  stored = undefined
  events = []
  deps = {
    ports: fakePorts(new FakeClock(), `restore ${lives}`),
    prefix: 'https://risiti.example.test',
    fetch: async () => new Response('{}', { headers: { 'content-type': 'application/json' } }),
    locks: browserLocks(undefined),
    local: {
      read: () => stored,
      write: (session) => {
        stored = session
      },
      clear: () => {
        stored = undefined
      },
    },
    onEvent: (event) => {
      events.push(event)
    },
  }
  const registry = await openRegistry(deps.ports)
  await registry.accounts.clear()
  registry.close()
})

/** A phone on which the account's database has a signed-in user, while local storage is empty. */
async function anAccount(name: string, lastUsedAt: number) {
  const [companyId, userId] = [idOf(`company ${lives}`), idOf(`${name} ${lives}`)]
  const account = await openAccount(deps.ports, companyId, userId)
  await upsertMeta(account.db, 'session', { ...aSession(companyId, userId), mustChangePassword: true })
  await upsertMeta(account.db, 'tokens', {
    token: `t ${name}`,
    refreshToken: 'r',
    receivedAt: 0,
    lifetimeMs: null,
  })
  const registry = await openRegistry(deps.ports)
  const { id } = account
  await upsertAccount(registry, { id, companyId, userId, displayName: name, pendingCount: 0, lastUsedAt })
  registry.close()
  return account
}

it('brings back who is signed in, with everything the screens read', async () => {
  const account = await anAccount('asha', 1)
  await restoreLocalSession(deps)
  expect(stored).toMatchObject({
    jwt: { token: 't asha', refresh_token: 'r' },
    user: { id: account.userId },
    changePassword: true,
  })
  expect(events).toEqual(['signed-in'])
})

it('never restores a user who logged out, nor one who used the phone before', async () => {
  const asha = await anAccount('asha', 1)
  const juma = await anAccount('juma', 2)
  await signOut(deps, juma)
  events = []
  await restoreLocalSession(deps)
  expect(stored).toBeUndefined()
  expect(events).toEqual([])
  // The tokens of a person who was disabled stay for what waits to be sent.
  expect(await findMeta(asha.db, 'tokens')).toBeDefined()
})

it('finds no user on a phone where all users logged out', async () => {
  const account = await anAccount('asha', 1)
  await signOut(deps, account)
  events = []
  await restoreLocalSession(deps)
  expect(stored).toBeUndefined()
  expect(events).toEqual([])
})

it('a disabled person does not get back in by opening the app again, and the tokens stay for the unsent work', async () => {
  const account = await anAccount('asha', 1)
  const hold = { kind: 'login', code: 'USER_DISABLED', setAt: 5, retryAt: 900_005 } as const
  await upsertMeta(account.db, 'drain', { ...INITIAL_DRAIN_STATE, hold })
  await restoreLocalSession(deps)
  expect(stored).toBeUndefined()
  expect(events).toEqual([])
  expect(await findMeta(account.db, 'tokens')).toBeDefined()
  // The next answer of the server to this phone ended the refusal.
  await upsertMeta(account.db, 'drain', INITIAL_DRAIN_STATE)
  await restoreLocalSession(deps)
  expect(stored?.user.id).toBe(account.userId)
})

it('the person who used the phone last is found also after its clock was ahead', async () => {
  const asha = await anAccount('asha', 9_000)
  const juma = await anAccount('juma', 2)
  await restoreLocalSession(deps)
  expect(stored?.user.id).toBe(juma.userId)
  const registry = await openRegistry(deps.ports)
  await updateLastUsedAt(registry, asha.id, 3)
  registry.close()
  await restoreLocalSession(deps)
  expect(stored?.user.id).toBe(asha.userId)
})
