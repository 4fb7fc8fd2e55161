import { parseArgs } from 'node:util'
import { isEmail } from '#domain/identity/email.ts'
import { newId, systemClock } from '../clock.ts'
import { ConfigError, readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { createAdmin } from '../services/auth/create-admin.ts'
import { disableUser, resetPassword } from '../services/auth/end-access.ts'
import type { Services } from '../services/context.ts'
import { openDatabase } from '../storage/database.ts'
import { startCluster } from '../storage/embedded/start-cluster.ts'
import { migrate } from '../storage/migrate.ts'

// Makes the first platform admin (`create`), disables a user (`disable`) or gives one a one-time password (`reset`).

const { values, positionals } = parseArgs({
  options: { username: { type: 'string' }, email: { type: 'string' } },
  allowPositionals: true,
})
const username = values.username?.trim() ?? ''
const email = values.email ?? ''
const deed = readDeed(positionals[0] ?? 'create')
if (deed === undefined) {
  console.error('Usage: npm run admin:create -- --username NAME --email ADDRESS')
  console.error('       npm run admin:disable -- --username NAME')
  console.error('       npm run admin:reset-password -- --username NAME')
  process.exitCode = 1
} else {
  await onDatabase(deed).catch((error: unknown) => {
    console.error(error instanceof ConfigError || error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}

type Deed = (services: Pick<Services, 'clock' | 'db' | 'newId'>) => Promise<string>

function readDeed(name: string): Deed | undefined {
  if (username.length < 3) return undefined
  switch (name) {
    case 'create':
      return isEmail(email)
        ? async (services) => told(await createAdmin(services, { username, email }))
        : undefined
    case 'disable':
      return async (services) => {
        await disableUser(services, username)
        return `${username} is disabled. What waits on their phones stays there.\n`
      }
    case 'reset-password':
      return async (services) => told(await resetPassword(services, username))
    default:
      return undefined
  }
}

function told(password: string): string {
  return `User name         ${username}\nOne-time password ${password}\nIt is shown only now and must be changed at the first sign-in.\n`
}

async function onDatabase(work: Deed): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(systemClock, () => undefined)
  const cluster =
    config.databaseUrl === null ? await startCluster({ dataDir: config.dataDir, log }) : undefined
  const connectionString = config.databaseUrl ?? cluster?.connectionString ?? ''
  const database = openDatabase({ connectionString, log, poolSize: 2 })
  try {
    await migrate(database.db, newId)
    process.stdout.write(await work({ db: database.db, clock: systemClock, newId }))
  } finally {
    await database.close()
    await cluster?.stop()
  }
}
