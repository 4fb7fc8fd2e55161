import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openDatabase } from '#server/storage/database.ts'
import { type Cluster, startCluster } from '#server/storage/embedded/start-cluster.ts'
import { migrate } from '#server/storage/migrate.ts'

/** Where databases of tests are made. */
type TestCluster = Pick<Cluster, 'connectionString' | 'stop'>

/**
 * One cluster for all test processes of this account: the first one starts it, the others attach, the last one out
 * stops it. Its folder stays, so that the next run starts in a tenth of a second. It does not wait for the disk;
 * with `TEST_CLUSTER=postgres` it is a second one that does, as a server of one's own would, or the PostgreSQL that
 * `DATABASE_URL` names.
 */
let shared: Promise<TestCluster> | undefined

async function openCluster(): Promise<TestCluster> {
  const durable = process.env['TEST_CLUSTER'] === 'postgres'
  const given = durable ? process.env['DATABASE_URL'] : undefined
  if (given) return { connectionString: given, stop: async () => undefined }
  const name = durable ? 'risiti-test-postgres' : 'risiti-test-cluster'
  const home = join(tmpdir(), `${name}-${process.getuid?.() ?? 'user'}`)
  mkdirSync(home, { recursive: true })
  chmodSync(home, 0o755)
  return await startCluster({ dataDir: home, log: () => undefined, unsafeNoSync: !durable })
}

async function testCluster(): Promise<TestCluster> {
  shared ??= openCluster()
  return await shared
}

/** A migrated database of its own. Close it when done: that drops it. */
export type TestDatabase = { readonly connectionString: string; close(): Promise<void> }

let open = 0

/** Gives a fresh copy of a migrated template: some 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  open += 1
  const cluster = await testCluster()
  const template = await onCluster(cluster, prepareTemplate)
  const name = `risiti_test_${Date.now()}_${randomUUID().slice(0, 8)}`
  await onCluster(cluster, (client) => client.query(`create database ${name} template ${template}`))
  return {
    connectionString: addressOf(cluster, name),
    close: async () => {
      await onCluster(cluster, (client) => client.query(`drop database if exists ${name} with (force)`))
      open -= 1
      if (open > 0) return
      shared = undefined
      await cluster.stop()
    },
  }
}

/** Named after the migrations, so that changed ones make a new template. */
async function prepareTemplate(client: Client, cluster: TestCluster): Promise<string> {
  const name = `risiti_template_${migrationsFingerprint()}`
  await client.query('select pg_advisory_lock(4711)')
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (rowCount === 0) {
    await dropLeftovers(client)
    await client.query(`drop database if exists ${name}_draft with (force)`)
    await client.query(`create database ${name}_draft`)
    const database = openDatabase({
      connectionString: addressOf(cluster, `${name}_draft`),
      log: () => undefined,
    })
    await migrate(database.db, randomUUID)
    await database.close()
    await client.query(`alter database ${name}_draft rename to ${name}`)
  }
  return name
}

/** Databases of test processes that were killed. */
async function dropLeftovers(client: Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database d where datname ~ '^risiti_(test|template)_' and not exists
       (select 1 from pg_stat_activity a where a.datname = d.datname)`,
  )
  for (const { datname } of rows) {
    const made = Number(/^risiti_test_(\d+)_/.exec(datname)?.[1] ?? 0)
    if (Date.now() - made > 3_600_000) await client.query(`drop database if exists ${datname}`)
  }
}

function migrationsFingerprint(): string {
  const dir = new URL('../../server/storage/migrations/', import.meta.url)
  // The list of them is a file of its own: a template made before a migration was listed would lack it.
  const hash = createHash('sha256').update(readFileSync(new URL('../migrate.ts', dir)))
  for (const file of readdirSync(dir).sort()) hash.update(file).update(readFileSync(new URL(file, dir)))
  return hash.digest('hex').slice(0, 12)
}

function addressOf(cluster: TestCluster, name: string): string {
  const url = new URL(cluster.connectionString)
  url.pathname = `/${name}`
  return url.href
}

async function onCluster<T>(
  cluster: TestCluster,
  work: (client: Client, cluster: TestCluster) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: addressOf(cluster, 'postgres') })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client, cluster)
  } finally {
    await client.end()
  }
}
