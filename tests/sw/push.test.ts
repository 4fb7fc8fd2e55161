import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Notification as AppNotification } from '#contract/notifications.ts'
import { deleteMeta, findMeta, upsertMeta } from '#data/meta.ts'
import { openRegistry, upsertAccount } from '#data/registry.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { lockAccount } from '#session/lock-account.ts'
import { setPin } from '#session/set-pin.ts'
import { provenFetch } from '../support/prove-answer.ts'
import { Device, FakeClock } from '../sync/device.ts'
import { createProduct } from '../sync/shop.ts'

type Shown = {
  title: string
  tag: string
  body: string
  data: unknown
  silent: boolean
  lang: string
  close(): void
}

let shown: Shown[]
let subscription: { unsubscribe: ReturnType<typeof vi.fn> } | null
let windows: { url: string; visibilityState: string; focus(): unknown; navigate(url: string): unknown }[]
const opened: string[] = []
const badges: number[] = []
const subscribe = vi.fn()

const scope = {
  location: { origin: 'https://risiti.example.test' },
  registration: {
    pushManager: { getSubscription: async () => subscription, subscribe },
    getNotifications: async ({ tag }: { tag: string }) => shown.filter((one) => one.tag === tag),
    showNotification: async (title: string, options: Omit<Shown, 'title' | 'close'>) => {
      shown = shown.filter((one) => one.tag !== options.tag)
      shown.push({ title, ...options, close: () => undefined })
    },
  },
  clients: {
    matchAll: async () => windows,
    openWindow: async (url: string) => {
      opened.push(url)
    },
  },
}

function anEvent<T extends object>(more: T) {
  const waits: Promise<unknown>[] = []
  return { ...more, waits, waitUntil: (promise: Promise<unknown>) => void waits.push(promise) }
}

const realNavigator = navigator
let device: Device
/** The answer of the server: its notifications, and the position of the company's feed. */
let news: AppNotification[]
let upTo: number
let calls: { path: string; search: string; body: unknown }[]
let reachable: boolean

beforeEach(async () => {
  shown = []
  subscription = { unsubscribe: vi.fn(async () => true) }
  windows = []
  opened.length = 0
  badges.length = 0
  news = []
  upTo = 7
  calls = []
  reachable = true
  vi.resetModules()
  vi.stubGlobal('self', scope)
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: realNavigator.locks,
    setAppBadge: async (count: number) => void badges.push(count),
  })
  device = await Device.make({ clock: new FakeClock(Date.now()) })
  await createProduct(device)
  const own: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    if (!pathname.startsWith('/v1/accounting/notifications')) return device.server.fetch(request)
    if (!reachable) throw new TypeError('fetch failed')
    const body: unknown = request.method === 'POST' ? await request.json() : null
    calls.push({ path: pathname, search: search.replace(/[?&]requestNonce=.*$/, ''), body })
    const answer = pathname.endsWith('/register') ? {} : { notifications: news, upTo: String(upTo) }
    return Response.json(answer)
  }
  vi.stubGlobal(
    'fetch',
    provenFetch(own, () => device.account),
  )
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
  await upsertMeta(device.account.db, 'told', '5')
  await upsertMeta(device.account.db, 'push', { address: '{"kind":"web-push"}' })
  return () => {
    vi.unstubAllGlobals()
  }
})

async function push(text: string | undefined): Promise<void> {
  const { onPush } = await import('#sw/on-push.ts')
  const event = anEvent({ data: text === undefined ? null : { text: () => text } })
  // Of the event the handler uses what `anEvent` has.
  onPush(event as unknown as Parameters<typeof onPush>[0])
  await Promise.all(event.waits)
}

/** How the server answers who shows no bearer. */
const problem = () =>
  Response.json(
    { type: 'x', title: 'x', status: 401, code: 'TOKEN_MISSING', message: 'x', requestId: 'r' },
    { status: 401 },
  )

const message = (account = device.account.id) => ({ account, cursor: '7' })
const issued = (label: string): AppNotification =>
  ({
    event: 'invoice-issued',
    subject: `invoice-${label}`,
    label,
    at: '2026-11-21T10:00:00.000Z',
  }) as AppNotification

