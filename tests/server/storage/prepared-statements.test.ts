import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/storage/database.ts'
import { inTransaction } from '#server/storage/in-transaction.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-cluster.ts'

let home: TestDatabase
let database: OpenDatabase

beforeAll(async () => {
  home = await createTestDatabase()
  // One connection, so that a statement meets the plan it made before.
  database = openDatabase({ connectionString: home.connectionString, log: () => undefined, poolSize: 1 })
})
afterAll(async () => {
  await database.close()
  await home.close()
})

const preparedNow = async () => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
    database.db,
  )
  return rows.map(({ statement }) => statement)
}

test('a statement with parameters is planned once for a connection, however often it is run', async () => {
  const ask = (value: number) => sql<{ sum: number }>`select ${value}::int + 1 as sum`.execute(database.db)
  expect((await ask(1)).rows).toEqual([{ sum: 2 }])
  expect((await ask(41)).rows).toEqual([{ sum: 42 }])
  expect(await preparedNow()).toEqual(['select $1::int + 1 as sum'])
})

test('a table that a newer version changed is prepared again, within the transaction that met it', async () => {
  const { db } = database
  await sql`create table shelves (id int)`.execute(db)
  await sql`insert into shelves values (${1})`.execute(db)
  const read = () =>
    inTransaction(db, async (tx) => (await sql`select * from shelves where id = ${1}`.execute(tx)).rows)
  expect(await read()).toEqual([{ id: 1 }])
  await sql`alter table shelves add column name text not null default 'salt'`.execute(db)
  expect(await read()).toEqual([{ id: 1, name: 'salt' }])
})
