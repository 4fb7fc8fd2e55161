import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import type { DatabaseAccount } from './database-account.ts'
import type { Binaries } from './platform-binaries.ts'
import { probePostmaster } from './postmaster.ts'

const POLL_MS = 25
/** A predecessor that was killed counts as alive until it is reaped. */
const MAX_PREDECESSOR_ATTEMPTS = 60_000 / 250
/** Recovery after a crash replays the log; it may take minutes on a slow disk. */
const MAX_READY_POLLS = (10 * 60_000) / POLL_MS
const MAX_LOG_BYTES = 5_000_000

export type Launch = {
  readonly binaries: Binaries
  readonly account: DatabaseAccount
  readonly dataDir: string
  readonly logFile: string
  readonly password: string
  readonly unsafeNoSync: boolean
  /** The port it must have; any free one when undefined. */
  readonly port: number | undefined
}

/** Starts the database of a folder on the loopback address and gives a connection once it answers. */
export async function launch(options: Launch): Promise<Client> {
  for (let attempt = 0; ; attempt += 1) {
    const started = await launchOnce(options)
    if (typeof started !== 'string') return started
    const predecessor = /postmaster\.pid" already exists|pre-existing shared memory/.test(started)
    const portTaken = /could not bind|Address already in use/.test(started)
    if (!(predecessor && attempt < MAX_PREDECESSOR_ATTEMPTS) && !(portTaken && attempt < 20)) {
      throw new Error(`The embedded PostgreSQL did not start: ${started.trim().slice(-2000)}`)
    }
    await pause(250)
    // Perhaps the predecessor is well and only was not ready to answer.
    const found = await probePostmaster(options.dataDir, options.password)
    if (typeof found !== 'string') return found.client
  }
}

/** A connection, or what the database wrote before it stopped. */
async function launchOnce(options: Launch): Promise<Client | string> {
  const { account, binaries, dataDir, logFile } = options
  const [command = '', ...args] = [
    ...account.prefix,
    binaries.postgres,
    ...['-D', dataDir, '-p', String(options.port ?? (await freePort()))],
    ...settings(options.unsafeNoSync).flatMap((setting) => ['-c', setting]),
  ]
  const log = openLog(logFile)
  // Detached: Ctrl-C on the terminal must not reach the database while the server still finishes its answers.
  const child = spawn(command, args, {
    ...(account.uid === undefined ? {} : { uid: account.uid, gid: account.gid }),
    cwd: '/',
    detached: true,
    stdio: ['ignore', log.file, log.file],
  })
  closeSync(log.file)
  child.unref()
  let ended: string | undefined
  child.on('error', (error) => {
    ended = error.message
  })
  child.on('exit', () => {
    ended ??= readFrom(logFile, log.from)
  })
  for (let attempt = 0; attempt < MAX_READY_POLLS; attempt += 1) {
    if (ended !== undefined) return ended
    const found = await probePostmaster(dataDir, options.password)
    if (typeof found !== 'string') return found.client
    await pause(POLL_MS)
  }
  return 'it did not answer in ten minutes'
}

function settings(unsafeNoSync: boolean): string[] {
  const always = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
  ]
  if (!unsafeNoSync) return always
  return [...always, 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']
}

function openLog(path: string): { file: number; from: number } {
  const file = openSync(path, 'a', 0o600)
  if (statSync(path).size > MAX_LOG_BYTES) truncateSync(path, 0)
  return { file, from: statSync(path).size }
}

/** What the database wrote since; the log may be gone with its folder. */
function readFrom(path: string, from: number): string {
  try {
    return readFileSync(path).subarray(from).toString('utf8')
  } catch {
    return 'it left no log'
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => {
    server.close(resolve)
  })
  if (address === null || typeof address === 'string') throw new Error('No free port on the loopback address')
  return address.port
}
