import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadUntilArrived } from '#app/load-until-arrived.ts'

const load = vi.fn<() => Promise<string>>()
const withoutIt = vi.fn<() => Promise<void>>()
const wait = vi.fn<(ms: number) => Promise<void>>()
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
