/** Finds the Chromium the browser tests drive, says which it is, or installs one. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runCommand } from './install.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

/** The oldest Chromium in which the browser tests pass; `npm run test:browsers` walks their main path in older ones. */
const OLDEST = 150

/** Whether a file can be run. */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The first of these commands that is there. */
export function findOnPath(commands) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  for (const name of commands) {
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

/** Folders in which Playwright may keep browsers. */
export function playwrightCaches() {
  return [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
    join(homedir(), 'AppData/Local/ms-playwright'),
  ].filter((folder) => folder)
}

function findInPlaywrightCache() {
  const inside = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
  ]
  for (const cache of playwrightCaches().filter((folder) => existsSync(folder))) {
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

/** What is wrong with a browser of this version, as a sentence that says what to do; `undefined` when it fits. */
export function tooOld(path, version) {
  if (Number(version.split('.')[0]) >= OLDEST) return undefined
  return (
    `${path} is Chromium ${version}, and the browser tests need ${OLDEST} or newer. ` +
    'Update it (Debian: apt-get update && apt-get install chromium) or name another one: CHROMIUM_PATH=/path/to/chrome npm test'
  )
}

/** Starts a browser and has it say its version. */
export async function readVersion(path) {
  const { chromium } = await import('playwright')
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-gpu'] })
  const version = browser.version()
  await browser.close()
  return version
}

/** The first browser of the machine that is new enough; `refused` gets why the others are not taken. */
async function findBrowser(refused) {
  const named = process.env.CHROMIUM_PATH ?? process.env.CHROME_PATH
  if (named) {
    if (!isProgram(named))
      throw new Error(`CHROMIUM_PATH or CHROME_PATH names ${named}, which cannot be run.`)
    const version = await readVersion(named)
    const why = tooOld(named, version)
    if (why) throw new Error(why)
    return { path: named, version }
  }
  for (const path of [findOnPath(names), findInUsualPlaces(), findInPlaywrightCache()]) {
    if (!path) continue
    const version = await readVersion(path).catch(() => undefined)
    const why = version === undefined ? `${path} does not start.` : tooOld(path, version)
    if (!why) return { path, version }
    refused.push(why)
  }
  return undefined
}

const systemInstallers = [
  ['apt-get', 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium'],
  ['apk', 'apk add --no-cache chromium'],
  ['dnf', 'dnf install -y chromium'],
  ['yum', 'yum install -y chromium'],
  ['zypper', 'zypper --non-interactive install chromium'],
  ['pacman', 'pacman -Sy --noconfirm chromium'],
]

/** Whether the shell knows a command. */
export function hasCommand(name) {
  return spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0
}

/**
 * A Chromium that the browser tests can drive, and its version. Installs one when there is none. Throws, with what to
 * do, when none can be had: tests are never skipped.
 */
export async function ensureBrowser() {
  const browser = (await findBrowser([])) ?? (await installBrowser())
  console.log(`Browser: Chromium ${browser.version} (${browser.path})`)
  return browser
}

async function installBrowser() {
  const installer = systemInstallers.find(([name]) => hasCommand(name))
  if (process.getuid?.() === 0 && installer) {
    console.log(`Installing Chromium with ${installer[0]}`)
    await runCommand(installer[1], { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  }
  const installed = await findBrowser([])
  if (installed) return installed
  console.log('Installing Chromium with Playwright')
  const withLibraries = process.getuid?.() === 0 ? ' --with-deps' : ''
  await runCommand(`playwright install${withLibraries} chromium`)
  const refused = []
  const browser = await findBrowser(refused)
  if (browser) return browser
  throw new Error(
    `The browser tests need Chromium or Chrome ${OLDEST} or newer, and none could be found or installed.\n` +
      refused.map((why) => `${why}\n`).join('') +
      'Install one (Debian: apt-get install chromium) or say where it is: CHROMIUM_PATH=/path/to/chrome npm test',
  )
}
