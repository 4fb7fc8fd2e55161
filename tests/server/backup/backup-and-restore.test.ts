import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listDailyBackups, makeBackupWhenDue } from '#server/backup/daily-backup.ts'
import { type BackupRequest, makeBackup } from '#server/backup/make-backup.ts'
import { checkBackup } from '#server/backup/read-backup.ts'
import { type RestoreRequest, restoreBackup } from '#server/backup/restore-backup.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { createEncryption } from '#server/security/encryption.ts'
import { deriveKeys, loadOrCreateKey } from '#server/security/server-key.ts'
import { insertAuditEntry } from '#server/storage/accounts/audit.ts'
import { type OpenDatabase, openDatabase } from '#server/storage/database.ts'
import { type Cluster, startCluster } from '#server/storage/embedded/start-cluster.ts'
import { migrate } from '#server/storage/migrate.ts'
import { getServerState } from '#server/storage/server-state.ts'
import { testClock } from '#tests/support/start-test-server.ts'
import { createCompany, createOperator } from '#tests/support/tenants.ts'

const PASSPHRASE = 'nyumba ndogo ya samaki'
/** So long that millions of encrypted bytes do not hold it by chance. */
const USERNAME = 'asha.wa.duka.la.mwenge'
const clock = testClock()
const log = () => undefined
const cheap = { scryptCost: 12, unsafeNoSync: true }

let home: string
let dataDir: string
let cluster: Cluster
let database: OpenDatabase
let encrypted: string
let file: string

const request = (overrides: Partial<BackupRequest> = {}): BackupRequest => ({
  ...{ dataDir, key: loadOrCreateKey(dataDir), passphrase: PASSPHRASE, clock, log, ...cheap },
  file: join(home, `${randomUUID()}.risiti-backup`),
  ...overrides,
})

const restoreRequest = (overrides: Partial<RestoreRequest> = {}): RestoreRequest => ({
  ...{ file, passphrase: PASSPHRASE, key: null, replace: false, clock, newId: randomUUID, log },
  dataDir: freshFolder(),
  unsafeNoSync: true,
  ...overrides,
})

let folders = 0
function freshFolder(): string {
  folders += 1
  return join(home, `restored-${folders}`)
}

/** Starts the database of a folder, looks, and stops it. */
async function withRestored<T>(folder: string, inspect: (opened: OpenDatabase) => Promise<T>): Promise<T> {
  const found = await startCluster({ dataDir: folder, log, unsafeNoSync: true })
  const opened = openDatabase({ connectionString: found.connectionString, log, poolSize: 1 })
  try {
    return await inspect(opened)
  } finally {
    await opened.close()
    await found.stop()
  }
}

