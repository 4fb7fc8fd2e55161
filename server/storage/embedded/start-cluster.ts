import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import * as v from 'valibot'
import type { Log } from '../../services/context.ts'
import { chooseAccount } from './database-account.ts'
import { initializeOnce, keepPassword } from './initialize.ts'
import { launch } from './launch.ts'
import { findBinaries } from './platform-binaries.ts'
import { clusterUrl, knock, PRESENCE, readPostmaster } from './postmaster.ts'
import { isAlive, underStartLock } from './start-lock.ts'

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

const STOP_PATIENCE = 1200
const KNOCK_PATIENCE = 2400
const PAUSE_MS = 50
const REVIVE_PAUSE_MS = 1_000
const PASSWORD_FILE = 'postgres-password'

/**
 * Uses the PostgreSQL that runs in `dataDir`, also one that a killed server left behind, or makes and starts it.
 * While this process lives, a database that dies is started again at the same address. Safe with several processes
 * on one folder. Throws with the way out when this machine cannot run it.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  makeParent(options.dataDir)
  const home = realpathSync(options.dataDir)
  const dataDir = join(home, 'postgres')
  const lockFile = join(home, 'postgres.lock')
  let leaving = false
  let presence = await underStartLock(lockFile, () => findOrStart(home, dataDir, options))
  const { port } = presence
  watch()

  function watch(): void {
    presence.once('end', () => {
      if (!leaving) void revive()
    })
  }

  async function revive(): Promise<void> {
    options.log({ event: 'database-lost', port })
    while (!leaving) {
      try {
        presence = await underStartLock(lockFile, () => findOrStart(home, dataDir, options, port))
        watch()
        return
      } catch (error) {
        options.log({ event: 'database-not-revived', error })
        await pause(REVIVE_PAUSE_MS)
      }
    }
  }

  let stopped: Promise<void> | undefined
  return {
    connectionString: clusterUrl(port, keepPassword(join(home, PASSWORD_FILE)), 'risiti'),
    stop: () => {
      leaving = true
      stopped ??= underStartLock(lockFile, () => leave(presence, dataDir, options.log))
      return stopped
    },
  }
}

async function findOrStart(
  home: string,
  dataDir: string,
  options: ClusterOptions,
  port?: number,
): Promise<Client> {
  const password = keepPassword(join(home, PASSWORD_FILE))
  const found = await whoIsThere(dataDir, password)
  const client = found ?? (await startNew(home, dataDir, password, options, port))
  options.log({ event: found ? 'database-attached' : 'database-started', port: client.port })
  await ensureDatabase(client)
  return client
}

async function startNew(
  home: string,
  dataDir: string,
  password: string,
  options: ClusterOptions,
  port?: number,
): Promise<Client> {
  const unsafeNoSync = options.unsafeNoSync ?? false
  const binaries = await findBinaries()
  const account = chooseAccount(binaries, home)
  await initializeOnce(binaries, account, dataDir, password, unsafeNoSync)
  // Its owner may differ from last time: the folder may have moved, or the server was not root then.
  account.own(dataDir)
  const logFile = join(home, 'postgres.log')
  return await launch({ binaries, account, dataDir, logFile, password, unsafeNoSync, port })
}

/** Waits while a database of this folder starts, recovers or stops; `undefined` when none runs. */
async function whoIsThere(dataDir: string, password: string): Promise<Client | undefined> {
  for (let turn = 0; turn < KNOCK_PATIENCE; turn += 1) {
    const found = await knock(dataDir, password)
    if (found === 'absent') return undefined
    if (found !== 'starting') return found.client
    await pause(PAUSE_MS)
  }
  throw new Error(`The database in ${dataDir} has been starting for two minutes; see postgres.log beside it.`)
}

/** Folders above must stay reachable for the account of the database: only the database's own is private. */
function makeParent(dir: string): void {
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
async function leave(client: Client, dataDir: string, log: Log): Promise<void> {
  const postmaster = readPostmaster(dataDir)
  const others = await countOthers(client)
  await client.end().catch(() => undefined)
  if (!postmaster || others > 0) {
    log({ event: 'database-left-running', others })
    return
  }
  // Fast shutdown: roll back what is open, write everything down, stop.
  if (isAlive(postmaster.pid)) process.kill(postmaster.pid, 'SIGINT')
  for (let turn = 0; turn < STOP_PATIENCE; turn += 1) {
    if (readPostmaster(dataDir) === undefined || !isAlive(postmaster.pid)) {
      log({ event: 'database-stopped' })
      return
    }
    await pause(PAUSE_MS)
  }
  throw new Error('The embedded PostgreSQL did not stop within a minute')
}

/**
 * Other processes that hold this database: each has one connection by this name. Connections of a pool that was just
 * closed linger and do not count. When ours is broken nobody else's works either.
 */
async function countOthers(client: Client): Promise<number> {
  try {
    const { rows } = await client.query(
      `select count(*)::int as others from pg_stat_activity
       where application_name = $1 and pid <> pg_backend_pid()`,
      [PRESENCE],
    )
    return v.parse(counted, rows)[0].others
  } catch {
    return 0
  }
}