describe('a push', () => {
  it('sends, fetches and then shows one notification in the language of the screens, with a badge', async () => {
    await upsertMeta(device.account.db, 'language', 'en')
    news = [issued('8B231')]
    await push(JSON.stringify(message()))
    expect(shown).toMatchObject([
      {
        title: 'Invoice issued',
        body: 'TRA accepted receipt 8B231',
        tag: device.account.id,
        lang: 'en',
        silent: false,
        data: { path: '/invoice/invoice-8B231' },
      },
    ])
    expect(badges).toEqual([1])
    expect(device.server.requests.map(({ path }) => path)).toContain('/v1/accounting/sync/pull')
    expect(calls[0]?.search).toBe('?after=5')
    expect(await findMeta(device.account.db, 'told')).toBe('7')
  })

  it('is read from Firebase as from Web Push; without a chosen language the account’s own speaks', async () => {
    news = [issued('8B231')]
    await push(JSON.stringify({ data: message(), from: '1234567890', fcmMessageId: 'x', priority: 'high' }))
    expect(shown.map(({ title }) => title)).toEqual(['Ankara imetolewa'])
  })

  it('adds to what was not looked at yet, in the one notification', async () => {
    news = [issued('8B231')]
    await push(JSON.stringify(message()))
    news = [issued('8B232')]
    upTo = 9
    await push(JSON.stringify(message()))
    expect(shown.map(({ title }) => title)).toEqual(['Ankara 2 zimetolewa'])
    expect(badges).toEqual([1, 2])
    expect(calls.map(({ search }) => search)).toEqual(['?after=5', '?after=7'])
  })

  it('of a copied phone leads its owner to the page of the company, and its operator to a new password', async () => {
    const copied = { event: 'phone-copied', subject: 'epoch', label: 'Asha Juma' } as const
    news = [{ ...copied, at: toInstant(Date.now()) }]
    await push(JSON.stringify(message()))
    expect(shown).toMatchObject([{ data: { path: '/change-password' } }])
    const session = await findMeta(device.account.db, 'session')
    if (session === undefined) throw new Error('The device has no session')
    const user = { ...session.user, user_type: 'company_owner' } as const
    await upsertMeta(device.account.db, 'session', { ...session, user })
    upTo = 9
    await push(JSON.stringify(message()))
    expect(shown).toMatchObject([{ data: { path: '/company' } }])
  })

  it('makes no noise while the app is visible', async () => {
    windows = [{ url: '', visibilityState: 'visible', focus: vi.fn(), navigate: vi.fn() }]
    news = [issued('8B231')]
    await push(JSON.stringify(message()))
    expect(shown[0]?.silent).toBe(true)
  })

  it('shows nothing twice: what the app itself has shown is not new', async () => {
    await push(JSON.stringify(message()))
    expect(shown).toEqual([])
  })

  it('says at least that something happened when the server cannot be reached', async () => {
    reachable = false
    await push(JSON.stringify(message()))
    expect(shown.map(({ title }) => title)).toEqual(['Kuna jambo jipya'])
    expect(await findMeta(device.account.db, 'told')).toBe('5')
  })

  it('for an account that is signed out shows nothing, asks nothing and gives the address back', async () => {
    await deleteMeta(device.account.db, 'tokens')
    news = [issued('8B231')]
    await push(JSON.stringify(message()))
    expect(shown).toEqual([])
    expect(calls).toEqual([])
    expect(subscription?.unsubscribe).toHaveBeenCalledTimes(1)
  })

  it('for an account that is signed out while it fetches shows nothing', async () => {
    news = [issued('8B231')]
    const answering = globalThis.fetch
    vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
      await deleteMeta(device.account.db, 'tokens')
      return await answering(...asked)
    })
    await push(JSON.stringify(message()))
    expect(shown).toEqual([])
    expect(subscription?.unsubscribe).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['is answered', true],
    ['gets no answer', false],
  ])(
    'for an account that is signed out while the question for its news %s shows nothing',
    async (_, answered) => {
      news = [issued('8B231')]
      const answering = globalThis.fetch
      vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
        const { pathname } = new URL(new Request(...asked).url)
        if (!pathname.startsWith('/v1/accounting/notifications')) return await answering(...asked)
        const answer = await answering(...asked)
        await deleteMeta(device.account.db, 'tokens')
        if (!answered) throw new TypeError('fetch failed')
        return answer
      })
      await push(JSON.stringify(message()))
      expect(shown).toEqual([])
      expect(subscription?.unsubscribe).toHaveBeenCalledTimes(1)
    },
  )

  it('for an account that is locked says only that something happened, and keeps the address', async () => {
    const form = { pin: '7294', again: '7294', current: '' }
    await setPin(device.sessionDeps, device.account, form, 10)
    await lockAccount(device.sessionDeps, device.account)
    vi.stubGlobal('fetch', async () => problem())
    await push(JSON.stringify(message()))
    expect(shown.map(({ title }) => title)).toEqual(['Kuna jambo jipya'])
    expect(subscription?.unsubscribe).not.toHaveBeenCalled()
  })

  it('for an account whose person turned notifications off shows nothing, and leaves the address to the others', async () => {
    await deleteMeta(device.account.db, 'push')
    news = [issued('8B231')]
    await push(JSON.stringify(message()))
    expect(shown).toEqual([])
    expect(subscription?.unsubscribe).not.toHaveBeenCalled()
  })

  it('for an account this phone does not know leaves the one that is signed in alone', async () => {
    await push(JSON.stringify(message('0'.repeat(20))))
    expect(shown).toEqual([])
    expect(subscription?.unsubscribe).not.toHaveBeenCalled()
  })

  it.each([undefined, '', 'hello', '{}', '{"account":"../x","cursor":"1"}', '{"data":{"account":1}}'])(
    'that says %j is not ours',
    async (text) => {
      await push(text)
      expect([shown, calls]).toEqual([[], []])
    },
  )
})

