import { createWriteStream } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Clock, Log } from '../ports/system.ts'
import { openDatabase } from '../storage/database.ts'
import { startCluster } from '../storage/embedded/start-cluster.ts'
import { getServerState } from '../storage/server-state.ts'
import { type ArchiveItem, packArchive } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { type BackupHeader, type KeyedHeader, writeHeader } from './backup-header.ts'
import { CLUSTER_FOLDER, copyCluster, readMajorVersion } from './copy-cluster.ts'
import { isExcluded, KEY_FILE } from './data-folder.ts'
import { encryptChunks } from './encrypted-chunks.ts'
import { checkBackup } from './read-backup.ts'
import { generatedFile, readFolder } from './read-files.ts'

/** A passphrase shorter than this can be guessed, however expensive the key derivation is. */
const MIN_PASSPHRASE_LENGTH = 12

export type BackupRequest = {
  readonly dataDir: string
  /** The server's key, 32 bytes; without it every sealed secret of the backup would be lost. */
  readonly key: Uint8Array
  readonly passphrase: string
  /** File to be made; an existing one is never overwritten. */
  readonly file: string
  readonly clock: Clock
  readonly log: Log
  /** Cost of the key derivation, for tests only. */
  readonly scryptCost?: number
  /** For throw-away test clusters only. */
  readonly unsafeNoSync?: boolean
}

export type BackupResult = { readonly header: BackupHeader; readonly bytes: number }

/** Refuses a passphrase that protects nothing (`BACKUP_PASSPHRASE_MISSING`, `BACKUP_PASSPHRASE_SHORT`). */
export function requirePassphrase(passphrase: string | undefined): string {
  if (!passphrase) {
    throw new BackupError(
      'BACKUP_PASSPHRASE_MISSING',
      'A backup needs a passphrase: set RISITI_BACKUP_PASSPHRASE or run this in a terminal. Keep it elsewhere: without it the backup cannot be opened.',
    )
  }
  if (passphrase.normalize('NFKC').length < MIN_PASSPHRASE_LENGTH) {
    throw new BackupError(
      'BACKUP_PASSPHRASE_SHORT',
      `The passphrase needs at least ${MIN_PASSPHRASE_LENGTH} characters; several words are best.`,
    )
  }
  return passphrase
}

/**
 * Makes a consistent backup of a data folder while its server runs (or while none does): database, key and files in
 * one sealed file. It appears under its name only when it is whole, on the disk, and was read back.
 */
export async function makeBackup(request: BackupRequest): Promise<BackupResult> {
  const passphrase = requirePassphrase(request.passphrase)
  if (await exists(request.file)) {
    throw new BackupError(
      'BACKUP_FILE_EXISTS',
      `${request.file} is there already; backups are never overwritten.`,
    )
  }
  if (!(await exists(dirname(request.file)))) {
    throw new BackupError('BACKUP_FOLDER_MISSING', `${dirname(request.file)} is not there: make it first.`)
  }
  const cluster = await startCluster(request)
  const draft = join(dirname(request.file), `.${basename(request.file)}.${process.pid}.part`)
  try {
    const database = openDatabase({
      connectionString: cluster.connectionString,
      log: request.log,
      poolSize: 1,
    })
    const { epoch } = await closeAfter(database, () => getServerState(database.db))
    const createdAt = toInstant(request.clock.now())
    const facts = { createdAt, postgres: await readMajorVersion(request.dataDir), epoch }
    const head = await writeHeader(facts, passphrase, request.scryptCost)
    const items = dataFolderItems(request, cluster.connectionString, createdAt)
    await pipeline(
      packArchive(items),
      createGzip({ level: 3 }),
      (source: AsyncIterable<Buffer>) => fileContent(head, source),
      // The backup of another account must not be readable either.
      createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await checkBackup(draft, passphrase)
    await rename(draft, request.file)
    await syncFolder(dirname(request.file))
    return { header: head.header, bytes: (await stat(request.file)).size }
  } finally {
    await rm(draft, { force: true })
    await cluster.stop()
  }
}

async function* fileContent(head: KeyedHeader, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head.bytes
  yield* encryptChunks(head, source)
}

async function* dataFolderItems(
  request: BackupRequest,
  connectionString: string,
  createdAt: string,
): AsyncGenerator<ArchiveItem> {
  yield* generatedFile(KEY_FILE, `${Buffer.from(request.key).toString('base64')}\n`)
  yield* copyCluster(connectionString, request.dataDir, `risiti ${createdAt}`)
  // After the database: a file that a row names was written before that row.
  yield* readFolder(request.dataDir, '', isExcluded)
}

/** Runs `work` with a pool and closes the pool afterwards, also after an error. */
export async function closeAfter<T>(
  database: { close(): Promise<void> },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } finally {
    await database.close()
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}

/** Makes a rename last through a power cut, where the system lets folders be synced. */
export async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | undefined
  try {
    folder = await open(path, 'r')
    await folder.sync()
  } catch {
    // Windows cannot.
  } finally {
    await folder?.close()
  }
}

/** The folder of the database in a data folder. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, CLUSTER_FOLDER)
}
