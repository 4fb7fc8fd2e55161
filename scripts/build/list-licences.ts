import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A package that is part of the app, as listed on the screen about the app. */
export type ShippedPackage = {
  readonly name: string
  readonly version: string
  /** Short name of the licence, `MIT`. */
  readonly licence: string
  /** The full text of the licence from the package; empty when it has none. */
  readonly text: string
}

const LICENCE_FILE = /^(licen[cs]e|copying)(\.(md|txt|apache|mit))?$/i

/** The folder of the package that a module belongs to; `undefined` for our own. The innermost one counts. */
export function packageFolder(moduleId: string): string | undefined {
  const found = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(moduleId.replaceAll('\\', '/'))
  return found?.[1]
}

/** Reads name, version and licence of a package from its folder. Fails on a package without a name. */
export function readPackage(folder: string): ShippedPackage {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string
  }
  const file = readdirSync(folder).find((name) => LICENCE_FILE.test(name))
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
  return { name: manifest.name, version: manifest.version, licence: manifest.license ?? '', text }
}

/**
 * Writes `licences.json` beside the built app: every package of which something is in the page, its workers or the
 * service worker, by name. One list is filled by all three builds, the last of which writes it last.
 */
export function listLicences(): { readonly collect: () => Plugin; readonly write: () => Plugin } {
  const folders = new Set<string>()
  const generateBundle: Plugin['generateBundle'] = (_options, bundle) => {
    for (const part of Object.values(bundle)) {
      if (part.type !== 'chunk') continue
      for (const id of part.moduleIds) {
        const folder = packageFolder(id)
        if (folder !== undefined) folders.add(folder)
      }
    }
  }
  return {
    collect: () => ({ name: 'collect-licences', generateBundle }),
    write: () => ({
      name: 'list-licences',
      generateBundle,
      writeBundle: ({ dir, file }) => {
        const target = dir ?? (file === undefined ? undefined : join(file, '..'))
        if (target === undefined) return
        const packages = [...folders].map(readPackage).sort((a, b) => a.name.localeCompare(b.name, 'en'))
        writeFileSync(join(target, 'licences.json'), JSON.stringify({ packages }))
      },
    }),
  }
}
