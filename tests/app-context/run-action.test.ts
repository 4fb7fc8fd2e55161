import { describe, expect, it, vi } from 'vitest'
import { runAction } from '#app-context/run-action.ts'

function createScreen() {
  const busy: boolean[] = []
  const notify = vi.fn()
  return {
    busy,
    onError: notify,
    callbacks: { setBusy: (now: boolean) => void busy.push(now), onError: notify },
  }
}

describe('what a touch asked for', () => {
  it('is busy while it lasts and gives what came of it', async () => {
    const { busy, onError, callbacks } = createScreen()
    const action = Promise.withResolvers<string>()
    const outcome = runAction(() => action.promise, callbacks)
    expect(busy).toEqual([true])
    action.resolve('done')
    expect(await outcome).toBe('done')
    expect(busy).toEqual([true, false])
    expect(onError).not.toHaveBeenCalled()
  })

  it('is told and not busy any more when it breaks, also before it has begun', async () => {
    const error = new Error('not foreseen')
    const breaks = () => {
      throw error
    }
    for (const action of [async () => breaks(), breaks]) {
      const { busy, onError, callbacks } = createScreen()
      expect(await runAction(action, callbacks)).toBeUndefined()
      expect(busy).toEqual([true, false])
      expect(onError.mock.calls).toEqual([[error]])
    }
  })
})
