import { type Kysely, Kysely as KyselyClass, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { createTraGateway } from '#server/gateways/tra/live.ts'
import { createEncryption } from '#server/security/encryption.ts'
import { hashPassword } from '#server/security/passwords.ts'
import type { Services } from '#server/services/context.ts'
import { registerIdentity } from '#server/services/fiscal/register-identity.ts'
import type { Database } from '#server/storage/schema.ts'
import { createTestDatabase } from '../../support/test-cluster.ts'
import {
  AUTHORITY_URL,
  Authority,
  type AuthorityStock,
  type Company,
  stockAuthority,
  VERIFY_URL,
} from './authority.ts'
import { chanceOf } from './chance.ts'
import { History } from './history.ts'
import { RawConnections, readers } from './raw-connections.ts'
import { Scheduler } from './scheduler.ts'
import { stockDoors } from './stock-doors.ts'

export const FIXTURE_KEY = new Uint8Array(32).fill(7)
export const PASSWORD = 'Karibu#2026'
const PREPARED_AT = Date.parse('2026-01-05T08:00:00.000Z')

export type Person = {
  readonly id: string
  readonly username: string
  readonly companyId: string
  readonly name: string
  /** The first owns the first shop: only an owner takes over what others wrote. */
  readonly userType: 'company_owner' | 'operator'
  readonly pin: string
}

const PINS = ['7294', '618093', '3857', '94136'] as const

/** The names are the same in every run: what is drawn is what happens to them. */
const names = chanceOf('stage')
const ORGANIZATION = names.id(PREPARED_AT)
export const COMPANIES: readonly Company[] = [
  { id: names.id(PREPARED_AT), tin: '100000001', name: 'Duka la Kwanza', certKey: '99TZ100001' },
  { id: names.id(PREPARED_AT), tin: '100000002', name: 'Duka la Pili', certKey: '99TZ100002' },
]
export const PEOPLE: readonly Person[] = ['asha', 'juma', 'neema', 'baraka'].map((username, index) => ({
  id: names.id(PREPARED_AT),
  username,
  name: username,
  companyId: COMPANIES[index === 3 ? 1 : 0]?.id ?? '',
  userType: index === 0 ? 'company_owner' : 'operator',
  pin: PINS[index] ?? '',
}))

type Rows = {
  readonly table: string
  /** Those that may be written; what the database computes is left to it. */
  readonly columns: string
  readonly rows: readonly object[]
}[]

/** Every table of the product, as its migrations made them. */
async function listTables(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like '%migration%' order by tablename`.execute(db)
  return rows.map(({ name }) => name)
}

async function listWritableColumns(db: Kysely<Database>, table: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(column_name) as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
    order by ordinal_position`.execute(db)
  return rows.map(({ name }) => name).join(', ')
}

/** What is made once in a process and serves every run: database, connections, keys, companies and people. */
export class SimulationFixture {
  readonly raw: RawConnections
  readonly stock: AuthorityStock
  readonly #base: Rows
  readonly #close: () => Promise<void>

  private constructor(raw: RawConnections, stock: AuthorityStock, base: Rows, close: () => Promise<void>) {
    this.raw = raw
    this.stock = stock
    this.#base = base
    this.#close = close
  }

  static async open(): Promise<SimulationFixture> {
    const home = await createTestDatabase()
    const pool = new Pool({ connectionString: home.connectionString, max: 2, types: readers })
    const db = new KyselyClass<Database>({ dialect: new PostgresDialect({ pool }) })
    const stock = await stockAuthority(COMPANIES, PREPARED_AT)
    const base = await makeBase(db, stock)
    await db.destroy()
    const raw = new RawConnections(home.connectionString)
    await raw.open(24)
    return new SimulationFixture(raw, stock, base, async () => {
      await raw.close()
      await home.close()
    })
  }

  close(): Promise<void> {
    return this.#close()
  }

  /** Keeps what the database holds at this moment, as the copy of a disk does. */
  async remember(): Promise<void> {
    const { monitor } = this.raw
    await monitor.query('begin isolation level repeatable read')
    await monitor.query('drop schema if exists kept cascade; create schema kept')
    for (const { table } of this.#base) {
      await monitor.query(`create unlogged table kept.${table} as select * from ${table}`)
    }
    await monitor.query('commit')
  }

  /** Puts back what was kept. Nothing may use the database meanwhile. */
  async turnBack(): Promise<void> {
    const { monitor } = this.raw
    await monitor.query('begin')
    await monitor.query("set local session_replication_role = 'replica'")
    for (const { table, columns } of this.#base) {
      await monitor.query(`delete from ${table}`)
      await monitor.query(
        `insert into ${table} (${columns}) overriding system value select ${columns} from kept.${table}`,
      )
    }
    await monitor.query('drop schema kept cascade; commit')
  }

  /** Puts the database back to where every run begins. */
  async reset(registeredDay: string): Promise<void> {
    const { monitor } = this.raw
    this.raw.sort()
    await monitor.query('begin')
    await monitor.query("set local session_replication_role = 'replica'")
    await monitor.query(this.#base.map(({ table }) => `delete from ${table}`).join(';'))
    for (const { table, columns, rows } of this.#base) {
      if (rows.length === 0) continue
      const dated =
        table === 'fiscal_identities' ? rows.map((row) => ({ ...row, registered_day: registeredDay })) : rows
      await monitor.query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(dated)],
      )
    }
    await monitor.query('commit')
  }
}

