import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import * as v from 'valibot'
import type { Log } from '../../ports/system.ts'
import { chooseAccount } from './database-account.ts'
import { initializeOnce, loadOrCreatePassword } from './initialize.ts'
import { launch } from './launch.ts'
import { findBinaries } from './platform-binaries.ts'
import { clusterUrl, PRESENCE_CONNECTION, probePostmaster, readPostmaster } from './postmaster.ts'
import { isAlive, withStartLock } from './start-lock.ts'

export type ClusterOptions = {
  /** Folder of the server; the database gets its own folder inside. */
  readonly dataDir: string
  readonly log: Log
  /** For throw-away test clusters only: a power cut may lose what was acknowledged. */
  readonly unsafeNoSync?: boolean
}

export type Cluster = {
  /** Of the database `risiti`, on the loopback address. Holds the password: never log it. */
  readonly connectionString: string
  /** Stops the database unless another process still uses it. Call it last, after every pool is closed. */
  readonly stop: () => Promise<void>
}

const MAX_STOP_POLLS = 1200
const MAX_PROBES = 2400
const POLL_MS = 50
const RESTART_DELAY_MS = 1_000
const PASSWORD_FILE = 'postgres-password'

/**
 * Uses the PostgreSQL that runs in `dataDir`, also one that a killed server left behind, or makes and starts it.
 * While this process lives, a database that dies is started again at the same address. Safe with several processes
 * on one folder. Throws with the way out when this machine cannot run it.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  makeDataDir(options.dataDir)
  const rootDir = realpathSync(options.dataDir)
  const dataDir = join(rootDir, 'postgres')
  const lockFile = join(rootDir, 'postgres.lock')
  let stopping = false
  let presenceClient = await withStartLock(lockFile, () => findOrStart(rootDir, dataDir, options))
  const { port } = presenceClient
  watchPresence()

  function watchPresence(): void {
    presenceClient.once('end', () => {
      if (!stopping) void restart()
    })
  }

  async function restart(): Promise<void> {
    options.log({ event: 'database-lost', port })
    while (!stopping) {
      try {
        presenceClient = await withStartLock(lockFile, () => findOrStart(rootDir, dataDir, options, port))
        watchPresence()
        return
      } catch (error) {
        options.log({ event: 'database-not-revived', error })
        await pause(RESTART_DELAY_MS)
      }
    }
  }

  let stopped: Promise<void> | undefined
  return {
    connectionString: clusterUrl(port, loadOrCreatePassword(join(rootDir, PASSWORD_FILE)), 'risiti'),
    stop: () => {
      stopping = true
      stopped ??= withStartLock(lockFile, () => releaseCluster(presenceClient, dataDir, options.log))
      return stopped
    },
  }
}

async function findOrStart(
  rootDir: string,
  dataDir: string,
  options: ClusterOptions,
  port?: number,
): Promise<Client> {
  const password = loadOrCreatePassword(join(rootDir, PASSWORD_FILE))
  const found = await findRunning(dataDir, password)
  const client = found ?? (await startNew(rootDir, dataDir, password, options, port))
  options.log({ event: found ? 'database-attached' : 'database-started', port: client.port })
  await ensureDatabase(client)
  return client
}

async function startNew(
  rootDir: string,
  dataDir: string,
  password: string,
  options: ClusterOptions,
  port?: number,
): Promise<Client> {
  const unsafeNoSync = options.unsafeNoSync ?? false
  const binaries = await findBinaries()
  const account = chooseAccount(binaries, rootDir)
  await initializeOnce(binaries, account, dataDir, password, unsafeNoSync)
  // Its owner may differ from last time: the folder may have moved, or the server was not root then.
  account.chown(dataDir)
  const logFile = join(rootDir, 'postgres.log')
  return await launch({ binaries, account, dataDir, logFile, password, unsafeNoSync, port })
}

/** Waits while a database of this folder starts, recovers or stops; `undefined` when none runs. */
async function findRunning(dataDir: string, password: string): Promise<Client | undefined> {
  for (let attempt = 0; attempt < MAX_PROBES; attempt += 1) {
    const found = await probePostmaster(dataDir, password)
    if (found === 'absent') return undefined
    if (found !== 'starting') return found.client
    await pause(POLL_MS)
  }
  throw new Error(`The database in ${dataDir} has been starting for two minutes; see postgres.log beside it.`)
}

/** Folders above must stay reachable for the account of the database: only the database's own is private. */
function makeDataDir(dir: string): void {
  if (existsSync(dir)) return
  mkdirSync(dir, { recursive: true, mode: 0o755 })
  chmodSync(dir, 0o755)
}

async function ensureDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_database where datname = 'risiti'")
  if (rowCount === 0) await client.query('create database risiti')
}

const counted = v.tuple([v.object({ others: v.number() })])

/** Closes the presence of this process; the last one out stops the database. */
async function releaseCluster(client: Client, dataDir: string, log: Log): Promise<void> {
  const postmaster = readPostmaster(dataDir)
  const others = await countOthers(client)
  await client.end().catch(() => undefined)
  if (!postmaster || others > 0) {
    log({ event: 'database-left-running', others })
    return
  }
  // Fast shutdown: roll back what is open, write everything down, stop.
  if (isAlive(postmaster.pid)) process.kill(postmaster.pid, 'SIGINT')
  for (let attempt = 0; attempt < MAX_STOP_POLLS; attempt += 1) {
    if (readPostmaster(dataDir) === undefined || !isAlive(postmaster.pid)) {
      log({ event: 'database-stopped' })
      return
    }
    await pause(POLL_MS)
  }
  throw new Error('The embedded PostgreSQL did not stop within a minute')
}

/**
 * Counts the other processes that use this database: each has one connection by this name. Connections of a
 * pool that was just closed linger and do not count. When our own connection is broken, so are theirs.
 */
async function countOthers(client: Client): Promise<number> {
  try {
    const { rows } = await client.query(
      `select count(*)::int as others from pg_stat_activity
       where application_name = $1 and pid <> pg_backend_pid()`,
      [PRESENCE_CONNECTION],
    )
    return v.parse(counted, rows)[0].others
  } catch {
    return 0
  }
}
