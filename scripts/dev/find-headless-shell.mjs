/** Finds the Chromium without windows, which most browser tests run in, or installs it. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findOnPath, hasCommand, isProgram, playwrightCaches, readVersion } from './find-browser.mjs'
import { runCommand } from './install.mjs'

const names = ['chromium-headless-shell', 'chrome-headless-shell']
const inside = [
  'chrome-linux/headless_shell',
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-mac/headless_shell',
  'chrome-win/headless_shell.exe',
]

function findInPlaywrightCache() {
  for (const cache of playwrightCaches().filter((folder) => existsSync(folder))) {
    const shells = readdirSync(cache).filter((name) => name.startsWith('chromium_headless_shell-'))
    const found = shells.flatMap((name) => inside.map((path) => join(cache, name, path))).find(isProgram)
    if (found) return found
  }
  return undefined
}

const majorOf = (version) => version?.split('.')[0]

/** The path of one that is as new as this browser. */
async function findShell(browser) {
  for (const path of [findOnPath(names), findInPlaywrightCache()]) {
    if (!path) continue
    const version = await readVersion(path).catch(() => undefined)
    if (majorOf(version) === majorOf(browser.version)) return path
  }
  return undefined
}

/**
 * The path of a Chromium without windows, of the version of the browser: it takes a quarter less processor time. Where
 * none is found or can be installed it is the browser itself, in which every test passes too.
 */
export async function ensureHeadlessShell(browser) {
  const found = await findShell(browser)
  if (found) return found
  if (process.getuid?.() === 0 && hasCommand('apt-get') && browser.path.startsWith('/usr/')) {
    const install = 'apt-get install -y -qq --no-install-recommends chromium-headless-shell'
    await runCommand(`apt-get update -qq && ${install}`, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  }
  const installed = await findShell(browser)
  if (!installed) console.log('There is no Chromium without windows here: all tests run in the browser.')
  return installed ?? browser.path
}
