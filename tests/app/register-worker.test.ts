import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const HOUR_MS = 60 * 60 * 1000
const MINUTE_MS = 60 * 1000

class FakeWorker extends EventTarget {
  state = 'installing'
  become(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class FakeRegistration extends EventTarget {
  active: FakeWorker | null = new FakeWorker()
  installing: FakeWorker | null = null
  readonly update = vi.fn(async () => undefined)
  /** The browser has found another version. */
  find(): FakeWorker {
    this.installing = new FakeWorker()
    this.dispatchEvent(new Event('updatefound'))
    return this.installing
  }
}

let registration: FakeRegistration
let library: EventTarget
const skipWaiting = vi.fn()
const reload = vi.fn()
const request = vi.fn(async () => registration)
const onNewVersion = vi.fn<(update: () => void) => void>()
const onReplaced = vi.fn()
let seen: EventTarget & { visibilityState: string }

/** Registers on a page that a worker controls already, or not yet. */
async function register(controlled = true): Promise<void> {
  vi.stubGlobal('navigator', { serviceWorker: { controller: controlled ? registration.active : null } })
  const { registerWorker } = await import('#app/register-worker.ts')
  await registerWorker({ onNewVersion, onReplaced })
}

function setVisibility(visibilityState: 'visible' | 'hidden'): void {
  seen.visibilityState = visibilityState
  seen.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  registration = new FakeRegistration()
  request.mockClear()
  library = new EventTarget()
  seen = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  for (const mock of [skipWaiting, reload, onNewVersion, onReplaced]) mock.mockReset()
  vi.doMock('workbox-window', () => ({
    Workbox: class {
      addEventListener = library.addEventListener.bind(library)
      messageSkipWaiting = skipWaiting
      register = request
    },
  }))
  vi.stubGlobal('window', { location: { reload } })
  vi.stubGlobal('document', seen)
})
afterEach(() => {
  vi.doUnmock('workbox-window')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a new version (offline-design 3.13)', () => {
  it('is checked every hour, also offline', async () => {
    registration.update.mockRejectedValueOnce(new TypeError('no line'))
    await register()
    await vi.advanceTimersByTimeAsync(HOUR_MS - 1)
    expect(registration.update).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1 + 2 * HOUR_MS)
    expect(registration.update).toHaveBeenCalledTimes(3)
  })

  it('is checked when the app becomes visible again, but not every time', async () => {
    await register()
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
    setVisibility('visible')
    expect(registration.update).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(11 * MINUTE_MS)
    setVisibility('hidden')
    expect(registration.update).not.toHaveBeenCalled()
    setVisibility('visible')
    setVisibility('visible')
    expect(registration.update).toHaveBeenCalledTimes(1)
  })

  it('is offered whenever one is ready, the second and third too, and never one that failed', async () => {
    await register()
    registration.find().become('redundant')
    expect(onNewVersion).not.toHaveBeenCalled()
    registration.find().become('installed')
    registration.find().become('installed')
    expect(onNewVersion).toHaveBeenCalledTimes(2)
  })

  it('takes over when the person accepts it, and the page is reloaded once it is active', async () => {
    await register()
    library.dispatchEvent(new Event('waiting'))
    expect(skipWaiting).not.toHaveBeenCalled()
    onNewVersion.mock.calls[0]?.[0]()
    expect(skipWaiting).toHaveBeenCalledTimes(1)
    expect(reload).not.toHaveBeenCalled()
    library.dispatchEvent(new Event('controlling'))
    expect(reload).toHaveBeenCalledTimes(1)
    expect(onReplaced).not.toHaveBeenCalled()
  })

  it('activated by another window does not reload this one by itself', async () => {
    await register()
    library.dispatchEvent(new Event('controlling'))
    expect(onReplaced).toHaveBeenCalledTimes(1)
    expect(reload).not.toHaveBeenCalled()
  })

  it('is not what the very first worker is', async () => {
    registration.active = null
    await register(false)
    registration.find().become('installed')
    library.dispatchEvent(new Event('controlling'))
    expect(onNewVersion).not.toHaveBeenCalled()
    expect(onReplaced).not.toHaveBeenCalled()
    library.dispatchEvent(new Event('controlling'))
    expect(onReplaced).toHaveBeenCalledTimes(1)
  })
})

describe('the first worker', () => {
  it('that could not be installed is installed again after a quarter of a minute, until it is active', async () => {
    registration.active = null
    registration.installing = new FakeWorker()
    const registered = register(false)
    await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(1))
    await vi.advanceTimersByTimeAsync(1)
    registration.installing.become('redundant')
    await vi.advanceTimersByTimeAsync(14_000)
    expect(request).toHaveBeenCalledTimes(1)
    registration.installing = new FakeWorker()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(request).toHaveBeenCalledTimes(2)
    registration.installing.become('activated')
    await registered
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(request).toHaveBeenCalledTimes(2)
  })

  it('is asked for until a line is there, however long that takes, each time after twice the pause', async () => {
    registration.active = null
    registration.installing = new FakeWorker()
    const registered = register(false)
    await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(1))
    await vi.advanceTimersByTimeAsync(1)
    registration.installing.become('redundant')
    request.mockRejectedValueOnce(new TypeError('offline')).mockRejectedValueOnce(new TypeError('offline'))
    await vi.advanceTimersByTimeAsync(15_000 + 30_000)
    expect(request).toHaveBeenCalledTimes(3)
    registration.installing = new FakeWorker()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(request).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(request).toHaveBeenCalledTimes(4)
    registration.installing.become('activated')
    await registered
  })

  it.each([
    new TypeError('An unknown error occurred when fetching the script.'),
    new DOMException('timed out', 'AbortError'),
  ])('is asked for again when the line was cut at the very first request: %s', async (error) => {
    request.mockRejectedValueOnce(error)
    const registered = register()
    await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(1))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(request).toHaveBeenCalledTimes(2)
    await registered
    registration.find().become('installed')
    expect(onNewVersion).toHaveBeenCalledTimes(1)
  })

  it('is not asked for again in a browser that blocks workers', async () => {
    request.mockRejectedValueOnce(new DOMException('blocked', 'SecurityError'))
    await expect(register(false)).rejects.toThrow('blocked')
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(request).toHaveBeenCalledTimes(1)
  })
})
