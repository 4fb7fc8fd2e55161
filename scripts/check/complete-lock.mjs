/**
 * Completes package-lock.json for the platforms this machine is not.
 *
 * Native tools (Biome, oxlint, rollup, …) ship one optional package per platform. When the registry in use
 * does not serve the packages of other platforms, `npm install` leaves them out of the lock, and `npm ci` then
 * rejects that very lock ("Missing: @rolldown/binding-…@ from lock file"). This script writes the missing
 * entries under their dependant: version, operating system and processor are all npm needs to skip them here
 * and to fetch them where they belong. They carry no integrity; re-lock against a full registry when at hand.
 *
 * `node scripts/check/complete-lock.mjs`          adds what is missing (run it after every change of dependencies)
 * `node scripts/check/complete-lock.mjs --check`  changes nothing, fails when something is missing
 */
import { readFileSync, writeFileSync } from 'node:fs'

const lockFile = new URL('../../package-lock.json', import.meta.url)

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32']
const processors = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'arm', 'wasm32']

/** Folder of `name` as Node would find it from the folder `from`, or undefined when the lock has none. */
function resolveInLock(packages, from, name) {
  for (let at = from; ; ) {
    const candidate = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[candidate]) return candidate
    if (at === '') return undefined
    const cut = at.lastIndexOf('node_modules/')
    at = cut <= 0 ? '' : at.slice(0, cut - 1)
  }
}

/** The platform in the name of a platform package, in the lock's own fields. */
function readPlatform(name) {
  const words = name.split(/[/-]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : undefined
  const glibc = words.some((word) => word.startsWith('gnu')) ? 'glibc' : undefined
  return { os, cpu, libc: os === 'linux' ? (libc ?? glibc) : undefined }
}

function entryFor(name, version, dependant) {
  const { os, cpu, libc } = readPlatform(name)
  if (!os && !cpu) return undefined
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(dependant.dev && { dev: true }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  }
}

const lock = JSON.parse(readFileSync(lockFile, 'utf8'))
const added = {}
const unknown = []
for (const [folder, dependant] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(dependant.optionalDependencies ?? {})) {
    if (resolveInLock(lock.packages, folder, name)) continue
    const entry = /^\d/.test(version) ? entryFor(name, version, dependant) : undefined
    if (entry) added[`${folder ? `${folder}/` : ''}node_modules/${name}`] = entry
    else unknown.push(`${folder} needs ${name}@${version}`)
  }
}

const count = Object.keys(added).length
if (unknown.length > 0) {
  console.error(`The lock lacks optional packages this script cannot describe:\n  ${unknown.join('\n  ')}`)
  process.exitCode = 1
} else if (count === 0) {
  console.log('package-lock.json names every platform')
} else if (process.argv.includes('--check')) {
  console.error(
    `package-lock.json lacks ${count} platform packages; run: node scripts/check/complete-lock.mjs`,
  )
  process.exitCode = 1
} else {
  const all = { ...lock.packages, ...added }
  lock.packages = Object.fromEntries(
    Object.keys(all)
      .sort((a, b) => a.localeCompare(b, 'en'))
      .map((key) => [key, all[key]]),
  )
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`package-lock.json completed with ${count} platform packages`)
}
