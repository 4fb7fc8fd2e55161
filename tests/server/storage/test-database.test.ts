import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findUserByUsername } from '#server/storage/accounts/users.ts'
import { type OpenDatabase, openDatabase } from '#server/storage/database.ts'
import { createCompany, createOperator } from '../../support/tenants.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-cluster.ts'

let home: TestDatabase
let database: OpenDatabase
beforeAll(async () => {
  home = await createTestDatabase()
  database = openDatabase({ connectionString: home.connectionString, log: () => undefined })
})
afterAll(async () => {
  await database.close()
  await home.close()
})

test('moments come as ISO text with milliseconds and big numbers as text', async () => {
  const { rows } = await sql<{ at: string; n: string }>`
    select timestamptz '2026-11-21 13:00:00+03' as at, 9007199254740993::bigint as n
  `.execute(database.db)
  expect(rows).toEqual([{ at: '2026-11-21T10:00:00.000Z', n: '9007199254740993' }])
})

test('a user is found in any case of the typed name, with the state of the company', async () => {
  const company = await createCompany(database.db, { active: false })
  const operator = await createOperator(database.db, company.id)
  const found = await findUserByUsername(database.db, operator.username.toUpperCase())
  expect(found).toMatchObject({ id: operator.id, company_active: false, organization_active: true })
})
