import { type Zippable, zipSync } from 'fflate/browser'

// biome-ignore lint/performance/noBarrelFile: it replaces a package, the rest of which the writer of PDFs uses
// biome-ignore lint/performance/noReExportAll: the same
export * from 'fflate/browser'

/**
 * Replaces fflate's `zip` in the app: packs synchronously in the worker of the export. Fflate would start a worker of
 * its own from a `blob:` address for every file over 160 kB; the content policy forbids that, and the answer never
 * came.
 */
export function zip(files: Zippable, done: (error: Error | null, archive: Uint8Array) => void): void {
  done(null, zipSync(files))
}
