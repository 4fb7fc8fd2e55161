import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AppFile } from './app-file.ts'

export type Encoding = 'br' | 'gzip'

/** Compressed forms of the app's files. */
export type Variants = {
  /** The best form at hand, made at once in fair quality when there is none. */
  get(file: AppFile, encoding: Encoding): Promise<Buffer>
  /** Makes the smallest forms, one after another, and keeps them on disk for the next start. */
  precompress(files: Iterable<AppFile>): Promise<void>
  stop(): void
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** `dir` is where finished forms are kept, named after the content they were made of. */
export function createVariants(dir: string): Variants {
  const cache = new Map<string, Promise<Buffer>>()
  let stopped = false

  function variantPath(file: AppFile, encoding: Encoding): string {
    return join(dir, `${file.hash}.${encoding}`)
  }

  function get(file: AppFile, encoding: Encoding): Promise<Buffer> {
    const key = `${file.hash} ${encoding}`
    const cached = cache.get(key)
    if (cached) return cached
    const path = variantPath(file, encoding)
    const variant = existsSync(path) ? Promise.resolve(readFileSync(path)) : compress(file, encoding, false)
    cache.set(key, variant)
    return variant
  }

  async function precompress(files: Iterable<AppFile>): Promise<void> {
    const compressible = [...files].filter((file) => file.compressible)
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    deleteStaleVariants(dir, compressible)
    for (const file of compressible) {
      for (const encoding of ['br', 'gzip'] as const) {
        const path = variantPath(file, encoding)
        if (stopped) return
        if (existsSync(path)) continue
        const variant = await compress(file, encoding, true)
        writeFileSync(`${path}.${process.pid}`, variant, { mode: 0o600 })
        renameSync(`${path}.${process.pid}`, path)
        cache.set(`${file.hash} ${encoding}`, Promise.resolve(variant))
      }
    }
  }

  return {
    get,
    precompress,
    stop: () => {
      stopped = true
    },
  }
}

async function compress(file: AppFile, encoding: Encoding, best: boolean): Promise<Buffer> {
  if (encoding === 'gzip') return await gzipAsync(file.bytes, { level: best ? 9 : 6 })
  return await brotliAsync(file.bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: best ? constants.BROTLI_MAX_QUALITY : 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: file.bytes.length,
    },
  })
}

/** Forms of files that the app no longer has. */
function deleteStaleVariants(dir: string, current: readonly AppFile[]): void {
  const hashes = new Set(current.map((file) => file.hash))
  for (const name of readdirSync(dir)) {
    if (!hashes.has(name.split('.')[0] ?? '')) rmSync(join(dir, name), { force: true })
  }
}
