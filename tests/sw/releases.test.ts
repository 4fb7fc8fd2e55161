import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PrecacheController } from 'workbox-precaching'

const ORIGIN = 'https://risiti.example.test'
const PRECACHE = 'precache'
const NOON = Date.parse('2026-11-21T09:00:00.000Z')

/** A cache as far as the worker uses it: answers by address. */
class FakeCache {
  readonly answers = new Map<string, Response>()
  #href(request: Request | string): string {
    return new URL(typeof request === 'string' ? request : request.url, ORIGIN).href
  }
  async match(request: Request | string): Promise<Response | undefined> {
    return this.answers.get(this.#href(request))?.clone()
  }
  async put(request: Request | string, answer: Response): Promise<void> {
    spend()
    this.answers.set(this.#href(request), answer)
  }
  async keys(): Promise<Request[]> {
    return [...this.answers.keys()].map((href) => new Request(href))
  }
  async delete(request: Request): Promise<boolean> {
    spend()
    return this.answers.delete(request.url)
  }
}

let opened: Map<string, FakeCache>
const open = async (name: string) => {
  const cache = opened.get(name) ?? new FakeCache()
  opened.set(name, cache)
  return cache
}

/** The files of a release, `page` and one part of its own beside a shared one. */
function filesOf(name: string): Map<string, string> {
  return new Map([
    ['index.html', `${ORIGIN}/index.html?__WB_REVISION__=${name}`],
    [`assets/start-${name}.js`, `${ORIGIN}/assets/start-${name}.js`],
    ['assets/shared.js', `${ORIGIN}/assets/shared.js`],
    // A part that went out with the second release after it.
    ...(name === 'a' || name === 'broken' ? [['assets/old.js', `${ORIGIN}/assets/old.js`] as const] : []),
  ])
}

/** The precache of a release, which has fetched its files. */
async function install(name: string): Promise<PrecacheController> {
  const files = filesOf(name)
  const precache = await open(PRECACHE)
  for (const file of files.values()) await precache.put(file, new Response(file))
  const controller = {
    strategy: { cacheName: PRECACHE },
    getCacheKeyForURL: (url: string) => files.get(url),
    getURLsToCacheKeys: () => files,
  }
  // Of the controller the worker asks for these three.
  return controller as unknown as PrecacheController
}

/** How many more times the caches are written before the phone dies. */
const power = { left: Number.POSITIVE_INFINITY }
function spend(): void {
  power.left -= 1
  if (power.left < 0) throw new Error('the phone is off')
}

/** Starts a new worker: of the one before only its storage is left. */
async function startWorker() {
  vi.resetModules()
  return await import('#sw/releases.ts')
}

/** A release takes over, and the precache deletes what is not its own, as the library does. */
async function takeOver(name: string) {
  const worker = await startWorker()
  await worker.activateOwnRelease(await install(name))
  const precache = await open(PRECACHE)
  const own = new Set(filesOf(name).values())
  for (const request of await precache.keys()) if (!own.has(request.url)) await precache.delete(request)
  return worker
}

const started = (name: string) => [`${ORIGIN}/assets/start-${name}.js`, `${ORIGIN}/assets/shared.js`]

/** Opens the app; gives the release whose page is shown because another does not come up. */
async function openApp(worker: Awaited<ReturnType<typeof startWorker>>): Promise<string | undefined> {
  const notes: Promise<void>[] = []
  const page = await worker.findPreviousPage('index.html', (noted) => notes.push(noted))
  await Promise.all(notes)
  return (await page?.text())?.split('=')[1]
}

beforeEach(() => {
  power.left = Number.POSITIVE_INFINITY
  opened = new Map()
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  vi.stubGlobal('self', { location: { origin: ORIGIN } })
  vi.stubGlobal('caches', {
    open,
    match: async (request: string) => {
      for (const cache of opened.values()) {
        const found = await cache.match(request)
        if (found) return found
      }
      return undefined
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the releases of a phone (offline-design 3.13)', () => {
  it('give out the parts of the one before for as long as it is kept, and no longer', async () => {
    await (await takeOver('a')).updateStarted(started('a'))
    const second = await takeOver('b')
    const part = `${ORIGIN}/assets/start-a.js`
    expect(await (await second.findPreviousAsset(part))?.text()).toBe(part)
    await second.updateStarted(started('b'))
    const third = await takeOver('c')
    expect(await third.findPreviousAsset(part)).toBeUndefined()
    expect(await third.findPreviousAsset(`${ORIGIN}/assets/start-b.js`)).toBeDefined()
  })

  it('go back to the last that worked when two starts of the new one were not reported', async () => {
    await (await takeOver('a')).updateStarted(started('a'))
    await takeOver('b')
    for (const _ of [1, 2]) {
      expect(await openApp(await startWorker())).toBeUndefined()
      vi.setSystemTime(Date.now() + 11_000)
    }
    expect(await openApp(await startWorker())).toBe('a')
    // A report of the older page says nothing about the new release.
    await (await startWorker()).updateStarted(started('a'))
    expect(await openApp(await startWorker())).toBe('a')
  })

  it('stay with the new one as soon as one start was reported', async () => {
    await (await takeOver('a')).updateStarted(started('a'))
    const worker = await takeOver('b')
    await openApp(worker)
    await worker.updateStarted(started('b'))
    vi.setSystemTime(NOON + 60_000)
    for (const _ of [1, 2, 3]) expect(await openApp(await startWorker())).toBeUndefined()
    expect(await worker.rollBack()).toBe(false)
  })

  it('accept the report of a page while its worker is still taking over', async () => {
    const worker = await startWorker()
    const turning = worker.activateOwnRelease(await install('a'))
    await Promise.all([turning, worker.updateStarted(started('a'))])
    await takeOver('b')
    expect(await (await startWorker()).rollBack()).toBe(true)
  })

  it('survive a broken one in between: the one that worked stays kept, with files that only the broken one shared', async () => {
    await (await takeOver('a')).updateStarted(started('a'))
    await takeOver('broken')
    const fixed = await takeOver('mended')
    expect(await fixed.rollBack()).toBe(true)
    expect(await openApp(fixed)).toBe('a')
    expect(await fixed.findPreviousAsset(`${ORIGIN}/assets/start-a.js`)).toBeDefined()
    expect(await fixed.findPreviousAsset(`${ORIGIN}/assets/old.js`)).toBeDefined()
    expect(await fixed.findPreviousAsset(`${ORIGIN}/assets/start-broken.js`)).toBeUndefined()
  })

  it('lose nothing to a phone that dies at any step while one takes over: the next start knows both (C6)', async () => {
    let steps = 0
    for (let dead = true; dead; steps += 1) {
      power.left = Number.POSITIVE_INFINITY
      opened = new Map()
      await (await takeOver('a')).updateStarted(started('a'))
      const controller = await install('b')
      power.left = steps
      dead = await takeOver('b').then(
        () => false,
        () => true,
      )
      power.left = Number.POSITIVE_INFINITY
      // The browser takes the worker as activated all the same.
      const worker = await startWorker()
      await worker.completeActivation(controller)
      expect(
        await (await worker.findPreviousAsset(`${ORIGIN}/assets/start-a.js`))?.text(),
        `step ${steps}`,
      ).toBeDefined()
      expect(await worker.rollBack(), `step ${steps}`).toBe(true)
      expect(await openApp(worker), `step ${steps}`).toBe('a')
    }
    expect(steps).toBeGreaterThan(4)
  })

  it('have nothing to go back to on a phone that never had another', async () => {
    const worker = await takeOver('a')
    expect(await worker.rollBack()).toBe(false)
    expect(await openApp(worker)).toBeUndefined()
  })
})
