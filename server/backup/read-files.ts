import type { Dirent } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodeOf } from '../storage/embedded/system-error.ts'
import type { ArchiveItem } from './archive.ts'

const CHUNK_BYTES = 64 * 1024

/**
 * Reads the contents of a folder, each folder before what is in it. `skip` gets the path relative to `root`.
 * A file that disappears meanwhile is left out, because a running database deletes files; links and devices
 * are left out too.
 */
export async function* readFolder(
  root: string,
  path: string,
  skip: (path: string) => boolean,
): AsyncGenerator<ArchiveItem> {
  for (const entry of await listFolder(join(root, path))) {
    const inside = path === '' ? entry.name : `${path}/${entry.name}`
    if (skip(inside)) continue
    if (entry.isDirectory()) {
      yield { path: inside, kind: 'folder', mode: 0o700 }
      yield* readFolder(root, inside, skip)
    } else if (entry.isFile()) {
      yield* readWholeFile(root, inside)
    }
  }
}

/** Reads a file to its current end. */
export async function* readWholeFile(root: string, path: string): AsyncGenerator<ArchiveItem> {
  const file = await ignoreMissing(open(join(root, path), 'r'))
  if (file === undefined) return
  try {
    const { mode } = await file.stat()
    yield { path, kind: 'file', mode: mode & 0o777 }
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** A file that is made for the backup. */
export async function* generatedFile(path: string, text: string): AsyncGenerator<ArchiveItem> {
  yield { path, kind: 'file', mode: 0o600 }
  yield Buffer.from(text, 'utf8')
}

async function listFolder(path: string): Promise<Dirent[]> {
  const entries = (await ignoreMissing(readdir(path, { withFileTypes: true }))) ?? []
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function ignoreMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
