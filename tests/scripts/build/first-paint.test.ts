import { describe, expect, it } from 'vitest'
import { preloadLinks } from '../../../scripts/build/first-paint.ts'

const BUNDLE = {
  'assets/login.js': {
    type: 'chunk',
    moduleIds: ['/src/features/login/login-screen.tsx'],
    imports: ['a.js', 'b.js'],
  },
  'a.js': { type: 'chunk', imports: ['c.js'] },
  'b.js': { type: 'chunk' },
  'c.js': { type: 'chunk' },
}

describe('the links that preload a lazy module', () => {
  it('name its chunk and all that this imports, but not what the page loads itself', () => {
    const links = preloadLinks(BUNDLE, 'src/features/login/login-screen.tsx', '<script src="/b.js"></script>')
    expect([...links.matchAll(/href="\/([^"]+)"/g)].map(([, file]) => file)).toEqual([
      'assets/login.js',
      'a.js',
      'c.js',
    ])
  })

  it('are refused for a module that no chunk holds', () => {
    expect(() => preloadLinks(BUNDLE, 'src/features/login/login.tsx', '')).toThrow('no chunk holds')
  })
})