async function auditNumbers({ db }: OpenDatabase): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select substring(subject from 6)::int as n from audit where action = 'test.write' order by 1
  `.execute(db)
  return rows.map((row) => row.n)
}

async function write(n: number): Promise<void> {
  const at = '2026-11-21T10:00:00.000Z'
  await insertAuditEntry(database.db, {
    ...{ companyId: null, userId: null, at, action: 'test.write' },
    subject: `test:${n}`,
  })
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'risiti-backup-'))
  await chmod(home, 0o755)
  dataDir = join(home, 'data')
  cluster = await startCluster({ dataDir, log, unsafeNoSync: true })
  database = openDatabase({ connectionString: cluster.connectionString, log })
  await migrate(database.db, randomUUID)
  encrypted = createEncryption(deriveKeys(loadOrCreateKey(dataDir)).encryption).encrypt(
    'the PFX password of the shop',
  )
  const company = await createCompany(database.db)
  await createOperator(database.db, company.id, { username: USERNAME })
  await mkdir(join(dataDir, 'files', 'aa'), { recursive: true })
  await writeFile(join(dataDir, 'files', 'aa', 'picha.jpg'), Buffer.alloc(200_000, 3))
  await mkdir(join(dataDir, 'tra-simulator'))
  await writeFile(join(dataDir, 'tra-simulator', 'journal.jsonl'), '{"the":"authority"}')
  for (let n = 1; n <= 20; n += 1) await write(n)
  const made = request()
  await makeBackup(made)
  file = made.file
})
afterAll(async () => {
  await database.close()
  await cluster.stop()
  rmSync(home, { recursive: true, force: true })
})

test('a backup made while rows are written holds every row acknowledged before it began, and no hole', async () => {
  let written = 20
  let going = true
  const writer = (async () => {
    while (going) {
      await write(written + 1)
      written += 1
    }
  })()
  while (written < 60) await new Promise((resolve) => setImmediate(resolve))
  const before = written
  const during = request()
  await makeBackup(during)
  going = false
  await writer
  expect(written).toBeGreaterThan(before)

  const target = freshFolder()
  await restoreBackup(restoreRequest({ file: during.file, dataDir: target }))
  const found = await withRestored(target, auditNumbers)
  expect(found.length).toBeGreaterThanOrEqual(before)
  expect(found).toEqual(found.map((_, index) => index + 1))
})

test('restoring brings data, files and the key back, under a new epoch', async () => {
  const { epoch: before } = await getServerState(database.db)
  const target = freshFolder()
  const restored = await restoreBackup(restoreRequest({ dataDir: target }))
  expect(restored).toMatchObject({ backupAt: '2026-11-21T10:00:00.000Z', replaced: null, keyDiffers: false })
  expect(restored.epoch).not.toBe(before)

  expect(createEncryption(deriveKeys(loadOrCreateKey(target)).encryption).decrypt(encrypted)).toBe(
    'the PFX password of the shop',
  )
  expect((await readFile(join(target, 'files', 'aa', 'picha.jpg'))).equals(Buffer.alloc(200_000, 3))).toBe(
    true,
  )
  expect(readdirSync(target)).not.toContain('tra-simulator')
  await withRestored(target, async ({ db }) => {
    expect((await getServerState(db)).epoch).toBe(restored.epoch)
    const users = await db.selectFrom('users').select('username').execute()
    expect(users).toEqual([{ username: USERNAME }])
    const recorded = await db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'server.restore')
      .execute()
    expect(recorded).toEqual([{ detail: { before, backupAt: '2026-11-21T10:00:00.000Z' } }])
  })
})

test('only the account that made it can read the file, and nothing in it can be read', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const bytes = await readFile(file)
  expect(bytes.includes(readFileSync(join(dataDir, 'risiti-key')).subarray(0, 20))).toBe(false)
  expect(bytes.includes(USERNAME)).toBe(false)
  expect(readdirSync(home).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a backup is never written over another one', async () => {
  await expect(makeBackup(request({ file }))).rejects.toMatchObject({ code: 'BACKUP_FILE_EXISTS' })
  await checkBackup(file, PASSPHRASE)
})

test.each([
  ['', 'BACKUP_PASSPHRASE_MISSING'],
  ['too short', 'BACKUP_PASSPHRASE_SHORT'],
])('no backup is made under the passphrase %j', async (passphrase, code) => {
  await expect(makeBackup(request({ passphrase }))).rejects.toMatchObject({ code })
})

describe('a restore that cannot be done changes nothing', () => {
  async function refused(overrides: Partial<RestoreRequest>, code: string): Promise<void> {
    const target = overrides.dataDir ?? freshFolder()
    await mkdir(target, { recursive: true })
    await writeFile(join(target, 'risiti-key'), 'the key of what is there')
    const work = restoreBackup(restoreRequest({ replace: true, ...overrides, dataDir: target }))
    await expect(work).rejects.toMatchObject({ name: 'BackupError', code })
    expect(readdirSync(target)).toEqual(['risiti-key'])
    expect(await readFile(join(target, 'risiti-key'), 'utf8')).toBe('the key of what is there')
  }

  async function changed(change: (bytes: Buffer) => Buffer): Promise<string> {
    const path = join(home, `${randomUUID()}.risiti-backup`)
    await writeFile(path, change(await readFile(file)))
    return path
  }

  test('with another passphrase', () => refused({ passphrase: 'nyumba kubwa' }, 'BACKUP_PASSPHRASE_WRONG'))

  test('with a byte flipped in the middle', async () => {
    const forged = await changed((bytes) => {
      const at = Math.floor(bytes.length / 2)
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
      return bytes
    })
    await refused({ file: forged }, 'BACKUP_DAMAGED')
  })

  test('with its end missing', async () => {
    const cut = await changed((bytes) => bytes.subarray(0, bytes.length - 70_000))
    await refused({ file: cut }, 'BACKUP_CUT_SHORT')
  })

  test('with a file that is none of ours', async () => {
    await refused({ file: await changed(() => randomBytes(5_000)) }, 'BACKUP_NOT_OURS')
  })

  test('into a folder that contains data, unless `replace` is set', async () => {
    await refused({ replace: false }, 'RESTORE_FOLDER_NOT_EMPTY')
  })

  test('while a server runs on the folder', async () => {
    const before = await auditNumbers(database)
    const work = restoreBackup(restoreRequest({ dataDir, replace: true }))
    await expect(work).rejects.toMatchObject({ code: 'RESTORE_SERVER_RUNNING' })
    expect(await auditNumbers(database)).toEqual(before)
  })
})

test('--replace renames the old data folder, and leaves the ledger of the simulated authority where it is', async () => {
  const target = freshFolder()
  await mkdir(join(target, 'tra-simulator'), { recursive: true })
  writeFileSync(join(target, 'tra-simulator', 'journal.jsonl'), 'later receipts')
  await restoreBackup(restoreRequest({ dataDir: target }))
  await withRestored(target, async ({ db }) => {
    await db.updateTable('users').set({ username: 'later' }).execute()
  })
  const again = await restoreBackup(restoreRequest({ dataDir: target, replace: true }))
  if (again.replaced === null) throw new Error('nothing was moved aside')
  expect(await readFile(join(target, 'tra-simulator', 'journal.jsonl'), 'utf8')).toBe('later receipts')
  const usernames = ({ db }: OpenDatabase) => db.selectFrom('users').select('username').execute()
  expect(await withRestored(target, usernames)).toEqual([{ username: USERNAME }])
  expect(await withRestored(again.replaced, usernames)).toEqual([{ username: 'later' }])
})

test('the backup’s key is written beside the data only if the configured key differs, which is reported', async () => {
  const same = freshFolder()
  const key = loadOrCreateKey(dataDir)
  expect(await restoreBackup(restoreRequest({ dataDir: same, key }))).toMatchObject({ keyDiffers: false })
  expect(readdirSync(same)).not.toContain('risiti-key')
  const other = freshFolder()
  const differs = await restoreBackup(restoreRequest({ dataDir: other, key: randomBytes(32) }))
  expect(differs.keyDiffers).toBe(true)
  expect(Buffer.from(loadOrCreateKey(other)).equals(Buffer.from(key))).toBe(true)
})

test('every session ends with a restore', async () => {
  const at = '2026-11-21T10:00:00.000Z'
  const user = await database.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await database.db
    .insertInto('refresh_tokens')
    .values({
      ...{ token_hash: randomUUID(), family_id: randomUUID(), user_id: user.id, device_id: randomUUID() },
      ...{ created_at: at, expires_at: at, used_at: null, revoked_at: null },
    })
    .execute()
  const made = request()
  await makeBackup(made)
  const target = freshFolder()
  await restoreBackup(restoreRequest({ file: made.file, dataDir: target }))
  const open = await withRestored(target, ({ db }) =>
    db.selectFrom('refresh_tokens').select('token_hash').where('revoked_at', 'is', null).execute(),
  )
  expect(open).toEqual([])
})

describe('the daily backup', () => {
  test('is made once a day and the newest fourteen are kept; other files are left alone', async () => {
    const dir = join(home, 'daily')
    await mkdir(dir)
    await writeFile(join(dir, 'mine.txt'), 'keep')
    for (let day = 1; day <= 15; day += 1) {
      await writeFile(join(dir, `risiti-202611${String(day).padStart(2, '0')}T030000Z.risiti-backup`), 'old')
    }
    const daily = { ...request(), dir, clock: testClock('2026-11-16T02:00:00.000Z') }
    expect(await makeBackupWhenDue(daily)).toBeUndefined()
    daily.clock.advance(3_600_000)
    const made = await makeBackupWhenDue(daily)
    if (made === undefined) throw new Error('no backup was made')
    await checkBackup(made, PASSPHRASE)
    expect(await makeBackupWhenDue(daily)).toBeUndefined()
    const backups = await listDailyBackups(dir, daily.clock.now())
    expect(backups).toHaveLength(14)
    expect(backups[0]?.name).toBe('risiti-20261103T030000Z.risiti-backup')
    expect(backups.at(-1)?.name).toBe('risiti-20261116T030000Z.risiti-backup')
    expect(readdirSync(dir)).toContain('mine.txt')
  })

  test('is made once when two processes of one data folder find it due', async () => {
    const dir = join(home, 'daily-twice')
    const daily = (at: string) => ({ ...request(), dir, clock: testClock(at) })
    const [first, second] = ['2026-11-16T02:00:00.000Z', '2026-11-16T02:00:01.000Z'].map(daily)
    if (!first || !second) throw new Error('two processes are needed')
    const made = await Promise.all([makeBackupWhenDue(first), makeBackupWhenDue(second)])
    expect(made.filter((name) => name !== undefined)).toHaveLength(1)
    expect(readdirSync(dir)).toHaveLength(1)
    expect(await makeBackupWhenDue(second)).toBeUndefined()
  })

  test('is made although a file has a name of years ahead, from a time when the clock was wrong', async () => {
    const dir = join(home, 'daily-ahead')
    await mkdir(dir)
    const ahead = 'risiti-20360101T030000Z.risiti-backup'
    await writeFile(join(dir, ahead), 'of a wrong clock')
    const daily = { ...request(), dir, clock: testClock('2026-11-16T02:00:00.000Z') }
    expect(await makeBackupWhenDue(daily)).toBe(join(dir, 'risiti-20261116T020000Z.risiti-backup'))
    expect(await makeBackupWhenDue(daily)).toBeUndefined()
    expect(readdirSync(dir)).toContain(ahead)
  })

  test('takes the place of what is left of one that was broken off, but of none that may still be written', async () => {
    const dir = join(home, 'daily-broken-off')
    await mkdir(dir)
    const left = '.risiti-20261115T020000Z.risiti-backup.4711.part'
    const [underWay, mine] = ['.risiti-20261116T010000Z.risiti-backup.4712.part', '.mine.4711.part']
    for (const name of [left, underWay, mine]) await writeFile(join(dir, name), 'half')
    const made = await makeBackupWhenDue({ ...request(), dir, clock: testClock('2026-11-16T02:00:00.000Z') })
    expect(made).toBe(join(dir, 'risiti-20261116T020000Z.risiti-backup'))
    expect(readdirSync(dir).toSorted()).toEqual([mine, underWay, 'risiti-20261116T020000Z.risiti-backup'])
  })

  test('is made although what is left of another cannot be removed, and that is logged', async () => {
    const dir = join(home, 'daily-stuck')
    const stuck = join(dir, '.risiti-20261115T020000Z.risiti-backup.4711.part')
    await mkdir(stuck, { recursive: true })
    const events: unknown[] = []
    const clock = testClock('2026-11-16T02:00:00.000Z')
    const log = (event: unknown) => void events.push(event)
    const made = await makeBackupWhenDue({ ...request(), dir, clock, log })
    expect(made).toBe(join(dir, 'risiti-20261116T020000Z.risiti-backup'))
    expect(events).toContainEqual(expect.objectContaining({ event: 'backup-not-removed', file: stuck }))
  })

  test('is made of the embedded database only, into a folder, under a passphrase', () => {
    const both = { RISITI_BACKUP_DIR: '/backups', RISITI_BACKUP_PASSPHRASE: PASSPHRASE }
    expect(readConfig(both).dailyBackup).toEqual({ dir: '/backups', passphrase: PASSPHRASE })
    expect(readConfig({ RISITI_BACKUP_PASSPHRASE: PASSPHRASE }).dailyBackup).toBeNull()
    for (const wrong of [
      { RISITI_BACKUP_DIR: '/backups' },
      { ...both, RISITI_BACKUP_PASSPHRASE: 'short' },
      { ...both, DATABASE_URL: 'postgres://risiti@db.example.tz/risiti' },
    ]) {
      expect(() => readConfig(wrong)).toThrow(ConfigError)
    }
  })
})
