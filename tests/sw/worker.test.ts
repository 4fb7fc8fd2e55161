import { Dexie } from 'dexie'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { saveExpense } from '#commands/expenses.ts'
import { DATABASE_VERSION } from '#data/account-database.ts'
import { deleteMeta, findMeta, upsertMeta } from '#data/meta.ts'
import { countPending } from '#data/outbox-entries.ts'
import { listAccounts, openRegistry, upsertAccount } from '#data/registry.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { lockAccount, updateActiveAt } from '#session/lock-account.ts'
import { setPin } from '#session/set-pin.ts'
import { drainTag } from '#sync/background-sync.ts'
import { runSync } from '#sync/run-sync.ts'
import { readStatus } from '#sync/status.ts'
import { expenseFields } from '../support/expense-input.ts'
import { provenFetch } from '../support/prove-answer.ts'
import { Device, FakeClock, idOf } from '../sync/device.ts'
import { createProduct, createSubmission, pushes, unwrap } from '../sync/shop.ts'

const registered: string[] = []
const scope = {
  location: { origin: 'https://risiti.example.test' },
  registration: {
    waiting: null,
    sync: {
      register: async (tag: string) => {
        registered.push(tag)
      },
    },
    showNotification: vi.fn(async (_title: string, _options: { lang: string; body: string }) => undefined),
  },
  clients: { claim: vi.fn(async () => undefined), matchAll: async () => [{ visibilityState: 'hidden' }] },
  skipWaiting: vi.fn(async () => undefined),
}

async function message(data: unknown) {
  const { onMessage } = await import('#sw/on-message.ts')
  const event = anEvent({ data })
  onMessage(event as unknown as Parameters<typeof onMessage>[0])
  return event.waits
}

/** An event of a worker, as far as handlers use it. */
function anEvent<T extends object>(more: T) {
  const waits: Promise<unknown>[] = []
  return {
    ...more,
    waits,
    waitUntil: (promise: Promise<unknown>) => {
      waits.push(promise)
    },
  }
}

let device: Device
let product: string
beforeEach(async () => {
  registered.length = 0
  vi.resetModules()
  vi.stubGlobal('self', scope)
  device = await Device.make({ clock: new FakeClock(Date.now()) })
  vi.stubGlobal(
    'fetch',
    provenFetch(device.server.fetch, () => device.account),
  )
  product = await createProduct(device)
  const registry = await openRegistry(device.deps.ports)
  await registry.accounts.clear()
  await upsertAccount(registry, {
    id: device.account.id,
    companyId: device.companyId,
    userId: device.userId,
    displayName: 'Asha',
    pendingCount: 0,
    lastUsedAt: 1,
  })
  return () => {
    vi.unstubAllGlobals()
  }
})

