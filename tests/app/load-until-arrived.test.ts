import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadUntilArrived, startWhenArrived } from '#app/load-until-arrived.ts'

const load = vi.fn<() => Promise<string>>()
const withoutIt = vi.fn<() => Promise<void>>()
const wait = vi.fn<(ms: number, signal?: AbortSignal) => Promise<void>>()
const notArrived = new TypeError('Failed to fetch dynamically imported module: /assets/register-worker.js')

beforeEach(() => {
  load.mockReset().mockRejectedValue(notArrived)
  withoutIt.mockReset().mockResolvedValue(undefined)
  wait.mockReset().mockResolvedValue(undefined)
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a part of the app that no person waits for', () => {
  it('is loaded once when it arrives, and nothing is done without it', async () => {
    load.mockResolvedValue('part')
    expect(await loadUntilArrived(load, withoutIt, wait)).toBe('part')
    expect(load).toHaveBeenCalledTimes(1)
    expect(withoutIt).not.toHaveBeenCalled()
    expect(wait).not.toHaveBeenCalled()
  })

  it('is asked for again every quarter of a minute until it arrives', async () => {
    load.mockRejectedValueOnce(notArrived).mockRejectedValueOnce(notArrived).mockResolvedValue('part')
    expect(await loadUntilArrived(load, withoutIt, wait)).toBe('part')
    expect(load).toHaveBeenCalledTimes(3)
    expect(wait.mock.calls).toEqual([[15_000], [15_000]])
  })

  it('leaves what works without it to be tried with each attempt, whether that succeeds or not', async () => {
    load.mockRejectedValueOnce(notArrived).mockRejectedValueOnce(notArrived).mockResolvedValue('part')
    withoutIt.mockRejectedValueOnce(new TypeError('offline'))
    await loadUntilArrived(load, withoutIt, wait)
    expect(withoutIt).toHaveBeenCalledTimes(2)
  })

  it('counts as missing where a line without answers leaves it on the way for two minutes', async () => {
    vi.useFakeTimers()
    load.mockReturnValueOnce(new Promise(() => undefined)).mockResolvedValue('part')
    const loaded = loadUntilArrived(load, withoutIt, wait)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(withoutIt).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await loaded).toBe('part')
    expect(wait.mock.calls).toEqual([[15_000]])
  })
})

describe('a part that is started when it arrives', () => {
  const stopPart = vi.fn<() => void>()
  const start = vi.fn<(part: string) => () => void>()
  beforeEach(() => {
    stopPart.mockReset()
    start.mockReset().mockReturnValue(stopPart)
  })

  it('is asked for again after it failed to load, and started once', async () => {
    load.mockRejectedValueOnce(notArrived).mockRejectedValueOnce(notArrived).mockResolvedValue('part')
    const stop = startWhenArrived(load, start, { wait, withoutIt: () => void withoutIt() })
    await vi.waitFor(() => expect(start).toHaveBeenCalled())
    expect([start.mock.calls, load.mock.calls.length, withoutIt.mock.calls.length]).toEqual([
      [['part']],
      3,
      2,
    ])
    stop()
    stop()
    expect(stopPart).toHaveBeenCalledTimes(1)
  })

  it('is neither asked for nor started after it was stopped', async () => {
    let end: () => void = () => undefined
    wait.mockReturnValueOnce(new Promise((resolve) => (end = resolve)))
    const stop = startWhenArrived(load, start, { wait })
    await vi.waitFor(() => expect(wait).toHaveBeenCalled())
    load.mockResolvedValue('part')
    stop()
    expect(wait.mock.lastCall?.[1]?.aborted).toBe(true)
    end()
    await Promise.resolve()
    expect([load.mock.calls.length, start.mock.calls.length]).toEqual([1, 0])
  })
})
