import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseAccount } from './database-account.ts'
import type { Binaries } from './platform-binaries.ts'

/** The password of the embedded database: made once, in a file only this account reads. */
export function loadOrCreatePassword(path: string): string {
  if (!existsSync(path)) {
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, randomBytes(24).toString('hex'), { mode: 0o600, flush: true })
    renameSync(draft, path)
  }
  return readFileSync(path, 'utf8').trim()
}

/**
 * Makes an empty database folder unless there is one. It is prepared under another name, so that a start killed
 * half-way leaves nothing that looks finished.
 */
export async function initializeOnce(
  binaries: Binaries,
  account: DatabaseAccount,
  dataDir: string,
  password: string,
  unsafeNoSync: boolean,
): Promise<void> {
  if (existsSync(join(dataDir, 'PG_VERSION'))) return
  if (existsSync(dataDir)) throw new Error(`${dataDir} is there but holds no database; move it away.`)
  const draft = `${dataDir}-new`
  const passwordFile = join(dirname(dataDir), `initdb-${process.pid}.txt`)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  account.chown(draft)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  account.chown(passwordFile)
  try {
    await run(binaries, account, [
      ...['-D', draft, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'],
      // The built-in locale sorts alike on every machine and knows capitals beyond ASCII.
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
      ...(unsafeNoSync ? ['--no-sync'] : []),
    ])
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(draft, dataDir)
}

async function run(binaries: Binaries, account: DatabaseAccount, args: string[]): Promise<void> {
  const [command = '', ...rest] = [...account.prefix, binaries.initdb, ...args]
  const child = spawn(command, rest, {
    ...(account.uid === undefined ? {} : { uid: account.uid, gid: account.gid }),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8')
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`The database folder could not be made: ${stderr.trim().slice(-2000)}`)
}
