import { parseArgs } from 'node:util'
import { isEmail } from '#domain/identity/email.ts'
import { newId, systemClock } from '../clock.ts'
import { runCommand, UsageError } from '../command-line.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { createMail } from '../mail-gateway.ts'
import type { Log } from '../ports/system.ts'
import { createAdmin } from '../services/auth/create-admin.ts'
import { disableUser, endLostSecondFactor, resetPassword } from '../services/auth/revoke-access.ts'
import type { Services } from '../services/context.ts'
import type { MailSender } from '../services/mail/send-account-mail.ts'
import { findMissingOperations } from '../services/sync/find-missing-operations.ts'
import { openDatabase } from '../storage/database.ts'
import { startCluster } from '../storage/embedded/start-cluster.ts'
import { migrateAt } from '../storage/migrate-at.ts'
import type { MissingOperations } from '../storage/sync/missing-operations.ts'

// Makes the first platform admin (`create`), disables a user (`disable`), gives one a one-time password (`reset-password`),
// switches a lost second factor off (`reset-second-factor`), or lists what a user's phones numbered and the server never got (`missing`).

const USAGE = `Usage: npm run admin:create -- --username NAME --email ADDRESS
       npm run admin:disable -- --username NAME
       npm run admin:reset-password -- --username NAME
       npm run admin:reset-second-factor -- --username NAME
       npm run admin:missing -- --username NAME`

type AdminCommand = (services: MailSender & Pick<Services, 'clock' | 'db' | 'newId'>) => Promise<string>

type AccountArguments = { readonly username: string; readonly email: string }

function parseCommand(name: string, { username, email }: AccountArguments): AdminCommand {
  if (username.length < 3) throw new UsageError('A user name of three signs and more is needed.')
  switch (name) {
    case 'create':
      if (!isEmail(email)) throw new UsageError('An administrator needs an e-mail address.')
      return async (services) => credentialsText(username, await createAdmin(services, { username, email }))
    case 'disable':
      return async (services) => {
        await disableUser(services, username)
        return `${username} is disabled. What waits on their phones stays there.\n`
      }
    case 'reset-password':
      return async (services) => credentialsText(username, await resetPassword(services, username))
    case 'reset-second-factor':
      return async (services) =>
        (await endLostSecondFactor(services, username))
          ? `The second factor of ${username} is off.\n`
          : `${username} has no second factor.\n`
    case 'missing':
      return async (services) => missingText(username, await findMissingOperations(services, username))
    default:
      throw new UsageError(`There is no ${name}.`)
  }
}

function credentialsText(username: string, password: string): string {
  return `User name         ${username}\nOne-time password ${password}\nIt is shown only now and must be changed at the first sign-in.\n`
}

function missingText(username: string, missing: readonly MissingOperations[]): string {
  if (missing.length === 0)
    return `The server has everything that the phones of ${username} numbered, as far as it knows.\n`
  const lines = missing.map(
    ({ deviceId, epoch, from, to }) => `phone ${deviceId} epoch ${epoch} numbers ${from} to ${to}`,
  )
  return `${lines.join('\n')}\nA number is missing when its work waits on the phone, was discarded there, or was lost.\n`
}

const reportUnsent: Log = ({ event }) => {
  if (event === 'mail-not-sent') process.stderr.write('The mail about it could not be sent.\n')
}

async function withDatabase(command: AdminCommand): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(systemClock, () => undefined)
  const cluster =
    config.databaseUrl === null ? await startCluster({ dataDir: config.dataDir, log }) : undefined
  const connectionString = config.databaseUrl ?? cluster?.connectionString ?? ''
  const database = openDatabase({ connectionString, log, poolSize: 2, queryLimitMs: 0 })
  const services = { db: database.db, clock: systemClock, newId, contact: config.contact }
  const mail = createMail(config, services)
  try {
    await migrateAt(connectionString, log, newId)
    process.stdout.write(await command({ ...services, mail, log: reportUnsent }))
  } finally {
    await mail.close()
    await database.close()
    await cluster?.stop()
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { username: { type: 'string' }, email: { type: 'string' } },
    allowPositionals: true,
  })
  const person = { username: values.username?.trim() ?? '', email: values.email ?? '' }
  await withDatabase(parseCommand(positionals[0] ?? 'create', person))
}

await runCommand(USAGE, main)
