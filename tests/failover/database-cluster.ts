import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { until } from '#tests/support/several-servers.ts'
import { type Machine, openNetwork, SUBNET } from './machines.ts'

/** Three machines with PostgreSQL, Patroni and etcd, and HAProxy on this one, set up by the files of `deploy/ha`. */
export type DatabaseCluster = {
  /** Leads to whichever machine is the leader. */
  readonly connectionString: string
  /** Where the programs write what they do. */
  readonly folder: string
  leader(): Promise<Machine>
  synchronousStandby(): Promise<Machine>
  /** Starts the programs of a machine that was killed. */
  start(machine: Machine): void
  /** Waits until all three follow one leader and one of them synchronously. */
  untilWhole(): Promise<void>
  stop(): Promise<void>
}

type Member = { readonly name: string; readonly role: string }

const templates = join(import.meta.dirname, '../../deploy/ha')
const NAMES = ['db1', 'db2', 'db3']
const PASSWORD = 'only-for-this-test'
const CONNECTION_STRING = `postgres://postgres:${PASSWORD}@127.0.0.1:5000/postgres`
const WHOLE_WITHIN_MS = 180_000

/** A file of `deploy/ha` as the machine has it, with folders and addresses of this test. */
function filled(file: string, folder: string, machine?: Machine): string {
  const [binaries = ''] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()
  return readFileSync(join(templates, file), 'utf8')
    .replaceAll('NODE_NAME', machine?.name ?? '')
    .replaceAll('NODE_ADDRESS', machine?.address ?? '')
    .replaceAll(/\w+_PASSWORD/g, PASSWORD)
    .replaceAll('10.0.0.', SUBNET)
    .replaceAll(/\/usr\/lib\/postgresql\/\d+\/bin/g, binaries)
    .replaceAll(/\/var\/lib\/postgresql|\/run\/postgresql/g, folder)
}

function startMachine(machine: Machine, home: string): void {
  const folder = join(home, machine.name)
  const etcd = filled('etcd.env', folder, machine)
    .split('\n')
    .filter((line) => line.startsWith('ETCD_'))
    .map((line): [string, string] => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
  const env = { ...Object.fromEntries(etcd), ETCD_DATA_DIR: join(folder, 'etcd') }
  machine.run('etcd', [], join(folder, 'etcd.log'), env)
  machine.run('patroni', [join(folder, 'patroni.yml')], join(folder, 'patroni.log'))
}

async function membersAt({ address }: Machine): Promise<readonly Member[]> {
  const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) })
  return ((await answer.json()) as { members: Member[] }).members
}

/** Whether both others stream from the leader, one of them synchronously: only then may the next machine be lost. */
async function hasTwoStandbys(): Promise<boolean> {
  const client = new Client({ connectionString: CONNECTION_STRING, query_timeout: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ sync_state: string }>(
      "select sync_state from pg_stat_replication where state = 'streaming'",
    )
    return rows.length === NAMES.length - 1 && rows.some(({ sync_state }) => sync_state === 'sync')
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Makes the machines, starts everything on them and waits until the cluster is whole. */
export async function startDatabaseCluster(): Promise<DatabaseCluster> {
  const home = mkdtempSync(join(tmpdir(), 'risiti-failover-'))
  execFileSync('chmod', ['755', home])
  const network = openNetwork(NAMES)
  let proxy: ChildProcess | undefined
  const stop = async () => {
    proxy?.kill('SIGKILL')
    if (proxy?.exitCode === null) await once(proxy, 'exit')
    await network.close()
    rmSync(home, { recursive: true, force: true })
  }
  const withRole = async (role: string): Promise<Machine> => {
    for (const asked of network.machines) {
      const found = (await membersAt(asked).catch(() => [])).find((member) => member.role === role)
      const machine = network.machines.find(({ name }) => name === found?.name)
      if (machine) return machine
    }
    throw new Error(`no machine is ${role}`)
  }
  const untilWhole = () =>
    until(
      'three machines follow one leader',
      async () => {
        const views = await Promise.all(network.machines.map((machine) => membersAt(machine).catch(() => [])))
        const leaders = views.map((members) => members.find(({ role }) => role === 'leader')?.name)
        return leaders.every((name) => name !== undefined && name === leaders[0]) && (await hasTwoStandbys())
      },
      WHOLE_WITHIN_MS,
    )
  try {
    for (const machine of network.machines) {
      const folder = join(home, machine.name)
      mkdirSync(folder)
      writeFileSync(join(folder, 'patroni.yml'), filled('patroni.yml', folder, machine))
      execFileSync('chown', ['-R', 'postgres:postgres', folder])
      startMachine(machine, home)
    }
    writeFileSync(join(home, 'database.cfg'), filled('database.cfg', home))
    const log = openSync(join(home, 'haproxy.log'), 'a')
    proxy = spawn('haproxy', ['-f', join(home, 'database.cfg')], { stdio: ['ignore', log, log] })
    await untilWhole()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    connectionString: CONNECTION_STRING,
    folder: home,
    leader: () => withRole('leader'),
    synchronousStandby: () => withRole('sync_standby'),
    start: (machine) => startMachine(machine, home),
    untilWhole,
    stop,
  }
}
