import { parseArgs } from 'node:util'
import { isEmail } from '#domain/identity/email.ts'
import { newId, systemClock } from '../clock.ts'
import { ConfigError, readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { createAdmin } from '../services/auth/create-admin.ts'
import { openDatabase } from '../storage/database.ts'
import { startCluster } from '../storage/embedded/start-cluster.ts'
import { migrate } from '../storage/migrate.ts'

// Makes the first platform admin: node server/admin/main.ts --username NAME --email ADDRESS

const { values } = parseArgs({ options: { username: { type: 'string' }, email: { type: 'string' } } })
const { username, email } = values
if (!username || username.trim().length < 3 || !email || !isEmail(email)) {
  console.error('Usage: npm run admin:create -- --username NAME --email ADDRESS')
  process.exitCode = 1
} else {
  await create({ username: username.trim(), email }).catch((error: unknown) => {
    console.error(error instanceof ConfigError || error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}

async function create(wish: { username: string; email: string }): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(systemClock, () => undefined)
  const cluster =
    config.databaseUrl === null ? await startCluster({ dataDir: config.dataDir, log }) : undefined
  const connectionString = config.databaseUrl ?? cluster?.connectionString ?? ''
  const database = openDatabase({ connectionString, log, poolSize: 2 })
  try {
    await migrate(database.db, newId)
    const password = await createAdmin({ db: database.db, clock: systemClock, newId }, wish)
    process.stdout.write(
      `User name         ${wish.username}\nOne-time password ${password}\nIt is shown only now and must be changed at the first sign-in.\n`,
    )
  } finally {
    await database.close()
    await cluster?.stop()
  }
}
