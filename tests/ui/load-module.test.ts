import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  isModuleLoadError,
  LOAD_TIMEOUT_MS,
  loadModule,
  ModuleLoadTimeout,
  unreachableOffline,
} from '#ui/load-module.ts'
import { loadModuleAgain } from '#ui/load-module-again.ts'

describe('a part of the app (spec §9: chunk load timeout 120 seconds)', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('fails after 120 seconds on a connection without answers, not before', async () => {
    expect(LOAD_TIMEOUT_MS).toBe(120_000)
    const ended = vi.fn()
    const loading = loadModule(() => new Promise(() => undefined)).catch(ended)
    await vi.advanceTimersByTimeAsync(LOAD_TIMEOUT_MS - 1)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await loading
    expect(ended.mock.calls[0]?.[0]).toBeInstanceOf(ModuleLoadTimeout)
  })

  it('that comes, or fails by itself, leaves no timer behind', async () => {
    expect(await loadModule(async () => 'screen')).toBe('screen')
    await expect(loadModule(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a screen that did not load', () => {
  const failure = new TypeError('Failed to fetch dynamically imported module: https://shop/assets/a.js')
  const thrownBy = (error: unknown) => {
    try {
      return unreachableOffline(error)
    } catch (thrown) {
      return thrown
    }
  }
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('is unreachable without a network: the router does not load the page again for it', () => {
    vi.stubGlobal('navigator', { onLine: false })
    const thrown = thrownBy(failure)
    // The router knows a part of another release by the words of the browser.
    expect(String(thrown)).not.toContain('dynamically imported module')
    expect(isModuleLoadError(thrown)).toBe(true)
    const other = new Error('UNEXPECTED')
    expect(thrownBy(other)).toBe(other)
  })

  it('is left to the router with a network: it may be a part of an older release', () => {
    vi.stubGlobal('navigator', { onLine: true })
    expect(thrownBy(failure)).toBe(failure)
  })
})

describe('a part that failed before, asked for again', () => {
  const failure = new TypeError('Failed to fetch dynamically imported module: https://shop/assets/a.js')
  const reload = vi.fn()
  const answer = vi.fn<(file: string) => Promise<{ ok: boolean }>>()
  beforeEach(() => {
    reload.mockClear()
    answer.mockReset()
    vi.stubGlobal('fetch', answer)
    vi.stubGlobal('window', { location: { href: 'https://shop/settings', reload } })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('is shown when it loads', async () => {
    expect(await loadModuleAgain(async () => 'sheet')).toBe('sheet')
    expect(answer).not.toHaveBeenCalled()
  })

  it('loads the page again when its file can be had: the browser remembers the failure', async () => {
    answer.mockResolvedValue({ ok: true })
    void loadModuleAgain(() => Promise.reject(failure))
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(answer).toHaveBeenCalledWith('https://shop/assets/a.js', { cache: 'no-store' })
  })

  it.each([
    ['the server cannot be reached', failure, () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server has no such file', failure, () => Promise.resolve({ ok: false })],
    ['it is another error', new Error('UNEXPECTED'), () => Promise.resolve({ ok: true })],
  ])('fails without a reload when %s', async (_, error, answering) => {
    answer.mockImplementation(answering)
    await expect(loadModuleAgain(() => Promise.reject(error))).rejects.toBe(error)
    expect(reload).not.toHaveBeenCalled()
  })
})

it.each([
  [new ModuleLoadTimeout('PART_TOO_LATE'), true],
  [new TypeError('Failed to fetch dynamically imported module: http://x/assets/a.js'), true],
  [new TypeError('error loading dynamically imported module'), true],
  [new TypeError('Importing a module script failed.'), true],
  [new Error('Unable to preload CSS for /assets/a.css'), true],
  [new Error('NETWORK_UNREACHABLE'), false],
  ['dynamically imported module', false],
])('%s is a part that is missing: %s', (error, expected) => {
  expect(isModuleLoadError(error)).toBe(expected)
})
