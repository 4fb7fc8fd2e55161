import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Config, readConfig } from '#server/config.ts'
import { startServer } from '#server/start-server.ts'
import { type OpenDatabase, openDatabase } from '#server/storage/database.ts'
import { updateDemoSeeded } from '#server/storage/server-state.ts'
import { shareCompressedApp } from '../../support/share-server-work.ts'
import { createUser } from '../../support/tenants.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-cluster.ts'

let home: TestDatabase
let database: OpenDatabase
let dataDir: string
let config: Config
beforeEach(async () => {
  home = await createTestDatabase()
  database = openDatabase({ connectionString: home.connectionString, log: () => undefined })
  dataDir = mkdtempSync(join(tmpdir(), 'risiti-production-'))
  shareCompressedApp(dataDir)
  config = readConfig({
    RISITI_MODE: 'production',
    PORT: '0',
    PUBLIC_URL: 'https://risiti.example.tz',
    RISITI_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATA_DIR: dataDir,
    DATABASE_URL: home.connectionString,
    TRA_BASE_URL: 'https://vfd.example.tz',
    TRA_VERIFY_URL: 'https://verify.example.tz',
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
})
afterEach(async () => {
  await database.close()
  await home.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = () => startServer(config, { background: false, log: () => undefined })

test('a clean database starts, without the mailbox for developers', async () => {
  const server = await start()
  const mailbox = await fetch(`http://127.0.0.1:${server.port}/dev/mailbox`)
  await server.stop()
  expect(mailbox.status).toBe(404)
})

test('a database with demo data is refused', async () => {
  await updateDemoSeeded(database.db, '2026-11-21T10:00:00.000Z')
  await expect(start()).rejects.toThrow(/demo data/)
})

test('an account with the name and password of a demo login is refused', async () => {
  await createUser(database.db, { username: 'admin' })
  await expect(start()).rejects.toThrow(/password of the demo logins/)
})
