import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import * as v from 'valibot'
import { isAlive } from './start-lock.ts'
import { errorCodeOf } from './system-error.ts'

/** Name of the one connection by which a process shows that it uses the database. */
export const PRESENCE_CONNECTION = 'risiti-presence'

export type Postmaster = { readonly pid: number; readonly port: number }

/** The state of a folder's database: a connection to it, still starting, or not running. */
export type PostmasterProbe = { readonly client: Client } | 'starting' | 'absent'

/** Reads `postmaster.pid` (process id in line 1, port in line 4); `undefined` when no database wrote one. */
export function readPostmaster(dataDir: string): Postmaster | undefined {
  let text: string
  try {
    text = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8')
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
  const lines = text.split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return Number.isSafeInteger(pid) && pid > 0 && Number.isSafeInteger(port) && port > 0
    ? { pid, port }
    : undefined
}

const answer = v.tuple([v.object({ data_directory: v.string() })])

/**
 * Connects to the database that lives in `dataDir`, also one that a killed server left running. A database of
 * another folder that happens to listen on the port is not taken.
 */
export async function probePostmaster(dataDir: string, password: string): Promise<PostmasterProbe> {
  const postmaster = readPostmaster(dataDir)
  if (!postmaster || !isAlive(postmaster.pid)) return 'absent'
  const client = new Client({
    connectionString: clusterUrl(postmaster.port, password, 'postgres'),
    application_name: PRESENCE_CONNECTION,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const [row] = v.parse(answer, (await client.query('show data_directory')).rows)
    if (realpathSync(row.data_directory) === realpathSync(dataDir)) return { client }
    await client.end()
    return 'absent'
  } catch (error) {
    await client.end().catch(() => undefined)
    // 57P03: starting, recovering or shutting down; whichever, its process is still there.
    if (errorCodeOf(error) === '57P03') return 'starting'
    return 'absent'
  }
}

export function clusterUrl(port: number, password: string, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
}
