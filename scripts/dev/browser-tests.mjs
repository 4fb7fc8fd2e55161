/** `npm run test:e2e`: finds a browser, builds what changed, runs the browser tests; further words go to Playwright. */
import { pathToFileURL } from 'node:url'
import { buildIfChanged } from '../build/build.mjs'
import { ensureBrowser } from './find-browser.mjs'
import { ensureHeadlessShell } from './find-headless-shell.mjs'
import { ensureInstalled, runCommand } from './install.mjs'

/** Runs the browser tests on the current build and returns Playwright's exit code. */
export async function runBrowserTests(browser, args = []) {
  const words = args.map((word) => JSON.stringify(word)).join(' ')
  const shell = await ensureHeadlessShell(browser)
  return await runCommand(`playwright test --config tests/e2e/playwright.config.ts ${words}`, {
    env: { CHROMIUM_PATH: browser.path, HEADLESS_SHELL_PATH: shell },
    // Every test has its own limit; this one is for a runner that hangs.
    limitMinutes: 80,
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    ensureInstalled()
    const browser = await ensureBrowser()
    process.exitCode = (await buildIfChanged()) ? await runBrowserTests(browser, process.argv.slice(2)) : 1
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
