import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Cluster, startCluster } from '#server/storage/embedded/start-cluster.ts'

let home: string
let children: ChildProcess[] = []
let clusters: Cluster[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'risiti-embedded-'))
  chmodSync(home, 0o755)
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const cluster of clusters) await cluster.stop()
  const left = postmasterPid()
  if (left !== undefined) process.kill(left, 'SIGQUIT')
  children = []
  clusters = []
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

type Event = { readonly event: string; readonly connectionString?: string; readonly others?: number }

/** Holds the database in this process. */
async function holdCluster(dataDir = home) {
  const events: Event[] = []
  const cluster = await startCluster({ dataDir, log: (event) => events.push(event as Event) })
  clusters.push(cluster)
  return { ...cluster, events }
}

/** Holds the database in a process of its own. */
async function holdElsewhere() {
  const script = new URL('../../support/hold-cluster.main.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, home], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const events: Event[] = []
  let text = ''
  const connectionString = await new Promise<string>((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`the process ended with ${code}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
        const event = JSON.parse(text.slice(0, end)) as Event
        text = text.slice(end + 1)
        events.push(event)
        if (event.connectionString !== undefined) resolve(event.connectionString)
      }
    })
  })
  const ended = async () =>
    child.exitCode === null && child.signalCode === null ? await once(child, 'exit') : undefined
  return {
    connectionString,
    events,
    kill: async () => {
      child.kill('SIGKILL')
      await ended()
    },
    stop: async () => {
      child.stdin.end()
      await ended()
    },
  }
}

function postmasterPid(): number | undefined {
  try {
    return Number(readFileSync(join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows as unknown[]
  } finally {
    await client.end()
  }
}

test('it starts once, keeps its secrets to itself, listens on this machine only and writes to the disk', async () => {
  const { connectionString, events, stop } = await holdCluster()
  expect(events.map((event) => event.event)).toEqual(['database-started'])
  expect(statSync(join(home, 'postgres-password')).mode & 0o777).toBe(0o600)
  expect(statSync(join(home, 'postgres')).mode & 0o777).toBe(0o700)
  const settings = await query(
    connectionString,
    `select name, setting from pg_settings where name in
     ('listen_addresses', 'unix_socket_directories', 'fsync', 'synchronous_commit', 'TimeZone') order by lower(name)`,
  )
  expect(settings).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'listen_addresses', setting: '127.0.0.1' },
    { name: 'synchronous_commit', setting: 'on' },
    { name: 'TimeZone', setting: 'UTC' },
    { name: 'unix_socket_directories', setting: '' },
  ])
  const wrong = new URL(connectionString)
  wrong.password = 'wrong'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password/)
  await stop()
  expect(postmasterPid()).toBeUndefined()
})

test('a database that a killed server left behind is found again with everything in it', async () => {
  const killed = await holdElsewhere()
  await query(killed.connectionString, 'create table sales (n int)')
  await query(killed.connectionString, 'insert into sales values (7)')
  await killed.kill()
  const next = await holdCluster()
  expect(next.events.map((event) => event.event)).toEqual(['database-attached'])
  expect(next.connectionString).toBe(killed.connectionString)
  expect(await query(next.connectionString, 'select n from sales')).toEqual([{ n: 7 }])
})

test('four processes started at once share one database, and the last one out stops it', async () => {
  const holders = await Promise.all(Array.from({ length: 4 }, holdElsewhere))
  expect(new Set(holders.map((holder) => holder.connectionString)).size).toBe(1)
  const first = holders.flatMap((holder) => holder.events[0]?.event ?? '').sort()
  expect(first).toEqual(['database-attached', 'database-attached', 'database-attached', 'database-started'])

  const starter = holders.find((holder) => holder.events[0]?.event === 'database-started')
  await starter?.stop()
  expect(starter?.events.at(-1)).toMatchObject({ event: 'database-left-running', others: 3 })
  const rest = holders.filter((holder) => holder !== starter)
  expect(await query(rest[0]?.connectionString ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
  await Promise.all(rest.map((holder) => holder.stop()))
  expect(rest.filter((holder) => holder.events.at(-1)?.event === 'database-stopped')).toHaveLength(1)
  expect(postmasterPid()).toBeUndefined()
})

test('connections that were closed a moment ago do not keep it running', async () => {
  const { connectionString, events, stop } = await holdCluster()
  const pool = new Pool({ connectionString, max: 8 })
  pool.on('error', () => undefined)
  await Promise.all(Array.from({ length: 8 }, () => pool.query('select pg_sleep(0.05)')))
  await Promise.all([pool.end(), stop()])
  expect(events.at(-1)?.event).toBe('database-stopped')
})

test('a database that is killed comes back at the same address, with what was acknowledged', async () => {
  const { connectionString, events } = await holdCluster()
  await query(connectionString, 'create table sales (n int)')
  await query(connectionString, 'insert into sales values (7)')
  process.kill(postmasterPid() ?? 0, 'SIGKILL')
  const read = async () => await query(connectionString, 'select n from sales').catch(() => 'away')
  await expect.poll(read, { timeout: 30_000, interval: 100 }).toEqual([{ n: 7 }])
  await expect
    .poll(() => events.map((event) => event.event))
    .toEqual(['database-started', 'database-lost', 'database-started'])
})

test('a start that was killed half-way does not block the next', async () => {
  mkdirSync(join(home, 'postgres-new'))
  writeFileSync(join(home, 'postgres-new', 'PG_VERSION'), '18\n')
  const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(gone, 'exit')
  writeFileSync(join(home, 'postgres.lock'), `${gone.pid}\n`)
  const { connectionString } = await holdCluster()
  expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('it also starts where only this account can reach the folder', async () => {
  const closed = join(home, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const { connectionString, stop } = await holdCluster(join(closed, 'data'))
  expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
})
