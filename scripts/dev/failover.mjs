/**
 * `npm run test:failover`: three PostgreSQL machines under Patroni lose their leader and a standby while 50 phones sell.
 * With `--faults` the fault suite runs on them instead. Needs Linux, root and packages of the system; says which one is
 * missing.
 */
import { execFileSync } from 'node:child_process'
import { readWords } from './command-arguments.mjs'
import { ensureInstalled, runCommand } from './install.mjs'

const USAGE = `Usage: npm run test:failover [-- --faults]

Kills, freezes and cuts off the leading database of three while 50 phones sell, and checks that no acknowledged sale is
lost and none is numbered twice. Needs Linux, root, and patroni, etcd, haproxy and PostgreSQL of the system.

  --faults   runs the fault suite and that of several servers on the three machines instead`

/** The Debian package of each program that is called. */
const PROGRAMS = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  ip: 'iproute2',
  setpriv: 'util-linux',
}

function succeeds(command) {
  try {
    execFileSync('sh', ['-c', command], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Why the test cannot run here, in one line; `undefined` when it can. */
function hindrance() {
  if (process.platform !== 'linux') return 'test:failover needs Linux: its machines are network namespaces.'
  if (process.getuid() !== 0)
    return 'test:failover needs root, to make its machines: sudo npm run test:failover'
  const missing = Object.keys(PROGRAMS).filter((program) => !succeeds(`command -v ${program}`))
  const packages = missing.map((program) => PROGRAMS[program])
  if (!succeeds('ls /usr/lib/postgresql/*/bin/postgres')) packages.push('postgresql')
  if (packages.length > 0)
    return `test:failover needs packages: apt-get install --no-install-recommends ${packages.join(' ')}`
  return undefined
}

const { values } = readWords(USAGE, { options: { faults: { type: 'boolean', default: false } } })
const command = values.faults
  ? 'node tests/failover/faults-on-cluster.main.ts'
  : 'vitest run --project failover'
const why = hindrance()
if (why !== undefined) {
  console.error(why)
  process.exit(1)
}
try {
  ensureInstalled()
  process.exitCode = await runCommand(command, { limitMinutes: 60 })
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
