import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorSentence } from './command-line.ts'
import { errorCodeOf } from './storage/embedded/system-error.ts'

/** Below this the database cannot write its log any more: a segment has 16 MiB, and one is kept in reserve. */
const FULL_DISK_BYTES = 48 * 1024 * 1024

/** PostgreSQL's code for a full disk, and the system's. */
const FULL_DISK_CODES: ReadonlySet<string | undefined> = new Set(['53100', 'ENOSPC'])

/** Codes of a database at another address that does not answer, or not yet. */
const UNREACHABLE_CODES: ReadonlySet<string | undefined> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])

/** The bytes that are free where `folder` is, or will be; `undefined` when the system does not say. */
export function freeBytesAt(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch (error) {
    const above = dirname(folder)
    return errorCodeOf(error) === 'ENOENT' && above !== folder ? freeBytesAt(above) : undefined
  }
}

type Place = {
  readonly dataDir: string
  readonly ownDatabase: boolean
  readonly freeBytes: number | undefined
}

/**
 * Why the server did not start and what to do about it, in one line for the person at the terminal. `ownDatabase`: the
 * server runs PostgreSQL itself, in `dataDir`; `freeBytes` of the disk that `dataDir` is on.
 */
export function startFailureSentence(error: unknown, { dataDir, ownDatabase, freeBytes }: Place): string {
  const code = errorCodeOf(error)
  const full = freeBytes !== undefined && freeBytes < FULL_DISK_BYTES
  if (FULL_DISK_CODES.has(code) || (ownDatabase && full)) {
    return `There is no room left on the disk of ${dataDir}. Free some space there, then start again: what was saved is kept.`
  }
  if (code === 'EADDRINUSE' && error instanceof Error && 'port' in error) {
    return `Port ${String(error.port)} is used by another program. Stop that program, or start on other ports: PORT=4100 npm start (the simulated authority uses the port after it).`
  }
  if (!ownDatabase && UNREACHABLE_CODES.has(code)) {
    return `The database of DATABASE_URL does not answer (${code ?? ''}). Start it or correct the address, then start again.`
  }
  return `The server did not start: ${firstLine(errorSentence(error))}`
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text
}
