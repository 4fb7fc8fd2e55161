import { spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Binaries } from './platform-binaries.ts'

/** How the database programs are started: under which account, behind which command. */
export type DatabaseAccount = {
  readonly uid?: number
  readonly gid?: number
  /** Words put before the program. */
  readonly prefix: readonly string[]
  /** Gives a file or folder to the account the database runs under. */
  chown(path: string): void
}

const NOBODY = 65_534

/**
 * PostgreSQL refuses to run as root. If every user can reach the programs and the folder, it runs as
 * `nobody`; else inside a user namespace in which root has another number, and the files stay root's. Throws
 * with a way to solve it when neither is possible.
 */
export function chooseAccount(binaries: Binaries, parentDir: string): DatabaseAccount {
  if (process.getuid?.() !== 0) return { prefix: [], chown: () => undefined }
  if (reachableForAll(parentDir) && canRun([], binaries, NOBODY)) {
    return { uid: NOBODY, gid: NOBODY, prefix: [], chown: (path) => chownSync(path, NOBODY, NOBODY) }
  }
  const prefix = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']
  if (canRun(prefix, binaries)) return { prefix, chown: (path) => chownSync(path, 0, 0) }
  throw new Error(
    'The embedded PostgreSQL cannot run as root here. Start Risiti as an ordinary user, or set DATABASE_URL.',
  )
}

function reachableForAll(dir: string): boolean {
  for (let at = dir; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

function canRun(prefix: readonly string[], binaries: Binaries, id?: number): boolean {
  const [command, ...rest] = [...prefix, binaries.postgres, '--version']
  const account = id === undefined ? {} : { uid: id, gid: id }
  return spawnSync(command, rest, { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}
