/**
 * Builds the page and its service worker into dist/, but only when something they are made of changed.
 * `node scripts/build/build.mjs` builds when needed, `--force` always.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, projectFolder, runCommand } from '../dev/install.mjs'

const ingredients = [
  'src',
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/build',
  'lingui.config.ts',
  'package.json',
  'package-lock.json',
]
const stampFile = join(projectFolder, 'dist', '.built-from')

/** Every file the build reads, sorted, without generated ones. */
function listFiles(path) {
  const full = join(projectFolder, path)
  if (!existsSync(full)) return []
  const entries = readdirSync(full, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.gen.ts') && !entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const ingredient of ingredients) {
    const files = ingredient.includes('.') ? [join(projectFolder, ingredient)] : listFiles(ingredient)
    for (const file of files) {
      if (!existsSync(file)) continue
      hash.update(file.slice(projectFolder.length)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\0`)
  }
  return hash.digest('hex')
}

/** Returns true when dist/ is up to date afterwards. */
export async function buildIfChanged({ force = false } = {}) {
  const wanted = fingerprint()
  const built = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
  if (!force && built === wanted) return true
  console.log('Building the app')
  if ((await runCommand('vite build --logLevel warn', { limitMinutes: 5 })) !== 0) return false
  writeFileSync(stampFile, wanted)
  return true
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled()
  if (!(await buildIfChanged({ force: process.argv.includes('--force') }))) process.exitCode = 1
}
