import { expect, it, vi } from 'vitest'
import { stepBack } from '#routes/-step-back.ts'

it.each([
  [true, 1, 0],
  [false, 0, 1],
])('with a page before: %s, it goes back %i times and home %i times', (before, backs, homes) => {
  const back = vi.fn()
  const goHome = vi.fn()
  stepBack({ canGoBack: () => before, back }, goHome)
  expect(back).toHaveBeenCalledTimes(backs)
  expect(goHome).toHaveBeenCalledTimes(homes)
})
