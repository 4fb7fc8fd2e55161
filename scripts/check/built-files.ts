import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { projectFolder } from './source-files.ts'

export const dist = join(projectFolder, 'dist')

/** One chunk in Vite's manifest. */
export interface Chunk {
  file: string
  imports?: string[]
  isEntry?: boolean
}

export function readManifest(): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
}

/** Size on the wire in kB (brotli 5, as the server compresses), of a file in dist or another build. */
export function weigh(file: string, folder = dist): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return brotliCompressSync(readFileSync(join(folder, file)), { params }).length / 1000
}

export function listBuilt(pattern: string): string[] {
  return globSync(pattern, { cwd: dist })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
}

/** Files the service worker fetches for offline use, read from its precache list. */
export function listPrecached(): string[] {
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8')
  const names = [...worker.matchAll(/["`']?url["`']?:\s*["`']([^"`']+)["`']/g)].map(([, url = '']) => url)
  return [...new Set(names)].filter((name) => globSync(name, { cwd: dist }).length > 0)
}

/**
 * The files of these chunks and of everything they import statically. A chunk is named as in the manifest; one that
 * several lazy modules share has no module's name there and goes by its plain file name.
 */
export function withStaticImports(manifest: Record<string, Chunk>, names: string[]): Set<string> {
  const files = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = manifest[name] ?? Object.values(manifest).find(({ file }) => plainName(file) === name)
    if (!chunk || files.has(chunk.file)) continue
    files.add(chunk.file)
    waiting.push(...(chunk.imports ?? []))
  }
  return files
}

/** File name without folder and content hash, the same from build to build. */
export function plainName(file: string): string {
  return file.replace(/^.*\//, '').replace(/-[\w-]{8}(\.\w+)$/, '$1')
}