describe('a sync event', () => {
  async function sync(tag: string, lastChance = false) {
    const { onSync } = await import('#sw/on-sync.ts')
    const event = anEvent({ tag, lastChance })
    // Of the event the handler uses what `anEvent` has.
    onSync(event as unknown as Parameters<typeof onSync>[0])
    return event.waits
  }

  it('drains the account of its tag', async () => {
    await createSubmission(device, product)
    await Promise.all(await sync(drainTag(device.account.id)))
    expect(await countPending(device.account.db)).toBe(0)
  })

  it('fails when sendable work is left, so that the browser tries again; after the last chance it asks again (C9)', async () => {
    await createSubmission(device, product)
    device.server.retryAfterSeconds = 600
    device.server.alwaysFail('too-busy')
    await expect(Promise.all(await sync(drainTag(device.account.id)))).rejects.toThrow('is left')
    expect(registered).toEqual([])
    await expect(Promise.all(await sync(drainTag(device.account.id), true))).rejects.toThrow('is left')
    expect(registered).toEqual([drainTag(device.account.id)])
    const registry = await openRegistry(device.deps.ports)
    expect((await listAccounts(registry))[0]?.pendingCount).toBe(2)
  })

  it('that waits for its next attempt ends when a newer worker is to take over (C8)', async () => {
    await createSubmission(device, product)
    device.server.retryAfterSeconds = 90
    device.server.alwaysFail('too-busy')
    const waits = await sync(drainTag(device.account.id))
    const ended = expect(Promise.all(waits)).rejects.toThrow('is left')
    await expect.poll(() => pushes(device)).toBeGreaterThan(0)
    // Another worker has the same program.
    await Promise.all(await message({ type: 'SKIP_WAITING' }))
    await ended
  })

  it('fails in a company blocked by the authority while an expense is left', async () => {
    const { account, server, clock } = device
    await Promise.all(await sync(drainTag(account.id)))
    device.blockByTra(true)
    await runSync(account, device.deps, 'timer')
    expect((await readStatus(account.db)).online).toBe('company-blocked')
    const day = fiscalDayOf(toInstant(clock.now()))
    const written = { ...expenseFields(), day }
    unwrap(await saveExpense(account, device.commands, { expenseId: idOf('an expense'), written }))
    server.retryAfterSeconds = 600
    server.alwaysFail('too-busy')
    await expect(Promise.all(await sync(drainTag(account.id)))).rejects.toThrow('is left')
  })

  it('succeeds when only a login or a person can move what is left', async () => {
    await createSubmission(device, product)
    device.server.userDisabled = true
    await Promise.all(await sync(drainTag(device.account.id)))
    expect(await countPending(device.account.db)).toBe(2)
  })

  it('starts the worker that was stopped because it was idle; it continues from storage (C12)', async () => {
    await createSubmission(device, product)
    await Promise.all(await sync(drainTag(device.account.id)))
    // Of a stopped worker only its storage is left: the next event loads its program again.
    vi.resetModules()
    await createSubmission(device, product)
    expect(await countPending(device.account.db)).toBe(1)
    await Promise.all(await sync(drainTag(device.account.id)))
    expect(await countPending(device.account.db)).toBe(0)
    expect(device.server.invoices.size).toBe(2)
  })

  it('locks an account whose person has been away for as long as they chose, when no page is there to do it', async () => {
    const { account, sessionDeps, clock } = device
    await setPin(sessionDeps, account, { pin: '7294', again: '7294', current: '' }, 10)
    await Promise.all(await sync(drainTag(account.id)))
    expect(await findMeta(account.db, 'tokens')).toBeDefined()
    await updateActiveAt(account, clock.now() - 6 * 60_000)
    await Promise.all(await sync(drainTag(account.id)))
    expect(await findMeta(account.db, 'tokens')).toBeUndefined()
    expect(await findMeta(account.db, 'sealed')).toBeDefined()
  })

  it('with another tag is ignored', async () => {
    expect(await sync('workbox-background-sync:x')).toEqual([])
  })
})

describe('every account of the phone', () => {
  it('is drained under its own name; one that cannot be opened does not delay the others', async () => {
    const registry = await openRegistry(device.deps.ports)
    await upsertAccount(registry, {
      id: 'no such account',
      companyId: device.companyId,
      userId: 'somebody who never signed in',
      displayName: 'X',
      pendingCount: 5,
      lastUsedAt: 2,
    })
    await createSubmission(device, product)
    const { drainAccounts } = await import('#sw/drain-accounts.ts')
    await drainAccounts('periodic', 5_000)
    expect(device.server.invoices.size).toBe(1)
    expect(pushes(device)).toBe(1)
  })
})

describe('an account that an older app left', () => {
  const name = () => device.account.db.name
  async function leaveOlder() {
    device.account.db.close()
    await Dexie.delete(name())
    const older = new Dexie(name())
    older.version(DATABASE_VERSION - 1).stores({ meta: 'key' })
    await older.open()
    older.close()
  }
  const stored = async () => (await indexedDB.databases()).find((one) => one.name === name())?.version

  it('is upgraded by the page that is opened, which does not wait for the worker to do it', async () => {
    await leaveOlder()
    await Promise.all(await message({ type: 'KICK' }))
    await Promise.all(await message({ type: 'SKIP_WAITING' }))
    expect(await stored()).toBe((DATABASE_VERSION - 1) * 10)
  })
})

