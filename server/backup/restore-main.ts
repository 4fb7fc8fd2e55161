import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { instantMs, parseInstant } from '#domain/calendar/east-africa.ts'
import { newId, systemClock } from '../clock.ts'
import { runCommand, UsageError } from '../command-line.ts'
import { type Config, readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import type { Log } from '../ports/system.ts'
import { openDatabase } from '../storage/database.ts'
import { BackupError } from './backup-error.ts'
import { type NewEpoch, openNewEpoch } from './open-new-epoch.ts'
import { findPassphrase } from './passphrase.ts'
import { restoreBackup } from './restore-backup.ts'

const USAGE = `Usage: npm run restore -- FILE [--replace]
       npm run restore -- --database-restored INSTANT

The first restores a backup into the data folder (DATA_DIR); its server must not run. --replace moves what is there
aside. The second is for a database of yours (DATABASE_URL) that you restored with pg_restore: it says when the
backup was made (2026-11-21T03:00:00.000Z) and holds numbering, as the first does by itself.`

const NEXT = `No receipt gets a number until the phones have come back and returned what the backup lacks, or the
owner of a company confirms it in the app. Everybody has to log in again.`

function describeRestore(restored: NewEpoch): string {
  return `New epoch ${restored.epoch}. Numbering is held for ${restored.held} fiscal identities.\n${NEXT}`
}

async function restoreFile(config: Config, name: string, replace: boolean, log: Log): Promise<void> {
  if (config.databaseUrl !== null) {
    throw new BackupError(
      'BACKUP_NOT_EMBEDDED',
      'DATABASE_URL is set: restore that PostgreSQL with pg_restore, then run this with --database-restored.',
    )
  }
  const terminal = { input: process.stdin, output: process.stderr }
  const passphrase = await findPassphrase(process.env, terminal, 'Passphrase of the backup (not shown): ')
  if (passphrase === undefined) {
    throw new BackupError(
      'BACKUP_PASSPHRASE_MISSING',
      'Set RISITI_BACKUP_PASSPHRASE to the passphrase of the backup, or run this in a terminal.',
    )
  }
  const file = resolve(process.env['INIT_CWD'] ?? process.cwd(), name)
  const { dataDir, key } = config
  const request = { file, passphrase, dataDir, key, replace, clock: systemClock, newId, log }
  const restored = await restoreBackup(request)
  console.log(`Restored the backup of ${restored.backupAt} into ${dataDir}.`)
  if (restored.replaced !== null) console.log(`What was there before lies in ${restored.replaced}.`)
  if (restored.keyDiffers) {
    console.log(
      `It was made under another RISITI_KEY. Set RISITI_KEY to the content of ${dataDir}/risiti-key,`,
    )
    console.log('then remove that file; with the present key no sealed secret can be opened.')
  }
  console.log(describeRestore(restored))
}

async function holdDatabase(config: Config, text: string, log: Log): Promise<void> {
  const backupAt = parseInstant(text)
  if (config.databaseUrl === null || backupAt === undefined) {
    throw new UsageError(
      '--database-restored needs DATABASE_URL and an instant such as 2026-11-21T03:00:00.000Z.',
    )
  }
  if (instantMs(backupAt) > systemClock.now()) {
    throw new UsageError(
      `${text} lies in the future. The Z at its end means UTC, three hours behind East Africa.`,
    )
  }
  const database = openDatabase({ connectionString: config.databaseUrl, log, poolSize: 2, queryLimitMs: 0 })
  try {
    console.log(describeRestore(await openNewEpoch(database.db, { clock: systemClock, newId, backupAt })))
  } finally {
    await database.close()
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean' }, 'database-restored': { type: 'string' } },
  })
  const [name, ...more] = positionals
  const restoredAt = values['database-restored']
  const log = createLog(systemClock, (line) => process.stderr.write(line))
  if (restoredAt !== undefined) {
    if (name !== undefined || values.replace) {
      throw new UsageError('--database-restored stands alone: pg_restore has put the data there already.')
    }
    await holdDatabase(readConfig(process.env), restoredAt, log)
    return
  }
  if (name === undefined) throw new UsageError('A restore needs the file of a backup.')
  if (more.length > 0) throw new UsageError('One restore is of one file.')
  await restoreFile(readConfig(process.env), name, values.replace ?? false, log)
}

await runCommand(USAGE, main)
