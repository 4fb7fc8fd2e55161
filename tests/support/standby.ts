import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startCluster } from '#server/storage/embedded/start-cluster.ts'

/** A PostgreSQL that waits for the disk, with a synchronous standby on the same machine that does so too. */
export type StandbyPair = {
  readonly connectionString: string
  readonly standbyConnectionString: string
  /** The standby goes away: from now on no commit ends. */
  readonly stopStandby: () => Promise<void>
  readonly stop: () => Promise<void>
}

const log = () => undefined

/** Makes a cluster, copies it while it is stopped, and lets the copy follow it: no commit counts before both have it. */
export async function startStandbyPair(): Promise<StandbyPair> {
  const home = mkdtempSync(join(tmpdir(), 'risiti-pair-'))
  spawnSync('chmod', ['755', home])
  const primaryDir = join(home, 'primary')
  const standbyDir = join(home, 'standby')
  const first = await startCluster({ dataDir: primaryDir, log })
  await first.stop()
  spawnSync('cp', ['-a', primaryDir, standbyDir])
  const primary = await startCluster({ dataDir: primaryDir, log })
  const { hostname, port, username, password } = new URL(primary.connectionString)
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`
  appendFileSync(join(standbyDir, 'postgres', 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
  writeFileSync(join(standbyDir, 'postgres', 'standby.signal'), '')
  const standby = await startCluster({ dataDir: standbyDir, log })
  const client = new Client({ connectionString: primary.connectionString })
  await client.connect()
  await client.query("alter system set synchronous_standby_names = '*'")
  await client.query('select pg_reload_conf()')
  await untilSynchronous(client)
  await client.end()
  return {
    connectionString: primary.connectionString,
    standbyConnectionString: standby.connectionString,
    stopStandby: standby.stop,
    stop: async () => {
      await primary.stop()
      await standby.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function untilSynchronous(client: Client): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const { rowCount } = await client.query("select 1 from pg_stat_replication where sync_state = 'sync'")
    if (rowCount === 1) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The standby does not follow')
}
