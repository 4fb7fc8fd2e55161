import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import { onNextInput } from '#ui/toast/next-input.ts'

const READ_MS = 1000

let target: EventTarget
let away: AbortController
const onAction = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onAction.mockClear()
  target = new EventTarget()
  away = new AbortController()
  onNextInput(target, onAction, { readMs: READ_MS, signal: away.signal })
  return () => vi.useRealTimers()
})

test.each(['pointerdown', 'input'])(
  'calls back once about %s, when the page has handled it',
  async (eventName) => {
    vi.advanceTimersByTime(READ_MS)
    target.dispatchEvent(new Event(eventName))
    // The browser runs promises between two listeners of one event: that is still during the event.
    await setImmediate()
    expect(onAction).not.toHaveBeenCalled()
    vi.advanceTimersByTime(0)
    expect(onAction).toHaveBeenCalledTimes(1)
    target.dispatchEvent(new Event(eventName))
    vi.runAllTimers()
    expect(onAction).toHaveBeenCalledTimes(1)
  },
)

test('an input before the message can be read is taken up once it can', () => {
  vi.advanceTimersByTime(READ_MS - 1)
  target.dispatchEvent(new Event('pointerdown'))
  vi.advanceTimersByTime(0)
  expect(onAction).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onAction).toHaveBeenCalledTimes(1)
})

test('does not call back without an input', () => {
  vi.runAllTimers()
  expect(onAction).not.toHaveBeenCalled()
})

test('calls back no more after the wait was aborted', () => {
  target.dispatchEvent(new Event('input'))
  away.abort()
  vi.runAllTimers()
  target.dispatchEvent(new Event('pointerdown'))
  vi.runAllTimers()
  expect(onAction).not.toHaveBeenCalled()
})
