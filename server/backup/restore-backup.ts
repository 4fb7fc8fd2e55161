import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseInstant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Clock, Log } from '../ports/system.ts'
import { openDatabase } from '../storage/database.ts'
import { chooseAccount } from '../storage/embedded/database-account.ts'
import { findBinaries } from '../storage/embedded/platform-binaries.ts'
import { probePostmaster } from '../storage/embedded/postmaster.ts'
import { startCluster } from '../storage/embedded/start-cluster.ts'
import { withStartLock } from '../storage/embedded/start-lock.ts'
import { errorCodeOf } from '../storage/embedded/system-error.ts'
import { BackupError } from './backup-error.ts'
import { CLUSTER_FOLDER } from './copy-cluster.ts'
import { isReplaced, KEY_FILE, REPLACED_PREFIX, STAGING_PREFIX } from './data-folder.ts'
import { closeAfter, clusterFolder, syncFolder } from './make-backup.ts'
import { type NewEpoch, openNewEpoch } from './open-new-epoch.ts'
import { readBackupHeader } from './read-backup.ts'
import { unpackBackup } from './unpack-backup.ts'

export type RestoreRequest = {
  readonly file: string
  readonly passphrase: string
  readonly dataDir: string
  /** Key that the server will be started with, when it does not keep it in the data folder. */
  readonly key: Uint8Array | null
  /** Moves the content of the data folder to another folder; without it the folder must be empty. */
  readonly replace: boolean
  readonly clock: Clock
  readonly newId: () => string
  readonly log: Log
  /** For throw-away test clusters only. */
  readonly unsafeNoSync?: boolean
}

export type Restored = NewEpoch & {
  readonly backupAt: string
  /** The folder to which the earlier data was moved. */
  readonly replaced: string | null
  /** The key of the backup differs from the configured one; it is in the data folder. */
  readonly keyDiffers: boolean
}

/**
 * Restores a backup into a data folder whose server does not run. Everything is verified, unpacked, started
 * once and given a new epoch in a folder of its own before any old data is moved. The old data is renamed,
 * never deleted. The simulated authority's ledger stays, because a real authority would not forget either.
 * Throws `BackupError`; then nothing has changed.
 */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const { dataDir } = request
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  await refuseRunning(request)
  if (!request.replace && readdirSync(dataDir).some(isReplaced)) {
    throw new BackupError(
      'RESTORE_FOLDER_NOT_EMPTY',
      `${dataDir} holds data already. Restore into an empty folder (DATA_DIR), or add --replace to move it aside.`,
    )
  }
  await refuseOtherDatabase(request.file)
  const stamp = toInstant(request.clock.now()).replace(/[-:]|\..*$/g, '')
  const staging = join(dataDir, `${STAGING_PREFIX}${stamp}-${process.pid}`)
  try {
    await mkdir(staging, { mode: 0o755 })
    const prepared = await prepare(request, staging)
    const replaced = await swapIntoPlace(request, staging, join(dataDir, `${REPLACED_PREFIX}${stamp}`))
    return { ...prepared, replaced }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

async function prepare(request: RestoreRequest, staging: string): Promise<Omit<Restored, 'replaced'>> {
  const account = chooseAccount(await findBinaries(), staging)
  const { createdAt } = await unpackBackup(request.file, request.passphrase, staging, (path) =>
    account.chown(path),
  )
  const backupAt = parseInstant(createdAt)
  if (backupAt === undefined) throw new BackupError('BACKUP_DAMAGED', 'The backup has no time.')
  const keyDiffers = await reconcileKey(staging, request.key)
  const cluster = await startCluster({ ...request, dataDir: staging })
  try {
    const { connectionString } = cluster
    const database = openDatabase({ connectionString, log: request.log, poolSize: 2, queryLimitMs: 0 })
    const { clock, newId } = request
    const opened = await closeAfter(database, () => openNewEpoch(database.db, { clock, newId, backupAt }))
    return { ...opened, backupAt, keyDiffers }
  } finally {
    await cluster.stop()
  }
}

/**
 * The server's own key must not be stored beside the secrets it encrypts. Returns whether another key is
 * needed.
 */
async function reconcileKey(staging: string, configured: Uint8Array | null): Promise<boolean> {
  const path = join(staging, KEY_FILE)
  const backedUp = Buffer.from(await readFile(path, 'utf8'), 'base64')
  if (configured === null) return false
  const same = backedUp.equals(configured)
  if (same) await rm(path)
  return !same
}

/** Puts the prepared data into its place while no server can start. Returns where the old data went. */
async function swapIntoPlace(
  request: RestoreRequest,
  staging: string,
  replacedDir: string,
): Promise<string | null> {
  const { dataDir } = request
  return await withStartLock(join(dataDir, 'postgres.lock'), async () => {
    await refuseRunning(request)
    const old = readdirSync(dataDir).filter(isReplaced)
    // As open as the data folder: the account of the database must reach it when it is put back.
    if (old.length > 0) await mkdir(replacedDir, { mode: 0o755 })
    const fresh = readdirSync(staging).filter(isReplaced)
    // The database changes places last and at once: a stop in between leaves the old one whole.
    const names = [...new Set([...old, ...fresh])].toSorted((a, b) => moveOrder(a) - moveOrder(b))
    for (const name of names) {
      if (old.includes(name)) await rename(join(dataDir, name), join(replacedDir, name))
      if (fresh.includes(name)) await rename(join(staging, name), join(dataDir, name))
    }
    await syncFolder(dataDir)
    return old.length > 0 ? replacedDir : null
  })
}

function moveOrder(name: string): number {
  return name === CLUSTER_FOLDER ? 1 : 0
}

/**
 * Stops a database that a killed server left running. A database that is in use is not touched
 * (`RESTORE_SERVER_RUNNING`).
 */
async function refuseRunning(request: RestoreRequest): Promise<void> {
  const { dataDir } = request
  if (!(await isRunning(dataDir))) return
  const cluster = await startCluster({ dataDir, log: request.log })
  await cluster.stop()
  if (await isRunning(dataDir)) {
    throw new BackupError(
      'RESTORE_SERVER_RUNNING',
      `A server runs on ${dataDir}. Stop it first, then restore.`,
    )
  }
}

async function isRunning(dataDir: string): Promise<boolean> {
  let password: string
  try {
    password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return false
    throw error
  }
  const found = await probePostmaster(clusterFolder(dataDir), password)
  if (typeof found !== 'string') await found.client.end()
  return found !== 'absent'
}

/** PostgreSQL reads only the files of its own major version. */
async function refuseOtherDatabase(file: string): Promise<void> {
  const { postgres } = await readBackupHeader(file)
  const { postgres: program } = await findBinaries()
  const own = Number(
    /\(PostgreSQL\) (\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1],
  )
  if (own !== postgres) {
    throw new BackupError(
      'BACKUP_OTHER_DATABASE',
      `The backup holds files of PostgreSQL ${postgres}; this Risiti brings ${own}. Use a Risiti with PostgreSQL ${postgres}.`,
    )
  }
}
