import { afterEach, describe, expect, it, vi } from 'vitest'
import { catchUnexpected } from '#features/invoices/edit/catch-unexpected.ts'

describe('work that may break', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('gives what the work gives', async () => {
    expect(await catchUnexpected(async () => 'kept', 'UNEXPECTED')).toBe('kept')
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
    const onError = vi.fn()
    vi.stubGlobal('reportError', onError)
    expect(await catchUnexpected(work, 'UNEXPECTED')).toBe('UNEXPECTED')
    expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('no digest'))
  })
})
