import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import { onNextDeed } from '#ui/toast/next-deed.ts'

let place: EventTarget
let away: AbortController
const tell = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  tell.mockClear()
  place = new EventTarget()
  away = new AbortController()
  onNextDeed(place, tell, away.signal)
  return () => vi.useRealTimers()
})

test.each(['pointerdown', 'input'])('tells of %s once, when the page has dealt with it', async (deed) => {
  place.dispatchEvent(new Event(deed))
  // The browser lets promises go on between two listeners of one event: that is still in the midst of it.
  await setImmediate()
  expect(tell).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(tell).toHaveBeenCalledTimes(1)
  place.dispatchEvent(new Event(deed))
  vi.runAllTimers()
  expect(tell).toHaveBeenCalledTimes(1)
})

test('tells nothing any more when nobody waits', () => {
  place.dispatchEvent(new Event('input'))
  away.abort()
  vi.runAllTimers()
  place.dispatchEvent(new Event('pointerdown'))
  vi.runAllTimers()
  expect(tell).not.toHaveBeenCalled()
})