describe('work that has waited for more than 12 hours (what the user sees)', () => {
  async function wakeAfter(hours: number): Promise<number> {
    const { drainAccounts } = await import('#sw/drain-accounts.ts')
    const { db } = device.account
    await db.outbox.toCollection().modify((entry) => {
      const createdAt = toInstant(Date.now() - hours * 3_600_000)
      Object.assign(entry, { createdAt })
    })
    await drainAccounts('periodic', 1_000)
    return scope.registration.showNotification.mock.calls.length
  }

  it('is notified once, in the language of the screens or of the person, if notifications are allowed', async () => {
    scope.registration.showNotification.mockClear()
    device.server.alwaysFail('unreachable')
    await createSubmission(device, product)
    expect(await wakeAfter(13)).toBe(0)
    vi.stubGlobal('Notification', { permission: 'granted' })
    expect(await wakeAfter(11)).toBe(0)
    expect(await wakeAfter(13)).toBe(1)
    expect(await wakeAfter(14)).toBe(1)
    const [title, options] = scope.registration.showNotification.mock.calls[0] ?? []
    expect(title).toBe('Kuna taarifa ambazo hazijatumwa')
    expect(options).toMatchObject({ lang: 'sw', data: { path: '/sync' } })
    expect(options?.body).toContain('Taarifa 2')
    // The language of the screens had changed by the time the connection was lost.
    await upsertMeta(device.account.db, 'language', 'en')
    await deleteMeta(device.account.db, 'stale-told')
    expect(await wakeAfter(14)).toBe(2)
    expect(scope.registration.showNotification.mock.calls[1]).toMatchObject(['Not sent yet', { lang: 'en' }])
  })
})