async function makeBase(db: Kysely<Database>, stock: AuthorityStock): Promise<Rows> {
  const organization = {
    ...{ id: ORGANIZATION, name: 'Umoja', owner_name: 'Neema', owner_phone: '754000001' },
    ...{ owner_email: 'neema@example.test', active: true },
  }
  await db.insertInto('organizations').values(organization).execute()
  for (const { id, tin, name } of COMPANIES) {
    const rest = { vrn: '40012345A', address: 'Kariakoo', phone: '754000002', email: 'duka@example.test' }
    await db
      .insertInto('companies')
      .values({ id, tin, name, ...rest, organization_id: ORGANIZATION, settings: '{}' })
      .execute()
  }
  const password_hash = await hashPassword(PASSWORD)
  for (const { id, username, companyId, userType } of PEOPLE) {
    await db
      .insertInto('users')
      .values({
        ...{ id, username, email: `${username}@example.test`, first_name: username, last_name: 'Mfano' },
        ...{ mobile: '754000003', user_type: userType, company_id: companyId, organization_id: null },
        ...{ status: 'active', language: 'sw', password_hash, must_change_password: false },
        created_at: new Date(PREPARED_AT).toISOString(),
      })
      .execute()
  }
  await registerDevices(db, stock)
  await stockDoors(db, COMPANIES[0]?.id ?? '', PEOPLE[0]?.id ?? '', PREPARED_AT)
  const base: Rows = []
  for (const table of await listTables(db)) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db)
    base.push({ table, columns: await listWritableColumns(db, table), rows })
  }
  return base
}

async function registerDevices(db: Kysely<Database>, stock: AuthorityStock): Promise<void> {
  const ids = chanceOf('stage identities')
  const services: Services = {
    db,
    clock: { now: () => PREPARED_AT },
    newId: () => ids.id(PREPARED_AT),
    log: () => undefined,
    encryption: createEncryption(FIXTURE_KEY),
    wakeSubmission: async () => undefined,
  }
  const scheduler = new Scheduler(PREPARED_AT)
  const authority = new Authority(stock, scheduler, new History(() => PREPARED_AT), true)
  const tra = createTraGateway({ clock: services.clock, fetch: authority.atOnce() })
  const endpoint = { baseUrl: AUTHORITY_URL, verifyUrl: VERIFY_URL, environment: 'simulator' as const }
  for (const [index, { id, tin, certKey }] of COMPANIES.entries()) {
    const device = stock.devices[index]
    if (!device) throw new Error('a company has no device')
    const pfx = Buffer.from(device.pfxBase64, 'base64')
    const { pfxPassword } = device
    const registered = await registerIdentity(services, tra, endpoint, {
      companyId: id,
      tin,
      certKey,
      pfx,
      pfxPassword,
    })
    if (registered.kind === 'refused') throw new Error(`${registered.code} ${registered.message}`)
    Object.assign(device, authority.world.ledger.devices.get(certKey))
  }
}
