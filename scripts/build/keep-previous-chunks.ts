import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** The folder of the previous release's files inside the built app. The server serves them beside its own. */
const PREVIOUS_FOLDER = '.previous/assets'

type Parts = ReadonlyMap<string, Buffer>

function readParts(folder: string): Parts {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]))
}

/**
 * What to keep beside a new build: the parts of the previous build that it no longer has. Building the same release
 * again keeps what was kept beside it.
 */
export function previousChunks(before: Parts, previousKept: Parts, now: ReadonlySet<string>): Parts {
  const without = (parts: Parts) => new Map([...parts].filter(([name]) => !now.has(name)))
  const gone = without(before)
  return gone.size > 0 ? gone : without(previousKept)
}

/**
 * Keeps the files of the previous release for one release more: a page that was opened before a deployment, and has
 * no service worker yet, still requests them.
 */
export function keepPreviousChunks(): Plugin {
  let folder = ''
  let before: Parts = new Map()
  let previousKept: Parts = new Map()
  return {
    name: 'keep-previous-parts',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    // The folder is emptied later, before anything is written.
    buildStart: () => {
      before = readParts(join(folder, 'assets'))
      previousKept = readParts(join(folder, PREVIOUS_FOLDER))
    },
    writeBundle: (_, bundle) => {
      const now = new Set(Object.keys(bundle).map((file) => file.replace(/^assets\//, '')))
      rmSync(join(folder, PREVIOUS_FOLDER), { recursive: true, force: true })
      mkdirSync(join(folder, PREVIOUS_FOLDER), { recursive: true })
      for (const [name, bytes] of previousChunks(before, previousKept, now)) {
        writeFileSync(join(folder, PREVIOUS_FOLDER, name), bytes)
      }
    },
  }
}
