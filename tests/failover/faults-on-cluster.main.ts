/** `npm run test:failover -- --faults`: the fault suite, with its databases on three machines of `deploy/ha`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startDatabaseCluster } from './database-cluster.ts'

const SUITES = ['tests/faults', 'tests/server/several-servers']

const cluster = await startDatabaseCluster()
try {
  const suites = spawn('vitest', ['run', '--project', 'postgres', ...SUITES], {
    stdio: 'inherit',
    env: { ...process.env, POSTGRES_SUITES: 'all', DATABASE_URL: cluster.connectionString },
  })
  await once(suites, 'exit')
  process.exitCode = suites.exitCode ?? 1
} finally {
  await cluster.stop()
}
