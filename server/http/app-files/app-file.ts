import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

/** One file of the built app, held in memory. */
export type AppFile = {
  /** As asked for, `/assets/app-1a2b3c.js`. */
  readonly path: string
  readonly bytes: Buffer
  readonly type: string
  /** SHA-256 of the content, hex. */
  readonly hash: string
  /** Named after its content, so that it may be kept for ever. */
  readonly immutable: boolean
  readonly compressible: boolean
  /** Fingerprints of the inline scripts of a page (`'sha256-…'`), which its content policy has to allow. */
  readonly inlineScripts: readonly string[]
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
}
const PRECOMPRESSED_TYPES = new Set(['.png', '.jpg', '.webp', '.woff2', '.pdf'])
const MIN_COMPRESSIBLE = 256

/** Where the build keeps the parts of the release before: pages that are open since then still ask for them. */
const PREVIOUS_RELEASE_DIR = '.previous'

/** What the service worker loads beside its list of files (`scripts/build/split-worker.ts`). */
const WORKER_SCRIPT = /^\/worker-[0-9a-f]{16}\.js$/

/** Fingerprints of the inline scripts of a page, as a content policy names them. */
export function inlineScriptsOf(page: string): string[] {
  return [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

/** Reads the built app; `undefined` when it was not built. Hidden files and source maps stay inside. */
export function readAppFiles(dir: string): ReadonlyMap<string, AppFile> | undefined {
  const files = new Map<string, AppFile>()
  // Parts of the release before come first, so that the present one's own win.
  for (const root of [join(dir, PREVIOUS_RELEASE_DIR), dir]) {
    for (const path of listFiles(root)) {
      const file = readAppFile(root, path)
      files.set(file.path, file)
    }
  }
  return files.has('/index.html') ? files : undefined
}

function listFiles(dir: string): string[] {
  try {
    const root = realpathSync(dir)
    return (
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        // A link to a folder is listed like a folder: files behind it do not belong to the app.
        .filter((path) => realpathSync(path) === path)
        .map((path) => relative(root, path))
        .filter((path) => !path.split(sep).some((part) => part.startsWith('.')) && !path.endsWith('.map'))
    )
  } catch {
    return []
  }
}

function readAppFile(dir: string, path: string): AppFile {
  const bytes = readFileSync(join(dir, path))
  const ending = extname(path)
  const url = `/${path.split(sep).join('/')}`
  return {
    path: url,
    bytes,
    type: TYPES[ending] ?? 'application/octet-stream',
    hash: createHash('sha256').update(bytes).digest('hex'),
    immutable: url.startsWith('/assets/') || WORKER_SCRIPT.test(url),
    inlineScripts: ending === '.html' ? inlineScriptsOf(bytes.toString('utf8')) : [],
    compressible: !PRECOMPRESSED_TYPES.has(ending) && bytes.length >= MIN_COMPRESSIBLE,
  }
}
