/** Finds the browsers of this machine that `npm run test:browsers` and `npm test` walk the core path in. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findOnPath, isProgram } from './find-browser.mjs'
import { runCommand } from './install.mjs'
import { findOldChromium, getOldChromium, OLD_CHROMIUMS } from './old-chromiums.mjs'

const FIREFOX = ['firefox-esr', 'firefox']
const DEBIAN_PACKAGES = {
  firefox: 'firefox-esr',
  webkit: 'webkit2gtk-driver xvfb',
}

function findFirefox() {
  const path = findOnPath(FIREFOX)
  return path && { name: 'Firefox', kind: 'firefox', path }
}

function foldersIn(folder) {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** It is no command: it stands beside the library, by the newest version of its interface. */
function findMiniBrowser() {
  const beside = ['/usr/lib', '/usr/lib64', '/usr/libexec'].flatMap((folder) => [
    folder,
    ...foldersIn(folder),
  ])
  const homes = beside.flatMap(foldersIn).filter((folder) => /\/webkit2gtk-4\.\d$/.test(folder))
  return homes
    .sort((a, b) => b.localeCompare(a))
    .map((home) => join(home, 'MiniBrowser'))
    .find(isProgram)
}

/** The driver alone is not enough: it starts WebKit's own small browser, on a screen that is drawn nowhere. */
function findWebkit() {
  const driver = findOnPath(['WebKitWebDriver'])
  const path = findMiniBrowser()
  const screen = findOnPath(['Xvfb'])
  if (!driver || !path || !(screen || process.env.DISPLAY)) return undefined
  return { name: 'WebKitGTK', kind: 'webkit', driver, path, ...(screen && { screen }) }
}

async function installPackages(packages) {
  if (process.getuid?.() !== 0 || spawnSync('sh', ['-c', 'command -v apt-get']).status !== 0) return
  console.log(`Installing ${packages} with apt-get`)
  const install = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages}`
  await runCommand(install, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
}

/** Firefox and WebKit, installed by Debian's packages where `install` says so. */
async function findOthers(install) {
  const others = []
  for (const [kind, find] of [
    ['firefox', findFirefox],
    ['webkit', findWebkit],
  ]) {
    if (install && !find()) await installPackages(DEBIAN_PACKAGES[kind])
    const how = `Debian: apt-get install ${DEBIAN_PACKAGES[kind]}`
    const name = kind === 'firefox' ? 'Firefox' : 'WebKitGTK'
    others.push(find() ?? { name, absent: `it is not on this machine (${how})` })
  }
  return others
}

/** Every engine of the matrix; what is missing is fetched, or comes with the reason why it cannot be had. */
export async function findMatrix(newest) {
  const engines = []
  for (const version of OLD_CHROMIUMS) engines.push(await getOldChromium(version))
  engines.push({ name: 'Chromium', kind: 'chromium', path: newest })
  return [...engines, ...(await findOthers(true))]
}

/** One of each engine but the one that the browser tests drive, as far as it is here already: nothing is fetched. */
export async function findPresent() {
  const oldest = await findOldChromium()
  const others = await findOthers(false)
  return [...(oldest ? [oldest] : []), ...others]
}
