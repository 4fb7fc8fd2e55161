import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PLACEMENT, type Placement } from '#server/storage/placement.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-cluster.ts'
import { CITUS_STUB, DISTRIBUTE } from './citus-stub.ts'
import { type ForeignKey, type Key, readForeignKeys, readTables, readUniqueKeys } from './read-keys.ts'

/** Tables of the tools that count migrations and requests. */
const OF_TOOLS = ['kysely_migration', 'kysely_migration_lock', 'rate_limits']
/** Keys that a process of the release before names in `on conflict`; `distribute.sql` drops them. */
const OLDER = /_older$/

const placement: Readonly<Record<string, Placement>> = PLACEMENT

let home: TestDatabase
let client: Client
beforeAll(async () => {
  home = await createTestDatabase()
  client = new Client({ connectionString: home.connectionString })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await home.close()
})

/** Keys by which rows of two companies could collide, which no machine could check alone. */
function crossing(keys: readonly Key[]): string[] {
  return keys
    .filter(
      ({ table, columns }) => placement[table] === 'with the company' && !columns.includes('company_id'),
    )
    .map(({ table, name }) => `${table}: ${name}`)
}

/** Foreign keys that leave the machine their row is on. */
function leaving(keys: readonly ForeignKey[]): string[] {
  const mayPoint = ({ table, of, columns, theirs }: ForeignKey) => {
    if (placement[of] === 'on every machine') return true
    if (placement[table] === 'with the company')
      return (
        placement[of] === 'with the company' &&
        columns.some((column, at) => column === 'company_id' && theirs[at] === 'company_id')
      )
    return placement[table] === 'on the coordinator' && placement[of] === 'on the coordinator'
  }
  return keys.filter((key) => !mayPoint(key)).map(({ table, name, of }) => `${table}: ${name} to ${of}`)
}

describe('the tables can be distributed by company (design D23)', () => {
  test('every table has its place', async () => {
    expect((await readTables(client)).filter((table) => !OF_TOOLS.includes(table))).toEqual(
      Object.keys(PLACEMENT).sort(),
    )
  })

  test('every key of a company has the company in it', async () => {
    const keys = await readUniqueKeys(client)
    expect(keys.length).toBeGreaterThan(70)
    expect(crossing(keys.filter(({ name }) => !OLDER.test(name)))).toEqual([])
  })

  test('a process of the release before still finds the keys that its statements name', async () => {
    for (const [table, target] of [
      ['z_reports', 'identity_id, day'],
      ['api_requests', 'client_id, key'],
      ['api_references', 'client_id, reference'],
      ['slips', 'token'],
      ['webhook_deliveries', 'webhook_id, event_key'],
    ]) {
      const planned = await client.query(
        `explain insert into ${table} default values on conflict (${target}) do nothing`,
      )
      expect(planned.rows.length, table).toBeGreaterThan(0)
    }
    await client.query('explain update companies set change_seq = change_seq + 1 returning change_seq')
  })

  test('every foreign key stays on the machine of its company', async () => {
    const keys = await readForeignKeys(client)
    expect(keys.length).toBeGreaterThan(50)
    expect(leaving(keys)).toEqual([])
  })

  test('what crosses companies is found', () => {
    expect(crossing([{ table: 'receipts', name: 'bad', columns: ['identity_id', 'gc'] }])).toEqual([
      'receipts: bad',
    ])
    const bad = { table: 'receipts', name: 'bad', columns: ['invoice_id'], theirs: ['id'] }
    expect(leaving([{ ...bad, of: 'users' }])).toEqual(['receipts: bad to users'])
    expect(leaving([{ ...bad, of: 'invoices' }])).toEqual(['receipts: bad to invoices'])
    expect(leaving([{ ...bad, table: 'users', of: 'receipts' }])).toHaveLength(1)
  })
})

describe('distribute.sql', () => {
  type Placed = { name: string; place: Placement }
  let placed: Placed[]
  beforeAll(async () => {
    await client.query(CITUS_STUB)
    await client.query(DISTRIBUTE)
    placed = (await client.query<Placed>('select name, place from placed')).rows
  })

  test('places each table where it belongs, once', () => {
    const wanted = Object.entries(PLACEMENT).filter(([, place]) => place !== 'on the coordinator')
    expect(placed.map(({ name }) => name).sort()).toEqual(wanted.map(([name]) => name).sort())
    for (const { name, place } of placed) expect(placement[name], name).toBe(place)
  })

  test('leaves no key, foreign key, trigger or view that crosses companies', async () => {
    expect(crossing(await readUniqueKeys(client))).toEqual([])
    expect(leaving(await readForeignKeys(client))).toEqual([])
    const views = await client.query("select viewname from pg_views where schemaname = 'public'")
    expect(views.rows).toEqual([])
    const { rows } = await client.query<{ table: string }>(
      'select tgrelid::regclass::text as table from pg_trigger where not tgisinternal',
    )
    expect(rows.filter(({ table }) => placement[table] !== 'on the coordinator')).toEqual([])
  })
})
