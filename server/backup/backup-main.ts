import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../clock.ts'
import { runCommand, UsageError } from '../command-line.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { BackupError } from './backup-error.ts'
import { makeBackup, requirePassphrase } from './make-backup.ts'
import { findPassphrase, promptHidden } from './passphrase.ts'
import { getServerData } from './server-data.ts'

const USAGE = `Usage: npm run backup -- FILE

Makes one sealed file of the data folder (DATA_DIR) while the server runs: database, key and files.
The passphrase comes from RISITI_BACKUP_PASSPHRASE, or is asked for. Keep it away from the backups.`

const terminal = { input: process.stdin, output: process.stderr }

async function newPassphrase(): Promise<string> {
  const typed = requirePassphrase(
    await findPassphrase(process.env, terminal, 'Passphrase for this backup (not shown): '),
  )
  if (process.env['RISITI_BACKUP_PASSPHRASE']) return typed
  const again = await promptHidden(terminal, 'The same once more: ')
  if (again !== typed) throw new BackupError('BACKUP_PASSPHRASE_WRONG', 'The two passphrases differ.')
  return typed
}

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [name, ...more] = positionals
  if (name === undefined) throw new UsageError('A backup needs the name of the file to be made.')
  if (more.length > 0) throw new UsageError('One backup is one file.')
  const config = readConfig(process.env)
  if (config.databaseUrl !== null) {
    throw new BackupError(
      'BACKUP_NOT_EMBEDDED',
      'DATABASE_URL is set: this PostgreSQL is yours. Back it up with pg_dump (see server/backup/README.md) and keep RISITI_KEY with it.',
    )
  }
  const data = getServerData(config)
  // npm runs scripts in the project's folder; `INIT_CWD` is the folder the person is in.
  const file = resolve(process.env['INIT_CWD'] ?? process.cwd(), name)
  const passphrase = await newPassphrase()
  const log = createLog(systemClock, (line) => process.stderr.write(line))
  const made = await makeBackup({ ...data, passphrase, file, clock: systemClock, log })
  console.log(`${file}: ${(made.bytes / 1e6).toFixed(1)} MB, sealed and read back. Copy it to another place.`)
}

await runCommand(USAGE, main)
