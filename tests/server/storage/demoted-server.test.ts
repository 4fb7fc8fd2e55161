import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/storage/database.ts'
import { readDatabaseRole } from '#server/storage/database-role.ts'
import { inTransaction } from '#server/storage/in-transaction.ts'
import { migrate } from '#server/storage/migrate.ts'
import { isDatabaseUnavailable } from '#server/storage/sql-errors.ts'
import { startStandbyPair } from '#tests/support/standby.ts'
import { readAnswer } from '#tests/support/start-test-server.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  startTestBackend,
  type TestBackend,
} from '#tests/support/test-backend.ts'

const log = () => undefined

describe('a database that became read-only and takes writes again', () => {
  let backend: TestBackend
  let admin: Client
  beforeEach(async () => {
    backend = await startTestBackend()
    // Connected before the change, so that it can end it.
    admin = new Client({ connectionString: backend.server.connectionString })
    await admin.connect()
  })
  afterEach(async () => {
    await admin.end()
    await backend.close()
  })

  /** New connections write no more; those of the server are ended, as a demotion ends them. */
  async function makeReadOnly(): Promise<void> {
    await setReadOnly('set default_transaction_read_only = on')
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  }
  async function setReadOnly(change: string): Promise<void> {
    const { rows } = await admin.query<{ name: string }>('select current_database() as name')
    await admin.query(`alter database ${rows[0]?.name} ${change}`)
  }

  test('a connection that was made meanwhile is not kept: the very next write works', async () => {
    const database = openDatabase({
      connectionString: backend.server.connectionString,
      log,
      poolSize: 1,
    })
    const write = () => inTransaction(database.db, (tx) => sql`update server_state set id = id`.execute(tx))
    await write()
    await makeReadOnly()
    await expect
      .poll(async () => await write().catch((error: unknown) => String(error)))
      .toMatch(/read-only transaction/)
    const error: unknown = await write().catch((thrown: unknown) => thrown)
    expect(isDatabaseUnavailable(error)).toBe(true)
    await setReadOnly('reset default_transaction_read_only')
    // The only connection of this pool was made while the server was read-only, and would be so for ever.
    await write()
    await database.close()
  })

  test('a sale gets 503 and is sold once afterwards; health names the role', async () => {
    const shop = await createShop(backend)
    const body = invoiceInput(aSale(shop.productId))
    const sale = shop.phone.operation('invoice.submit', body, { lane: `inv:${body.invoiceId}` })
    const health = async () => {
      const { status, body: answer } = await readAnswer(await fetch(`${backend.server.url}/healthz`))
      return { status, answer }
    }
    expect(await health()).toEqual({ status: 200, answer: { status: 'ok', database: 'primary' } })
    await makeReadOnly()
    await expect.poll(health).toEqual({ status: 503, answer: { status: 'read-only', database: 'primary' } })
    expect(await shop.phone.pushRaw([sale])).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    await setReadOnly('reset default_transaction_read_only')
    await expect.poll(health).toMatchObject({ status: 200 })
    await expect.poll(async () => (await shop.phone.pushRaw([sale])).status).toBe(200)
    const receipts = await backend.server.services.db.selectFrom('receipts').select('gc').execute()
    expect(receipts).toHaveLength(1)
  })
})

test('a standby is named as such and counts as a database that is away; promoted, it takes writes', async () => {
  const pair = await startStandbyPair()
  const primary = openDatabase({ connectionString: pair.connectionString, log, poolSize: 1 })
  const standby = openDatabase({ connectionString: pair.standbyConnectionString, log, poolSize: 1 })
  try {
    await migrate(primary.db, randomUUID)
    expect(await readDatabaseRole(primary.db)).toEqual({ role: 'primary', takesWrites: true })
    await expect
      .poll(async () => await readDatabaseRole(standby.db).catch(() => undefined))
      .toEqual({ role: 'standby', takesWrites: false })
    const error: unknown = await sql`update server_state set id = id`
      .execute(standby.db)
      .catch((thrown: unknown) => thrown)
    expect(isDatabaseUnavailable(error)).toBe(true)
    await sql`select pg_promote()`.execute(standby.db)
    await expect.poll(() => readDatabaseRole(standby.db)).toEqual({ role: 'primary', takesWrites: true })
  } finally {
    await primary.close()
    await standby.close()
    await pair.stop()
  }
})
