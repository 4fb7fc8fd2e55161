import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Where the parts of the release before lie, inside the built app; the server gives them out beside its own. */
const KEPT = '.previous/assets'

type Parts = ReadonlyMap<string, Buffer>

function readParts(folder: string): Parts {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]))
}

/**
 * What to keep beside a new build: the parts it no longer has of the one before. The same release built once more keeps
 * what was kept beside it.
 */
export function partsToKeep(before: Parts, keptBefore: Parts, now: ReadonlySet<string>): Parts {
  const without = (parts: Parts) => new Map([...parts].filter(([name]) => !now.has(name)))
  const gone = without(before)
  return gone.size > 0 ? gone : without(keptBefore)
}

/**
 * Keeps the parts of the release before for one release more: a page that was opened before a deployment, and has no
 * service worker yet, still asks for them.
 */
export function keepPreviousParts(): Plugin {
  let folder = ''
  let before: Parts = new Map()
  let keptBefore: Parts = new Map()
  return {
    name: 'keep-previous-parts',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    // The folder is emptied later, before anything is written.
    buildStart: () => {
      before = readParts(join(folder, 'assets'))
      keptBefore = readParts(join(folder, KEPT))
    },
    writeBundle: (_, bundle) => {
      const now = new Set(Object.keys(bundle).map((file) => file.replace(/^assets\//, '')))
      rmSync(join(folder, KEPT), { recursive: true, force: true })
      mkdirSync(join(folder, KEPT), { recursive: true })
      for (const [name, bytes] of partsToKeep(before, keptBefore, now)) {
        writeFileSync(join(folder, KEPT, name), bytes)
      }
    },
  }
}
