import { describe, expect, it, vi } from 'vitest'
import { runAction } from '#ui/run-action.ts'

function createScreen() {
  const busy: boolean[] = []
  const onError = vi.fn()
  const running = { current: false }
  return { busy, onError, state: { running, setBusy: (now: boolean) => void busy.push(now), onError } }
}

describe('runAction', () => {
  it('is busy while the action runs and gives its result', async () => {
    const { busy, onError, state } = createScreen()
    const action = Promise.withResolvers<string>()
    const result = runAction(() => action.promise, state)
    expect(busy).toEqual([true])
    action.resolve('done')
    expect(await result).toBe('done')
    expect(busy).toEqual([true, false])
    expect(onError).not.toHaveBeenCalled()
  })

  it('reports an error and is not busy any more, also when the action throws before its promise', async () => {
    const error = new Error('not foreseen')
    const fail = () => {
      throw error
    }
    for (const action of [async () => fail(), fail]) {
      const { busy, onError, state } = createScreen()
      expect(await runAction(action, state)).toBeUndefined()
      expect(busy).toEqual([true, false])
      expect(onError.mock.calls).toEqual([[error]])
    }
  })

  it('refuses a second run while the first is busy', async () => {
    const { busy, state } = createScreen()
    const action = Promise.withResolvers<string>()
    const second = vi.fn(async () => 'second')
    const first = runAction(() => action.promise, state)
    expect(await runAction(second, state)).toBeUndefined()
    expect(second).not.toHaveBeenCalled()
    action.resolve('first')
    expect(await first).toBe('first')
    expect(busy).toEqual([true, false])
  })

  it('runs again after an action that threw', async () => {
    const { state } = createScreen()
    await runAction(() => Promise.reject(new Error('not foreseen')), state)
    expect(await runAction(async () => 'saved', state)).toBe('saved')
  })
})
