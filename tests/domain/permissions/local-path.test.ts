import { describe, expect, it } from 'vitest'
import { localPath } from '#domain/permissions/local-path.ts'

describe('localPath', () => {
  it.each(['/', '/invoices', '/invoices?a=1&b=https://x.example', '/help#a', '/edit-invoice/1'])(
    'follows %s',
    (path) => {
      expect(localPath(path)).toBe(path)
    },
  )

  it.each([
    undefined,
    '',
    'invoices',
    '//x',
    '/\\x',
    '/a\\b',
    '/\t/x',
    '/a\nb',
    'https://x',
    '/./x',
    '/%2e%2e/x',
    '/a//b',
    `/${'a'.repeat(2001)}`,
  ])('does not follow %j', (path) => {
    expect(localPath(path)).toBeUndefined()
  })
})
