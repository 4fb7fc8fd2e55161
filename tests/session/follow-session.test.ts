import { liveQuery } from 'dexie'
import { beforeEach, expect, it } from 'vitest'
import { deleteMeta, findMeta, INITIAL_DRAIN_STATE, upsertMeta } from '#data/meta.ts'
import { type Account, openAccount } from '#session/account.ts'
import { followSession } from '#session/follow-session.ts'
import type { LocalSession } from '#session/local-session-store.ts'
import { lockAccount } from '#session/lock-account.ts'
import { browserLocks } from '#session/locks.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import type { SessionEvent } from '#session/session-event.ts'
import { setPin } from '#session/set-pin.ts'
import { aSession, FakeClock, fakePorts, idOf } from '../sync/device.ts'

let lives = 0
let stored: LocalSession | undefined
let events: SessionEvent[]
let deps: SessionDeps
let account: Account

beforeEach(async () => {
  lives += 1
  events = []
  deps = {
    ports: fakePorts(new FakeClock(), `follow ${lives}`),
    prefix: 'https://risiti.example.test',
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
  const [companyId, userId] = [idOf(`company of ${lives}`), idOf(`user of ${lives}`)]
  account = await openAccount(deps.ports, companyId, userId)
  const session = aSession(companyId, userId)
  await upsertMeta(account.db, 'session', session)
  await upsertMeta(account.db, 'tokens', { token: 't', refreshToken: 'r', receivedAt: 0, lifetimeMs: null })
  stored = { jwt: { token: 't', refresh_token: 'r' }, user: session.user, changePassword: false }
})

/** Resolves once a watcher that began later than any other has seen a write, so that the others have seen it too. */
async function everybodySawIt(): Promise<void> {
  let seen = 0
  const watch = liveQuery(() => account.db.meta.toArray()).subscribe(() => {
    seen += 1
  })
  await expect.poll(() => seen).toBe(1)
  await upsertMeta(account.db, 'pending', 7)
  await expect.poll(() => seen).toBeGreaterThan(1)
  watch.unsubscribe()
}

it('when another context was refused new tokens, the page removes its user and goes to the login (spec §7)', async () => {
  followSession(deps, account)
  await deleteMeta(account.db, 'tokens')
  await expect.poll(() => events).toEqual(['refresh-refused'])
  expect(stored).toBeUndefined()
})

it('a session that another tab or the worker locked is locked here too, not ended (design D4)', async () => {
  const stop = followSession(deps, account)
  await setPin(deps, account, { pin: '7294', again: '7294', current: '' }, 10)
  await lockAccount({ ...deps, local: null, onEvent: () => undefined }, account)
  await expect.poll(() => events).toEqual(['locked'])
  stop()
  expect(stored).toBeUndefined()
})

/** What the server answered to a push or a pull at a moment. */
const refuse = (code: string, setAt: number) =>
  upsertMeta(account.db, 'drain', {
    ...INITIAL_DRAIN_STATE,
    hold: { kind: 'company', code, setAt, retryAt: setAt + 900_000 },
  })

it('a disabled person leaves the screen at once, and the tokens that send the unsent work later stay (spec §4)', async () => {
  followSession(deps, account)
  await refuse('USER_DISABLED', deps.ports.clock.now())
  await expect.poll(() => events).toEqual(['refresh-refused'])
  expect(stored).toBeUndefined()
  expect(await findMeta(account.db, 'tokens')).toBeDefined()
})

it('an answer from before this page, and a refusal for another reason, end nothing', async () => {
  await refuse('USER_DISABLED', deps.ports.clock.now() - 1)
  const stop = followSession(deps, account)
  await refuse('OPERATION_WRONG_ACCOUNT', deps.ports.clock.now())
  await everybodySawIt()
  stop()
  expect(events).toEqual([])
})

it('a new pair of tokens ends nothing', async () => {
  const stop = followSession(deps, account)
  await upsertMeta(account.db, 'tokens', { token: 't2', refreshToken: 'r2', receivedAt: 1, lifetimeMs: null })
  await everybodySawIt()
  stop()
  expect(events).toEqual([])
  expect(stored).toBeDefined()
})

it('a database that was emptied as a whole ends nothing: local storage can bring it back (D8)', async () => {
  const stop = followSession(deps, account)
  await account.db.meta.clear()
  await everybodySawIt()
  stop()
  expect(events).toEqual([])
  expect(stored).toBeDefined()
})

it('a page that was left gets no event of it any more', async () => {
  followSession(deps, account)()
  await deleteMeta(account.db, 'tokens')
  await everybodySawIt()
  expect(events).toEqual([])
})