describe('a tap on a notification', () => {
  async function tap(data: unknown) {
    const { onNotificationClick } = await import('#sw/on-notification-click.ts')
    const close = vi.fn()
    const event = anEvent({ notification: { data, close } })
    onNotificationClick(event as unknown as Parameters<typeof onNotificationClick>[0])
    await Promise.all(event.waits)
    expect(close).toHaveBeenCalled()
  }
  const data = { account: 'a', path: '/invoice/one', news: [] }
  const there = 'https://risiti.example.test/invoice/one'

  it('opens the invoice when the app is closed', async () => {
    await tap(data)
    expect(opened).toEqual([there])
  })

  it('brings an open window to it, or the one that shows it already to the front', async () => {
    const focus = vi.fn(async () => undefined)
    const navigate = vi.fn(async () => ({ focus }))
    const window = {
      url: 'https://risiti.example.test/dashboard',
      visibilityState: 'hidden',
      focus,
      navigate,
    }
    windows = [window]
    await tap(data)
    expect(navigate).toHaveBeenCalledWith(there)
    windows = [window, { ...window, url: there }]
    await tap(data)
    expect(navigate).toHaveBeenCalledTimes(1)
    expect(focus).toHaveBeenCalledTimes(2)
    expect(opened).toEqual([])
  })

  it('of something we do not know opens the app', async () => {
    await tap(null)
    expect(opened).toEqual(['https://risiti.example.test/dashboard'])
  })
})

describe('when the browser changes its address', () => {
  const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
  const made = { toJSON: () => ({ endpoint: 'https://web.push.apple.com/new', keys }) }

  async function change(known: string | null, newSubscription: unknown = made) {
    await upsertMeta(device.account.db, 'push', { address: known })
    const { onSubscriptionChange } = await import('#sw/on-subscription-change.ts')
    const event = anEvent({ newSubscription, oldSubscription: null })
    onSubscriptionChange(event as unknown as Parameters<typeof onSubscriptionChange>[0])
    await Promise.all(event.waits)
    return (await findMeta(device.account.db, 'push'))?.address
  }

  it('the server gets the new one', async () => {
    const address = { kind: 'web-push', endpoint: 'https://web.push.apple.com/new', keys }
    expect(await change('{"kind":"web-push"}')).toBe(JSON.stringify(address))
    expect(calls).toMatchObject([{ body: { account: device.account.id, address } }])
  })

  it('the server gets it for the person who used the phone last', async () => {
    const { clock, server, companyId } = device
    const colleague = await Device.make({ clock, server, companyId })
    const { id } = colleague.account
    await upsertMeta(colleague.account.db, 'push', { address: '{"kind":"web-push"}' })
    const registry = await openRegistry(device.deps.ports)
    const { userId } = colleague
    const other = { id, companyId, userId, displayName: 'Juma', pendingCount: 0, lastUsedAt: 0 }
    await registry.accounts.put(other)
    await change('{"kind":"web-push"}')
    expect(calls).toMatchObject([{ body: { account: device.account.id } }])
    expect(await findMeta(colleague.account.db, 'push')).toEqual({ address: null })
  })

  it('a token of Firebase is left for the page to ask for', async () => {
    expect(await change('{"kind":"fcm","token":"x"}')).toBeNull()
    expect(await change('{"kind":"web-push"}', null)).toBeNull()
    expect(calls).toEqual([])
  })
})
