import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dist, weigh } from '../../scripts/check/built-files.ts'
import { type Bench, onceFor } from './bench.ts'
import { buildChanged } from './support/changed-build.ts'
import { logProgress } from './support/cleanup.ts'

/** A screen that nothing else is made of. */
const SCREEN = '/src/features/dashboard/dashboard-screen.tsx'

function isNew(folder: string, file: string): boolean {
  const before = join(dist, file)
  return !existsSync(before) || !readFileSync(before).equals(readFileSync(join(folder, file)))
}

/** Weighs what a phone that has this build fetches to have one in which a single screen differs. */
const measure = onceFor(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'risiti-bench-build-'))
  try {
    logProgress('update: building with one screen changed')
    await buildChanged(folder, SCREEN)
    // What the worker keeps, and the worker itself.
    const fetched = globSync('**/*.{js,css,html,woff2}', { cwd: folder }).filter((file) =>
      isNew(folder, file),
    )
    const kB = fetched.reduce((sum, file) => sum + weigh(file, folder), 0)
    return { kB, listKB: weigh('sw.js', folder), files: fetched.length }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** An update after a change of one screen, from the files of two builds: bytes do not vary. */
const benches: Bench[] = [
  {
    name: 'update-one-screen',
    unit: 'kB',
    budget: 60,
    run: async (options) => [(await measure(options)).kB],
    note: 'parts name each other through the map in the page: of what imports a changed one nothing is fetched',
  },
  {
    name: 'update-one-screen-list',
    unit: 'kB',
    run: async (options) => [(await measure(options)).listKB],
    note: 'of these the list of files of the service worker, which changes with every build that differs',
  },
  {
    name: 'update-one-screen-files',
    unit: 'count',
    run: async (options) => [(await measure(options)).files],
  },
]
export default benches
