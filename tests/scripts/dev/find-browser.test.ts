import { expect, test } from 'vitest'

// Plain JavaScript: it runs before anything is installed.
const { tooOld } = (await import(new URL('../../../scripts/dev/find-browser.mjs', import.meta.url).href)) as {
  tooOld: (path: string, version: string) => string | undefined
}

test('a browser that is too old for the browser tests is refused with what to do', () => {
  expect(tooOld('/usr/bin/chromium', '149.0.7827.0')).toMatch(
    /^\/usr\/bin\/chromium is Chromium 149\.0\.7827\.0, and the browser tests need 150 or newer\. Update it .+CHROMIUM_PATH=/,
  )
  for (const version of ['150.0.7871.100', '156.0.8078.79']) {
    expect(tooOld('/usr/bin/chromium', version)).toBeUndefined()
  }
})
