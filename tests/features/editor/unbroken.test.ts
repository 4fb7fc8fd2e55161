import { afterEach, describe, expect, it, vi } from 'vitest'
import { unbroken } from '#features/editor/unbroken.ts'

describe('work that may break', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('gives what the work gives', async () => {
    expect(await unbroken(async () => 'kept', 'UNEXPECTED')).toBe('kept')
  })

  it.each([
    ['rejects', async () => await Promise.reject(new Error('no digest'))],
    [
      'throws at once',
      (): Promise<string> => {
        throw new Error('no digest')
      },
    ],
  ])('is an outcome, and reported as an error of ours, when it %s', async (_, work) => {
    const told = vi.fn()
    vi.stubGlobal('reportError', told)
    expect(await unbroken(work, 'UNEXPECTED')).toBe('UNEXPECTED')
    expect(told).toHaveBeenCalledExactlyOnceWith(new Error('no digest'))
  })
})
