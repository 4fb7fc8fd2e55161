/** Finds the Chromium the browser tests drive, or installs one. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runCommand } from './install.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findOnPath() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, process.platform === 'win32' ? `${name}.exe` : name)
      if (folder && isProgram(path)) return path
    }
  }
  return undefined
}

function findInUsualPlaces() {
  return [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    `${process.env.PROGRAMFILES}\\Google\\Chrome\\Application\\chrome.exe`,
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
  ].find(isProgram)
}

function findInPlaywrightCache() {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
    join(homedir(), 'AppData/Local/ms-playwright'),
  ]
  const inside = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
  ]
  for (const cache of caches.filter((folder) => folder && existsSync(folder))) {
    const newestFirst = readdirSync(cache)
      .filter((name) => /^chromium-\d+$/.test(name))
      .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    for (const version of newestFirst) {
      const found = inside.map((path) => join(cache, version, path)).find(isProgram)
      if (found) return found
    }
  }
  return undefined
}

function findBrowser() {
  const named = process.env.CHROMIUM_PATH ?? process.env.CHROME_PATH
  if (named) {
    if (isProgram(named)) return named
    throw new Error(`CHROMIUM_PATH or CHROME_PATH names ${named}, which cannot be run.`)
  }
  return findOnPath() ?? findInUsualPlaces() ?? findInPlaywrightCache()
}

const systemInstallers = [
  ['apt-get', 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium'],
  ['apk', 'apk add --no-cache chromium'],
  ['dnf', 'dnf install -y chromium'],
  ['yum', 'yum install -y chromium'],
  ['zypper', 'zypper --non-interactive install chromium'],
  ['pacman', 'pacman -Sy --noconfirm chromium'],
]

function hasCommand(name) {
  return spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0
}

/**
 * Path of a Chromium. Throws, with what to do, when there is none and none can be installed: tests are never skipped.
 */
export async function ensureBrowser() {
  const present = findBrowser()
  if (present) return present
  const installer = systemInstallers.find(([name]) => hasCommand(name))
  if (process.getuid?.() === 0 && installer) {
    console.log(`Installing Chromium with ${installer[0]}`)
    await runCommand(installer[1], { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  }
  let browser = findBrowser()
  if (!browser) {
    console.log('Installing Chromium with Playwright')
    const withLibraries = process.getuid?.() === 0 ? ' --with-deps' : ''
    await runCommand(`playwright install${withLibraries} chromium`)
    browser = findBrowser()
  }
  if (browser) return browser
  throw new Error(
    'The browser tests need Chromium or Chrome, and none could be found or installed.\n' +
      'Install one (Debian: apt-get install chromium) or say where it is: CHROMIUM_PATH=/path/to/chrome npm test',
  )
}