describe('the painted screen', () => {
  const PAGE = '<html><div id="first-paint"></div></html>'

  async function startWith(changes: object = {}, url = 'https://risiti.example.test/dashboard') {
    const kept = {
      accountId: device.account.id,
      day: fiscalDayOf(toInstant(Date.now())),
      language: 'sw',
      colors: 'light',
      html: '<main>Mauzo ya leo</main>',
      css: '',
      database: DATABASE_VERSION,
      ...changes,
    }
    vi.stubGlobal('caches', { open: async () => ({ match: async () => Response.json(kept) }) })
    const { withPaintedScreen } = await import('#sw/painted-screen.ts')
    const page = new Response(PAGE, { headers: { 'content-security-policy': "default-src 'none'" } })
    // What is shown is asked here, not how quick a busy machine finds it.
    return await withPaintedScreen(new URL(url), page, 60_000)
  }

  it('is part of the page of its address, under the policy of that page', async () => {
    const page = await startWith()
    expect(page.headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(await page.text()).toContain('Mauzo ya leo')
    const other = await startWith({}, 'https://risiti.example.test/invoices?status=draft')
    expect(await other.text()).toBe(PAGE)
  })

  it('of yesterday, of an unknown form or of an account that is not on this phone is left out', async () => {
    for (const changes of [{ day: '2020-01-01' }, { language: 'fr' }, { accountId: 'somebody else' }]) {
      expect(await (await startWith(changes)).text()).toBe(PAGE)
    }
  })

  it('of an app with an older database is left out: the worker would upgrade it, while the page waits in vain', async () => {
    for (const database of [DATABASE_VERSION - 1, undefined]) {
      expect(await (await startWith({ database })).text()).toBe(PAGE)
    }
    // One that a release that was given up has upgraded is opened as it is.
    expect(await (await startWith({ database: DATABASE_VERSION + 1 })).text()).toContain('Mauzo ya leo')
  })

  it('is left out once its account is locked, logged out, or has been away for as long as it chose', async () => {
    const { account, sessionDeps, clock } = device
    await setPin(sessionDeps, account, { pin: '7294', again: '7294', current: '' }, 10)
    await updateActiveAt(account, clock.now())
    expect(await (await startWith()).text()).toContain('Mauzo ya leo')
    await updateActiveAt(account, clock.now() - 6 * 60_000)
    expect(await (await startWith()).text()).toBe(PAGE)
    await updateActiveAt(account, clock.now())
    await lockAccount(sessionDeps, account)
    expect(await (await startWith()).text()).toBe(PAGE)
    await deleteMeta(account.db, 'pin', 'sealed')
    expect(await (await startWith()).text()).toBe(PAGE)
  })

  it('that a slow phone does not find in time delays no start', async () => {
    vi.stubGlobal('caches', { open: () => new Promise(() => undefined) })
    const { withPaintedScreen } = await import('#sw/painted-screen.ts')
    const page = new Response(PAGE)
    expect(await withPaintedScreen(new URL('https://risiti.example.test/dashboard'), page)).toBe(page)
  })
})

describe('messages of a page', () => {
  it('KICK sends what waits', async () => {
    await createSubmission(device, product)
    await Promise.all(await message({ type: 'KICK' }))
    expect(device.server.invoices.size).toBe(1)
  })

  it('SKIP_WAITING takes over only when no lease is live (C8)', async () => {
    scope.skipWaiting.mockClear()
    await upsertMeta(device.account.db, 'drain-lease', {
      owner: 'the older worker',
      until: Date.now() + 40_000,
    })
    const waits = await message({ type: 'SKIP_WAITING' })
    await vi.dynamicImportSettled()
    expect(scope.skipWaiting).not.toHaveBeenCalled()
    await device.account.db.meta.delete('drain-lease')
    await Promise.all(waits)
    expect(scope.skipWaiting).toHaveBeenCalledTimes(1)
    expect(await findMeta(device.account.db, 'drain-lease')).toBeUndefined()
  })

  it('STARTED takes over a page that began without the worker', async () => {
    scope.clients.claim.mockClear()
    await Promise.allSettled(await message({ type: 'STARTED', parts: [] }))
    expect(scope.clients.claim).toHaveBeenCalledTimes(1)
  })

  it.each([null, 'SKIP_WAITING', { type: 'EVAL', code: 'x' }])('%j is not for us', async (data) => {
    expect(await message(data)).toEqual([])
  })
})

describe('a new version', () => {
  async function activate() {
    const { onActivate } = await import('#sw/on-activate.ts')
    const event = anEvent({})
    onActivate(event as unknown as Parameters<typeof onActivate>[0])
    return event.waits
  }

  it('claims the open pages and drains', async () => {
    await createSubmission(device, product)
    await Promise.all(await activate())
    expect(scope.clients.claim).toHaveBeenCalled()
    await expect.poll(() => device.server.invoices.size).toBe(1)
  })

  it('answers pages while it drains: they would wait for as long as a server that says nothing', async () => {
    await createSubmission(device, product)
    const answer = Promise.withResolvers<Response>()
    const asked = vi.fn(() => answer.promise)
    vi.stubGlobal('fetch', asked)
    await Promise.all(await activate())
    // Requests that the test before has begun may be among them.
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0)
    answer.reject(new TypeError('the line is cut'))
  })
})

it.each([
  ['/api/v2/user/login', true],
  ['/v1/accounting/sync/ping', true],
  ['/dev/mailbox', true],
  ['/sim', true],
  ['/slip/abc', true],
  ['/healthz', true],
  ['/', false],
  ['/invoices', false],
  ['/developer/documentation/api/auth', false],
  ['/api-news', false],
])('%s belongs to the server: %s', async (path, expected) => {
  const { SERVER_PATHS: SERVERS_OWN } = await import('#sw/server-paths.ts')
  expect(SERVERS_OWN.some((pattern) => pattern.test(path))).toBe(expected)
})
