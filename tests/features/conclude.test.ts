import { describe, expect, it, vi } from 'vitest'
import { conclude } from '#features/conclude.ts'

function aScreen() {
  const busy: boolean[] = []
  const tell = vi.fn()
  return { busy, tell, told: { setBusy: (now: boolean) => void busy.push(now), tell } }
}

describe('what a touch asked for', () => {
  it('is busy while it lasts and gives what came of it', async () => {
    const { busy, tell, told } = aScreen()
    const deed = Promise.withResolvers<string>()
    const outcome = conclude(() => deed.promise, told)
    expect(busy).toEqual([true])
    deed.resolve('done')
    expect(await outcome).toBe('done')
    expect(busy).toEqual([true, false])
    expect(tell).not.toHaveBeenCalled()
  })

  it('is told and not busy any more when it breaks, also before it has begun', async () => {
    const error = new Error('not foreseen')
    const breaks = () => {
      throw error
    }
    for (const deed of [async () => breaks(), breaks]) {
      const { busy, tell, told } = aScreen()
      expect(await conclude(deed, told)).toBeUndefined()
      expect(busy).toEqual([true, false])
      expect(tell.mock.calls).toEqual([[error]])
    }
  })
})
