import { expect, test } from 'vitest'

// Plain JavaScript: it runs before anything is installed.
const { installationFailure } = (await import(
  new URL('../../../scripts/dev/install.mjs', import.meta.url).href
)) as { installationFailure: (said: string) => string }

test.each([
  ['npm error code ENOSPC\nnpm error syscall write\nnpm error nospc', /no room left on the disk/],
  [
    'npm error code ECONNREFUSED\nnpm error FetchError: request to http://127.0.0.1:9/',
    /registry cannot be reached/,
  ],
  ['npm error code ENOTFOUND\nnpm error errno ENOTFOUND', /registry cannot be reached/],
  ['npm error code EACCES\nnpm error syscall mkdir', /may not write into .*node_modules/],
  ['npm error code E404\nnpm error 404 Not Found - GET x', /could not be installed: 404 Not Found - GET x/],
  ['npm could not be started: spawn npm ENOENT', /could not be installed/],
])('an installation that fails says why and how to go on, in one line: %j', (said, expected) => {
  const sentence = installationFailure(said)
  expect(sentence).toMatch(expected)
  expect(sentence).not.toContain('\n')
})
