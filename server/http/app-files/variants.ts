import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AppFile } from './app-file.ts'

export type Encoding = 'br' | 'gzip'

/** Compressed forms of the app's files. */
export type Variants = {
  /** The best form at hand, made at once in fair quality when there is none. */
  give(file: AppFile, encoding: Encoding): Promise<Buffer>
  /** Makes the smallest forms, one after another, and keeps them on disk for the next start. */
  polish(files: Iterable<AppFile>): Promise<void>
  stop(): void
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** `dir` is where finished forms are kept, named after the content they were made of. */
export function createVariants(dir: string): Variants {
  const made = new Map<string, Promise<Buffer>>()
  let stopped = false

  function kept(file: AppFile, encoding: Encoding): string {
    return join(dir, `${file.hash}.${encoding}`)
  }

  function give(file: AppFile, encoding: Encoding): Promise<Buffer> {
    const key = `${file.hash} ${encoding}`
    const known = made.get(key)
    if (known) return known
    const path = kept(file, encoding)
    const form = existsSync(path) ? Promise.resolve(readFileSync(path)) : compress(file, encoding, false)
    made.set(key, form)
    return form
  }

  async function polish(files: Iterable<AppFile>): Promise<void> {
    const wanted = [...files].filter((file) => file.compressible)
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    dropOthers(dir, wanted)
    for (const file of wanted) {
      for (const encoding of ['br', 'gzip'] as const) {
        const path = kept(file, encoding)
        if (stopped) return
        if (existsSync(path)) continue
        const form = await compress(file, encoding, true)
        writeFileSync(`${path}.${process.pid}`, form, { mode: 0o600 })
        renameSync(`${path}.${process.pid}`, path)
        made.set(`${file.hash} ${encoding}`, Promise.resolve(form))
      }
    }
  }

  return {
    give,
    polish,
    stop: () => {
      stopped = true
    },
  }
}

async function compress(file: AppFile, encoding: Encoding, best: boolean): Promise<Buffer> {
  if (encoding === 'gzip') return await zip(file.bytes, { level: best ? 9 : 6 })
  return await brotli(file.bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: best ? constants.BROTLI_MAX_QUALITY : 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: file.bytes.length,
    },
  })
}

/** Forms of files that the app no longer has. */
function dropOthers(dir: string, wanted: readonly AppFile[]): void {
  const hashes = new Set(wanted.map((file) => file.hash))
  for (const name of readdirSync(dir)) {
    if (!hashes.has(name.split('.')[0] ?? '')) rmSync(join(dir, name), { force: true })
  }
}
