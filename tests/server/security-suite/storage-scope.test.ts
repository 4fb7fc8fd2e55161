import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueueDueWork } from '#server/jobs/sweeper.ts'
import { sandboxScopeOf } from '#server/services/api-keys/sandbox-scope.ts'
import { USSD_SECRET } from '../../support/dial-ussd.ts'
import { startTestBackend, type TestBackend } from '../../support/test-backend.ts'
import { openTenant, type Tenant } from './cast.ts'
import { tenantTables } from './company-fingerprint.ts'
import { type Statement, type TableUse, type TenantTables, tableUses } from './tenant-predicates.ts'
import { liveOneDay, SLIP_TOKEN } from './traffic.ts'
import { liveOneDialledDay } from './ussd-traffic.ts'
import { type SqlWatch, watchSql } from './watch-sql.ts'

/** Tables whose rows belong to an account: it is found before its company is known, and decides which one it is. */
const ACCOUNT_KEYS: TenantTables = {
  users: ['id', 'username'],
  delivery_grants: ['id', 'user_id'],
}
/** Rows of these may belong to no company: platform admins do things too. */
const COMPANY_MAY_BE_NULL: ReadonlySet<string> = new Set(['audit', 'mails'])

/** Statements of requests over all companies, each with its reason. One that no longer runs has to go from here. */
const ALLOWED: readonly { readonly sql: RegExp; readonly reason: string }[] = [
  {
    sql: /^select [\w", ]+ from "mails" order by "created_at" desc limit \$1$/,
    reason: 'the mailbox for developers, which exists only in demo mode',
  },
  {
    sql: /^update "push_registrations" set .* where "address_hash" = \$3 and "ended_at" is null$/,
    reason:
      'a browser speaks for who registered it last, of whatever company; the address is secret and shown',
  },
  {
    sql: /^select "id" from "accounting_connections" where "provider" = .* and "company_id" <> \$\d$/,
    reason: 'whether another company has the organization: the answer is yes or no',
  },
  {
    sql: /^select "id", "company_id", "organization_id" from "accounting_connections" where "provider" = .* and "pull_from" is not null$/,
    reason:
      'a signed message of an accounting service names organizations; it decides only what is asked there',
  },
  {
    sql: /^select "slips"\."company_id", "slips"\."invoice_id" from "slips" left join "receipts" .* where "slips"\."token" = \$1 order by/,
    reason: 'a slip link: its 132 random bits are the right to see that one invoice',
  },
  {
    sql: /^select \* from "ussd_phones" where "phone" = \$1 and "ended_at" is null and \(registered_at is null or coalesce\(used_at, registered_at\) > \$2\)$/,
    reason: 'a gateway knows only the number; the PIN or the code decides whose it is',
  },
  {
    sql: /^update "ussd_phones" set "ended_at" = \$1 where "phone" = \$2 and "registered_at" is not null and "ended_at" is null$/,
    reason: 'the code proves who holds the number now, of whatever company it was',
  },
  {
    sql: /^select "c"\.\*, "s"\."expires_at", "w"\."sandbox_of" from "api_secrets" as "s" inner join "api_clients" as "c" .* where "s"\."hash" = \$1$/,
    reason: 'a key of the public API: its 256 random bits are the right to work for its company',
  },
  {
    sql: /^select "id", "email", "mobile", "language" from "users" where "company_id" = \$1 and "user_type" = \$2/,
    reason: 'the owners of the company, in whose name invoices of its books become drafts',
  },
  {
    sql: /^select (count\(\*\)::int as found|id::text as key, .*) from "?users"?( t)? where (t\.)?company_id = \$1/,
    reason: 'the people of the company in the export of its data; the other tables of it are checked here',
  },
]
/**
 * The sweep of the jobs looks over all companies, but may take nothing home but ids, for its queues, and write nothing but
 * when it looks again.
 */
const IDS_ONLY =
  /^select (distinct )?(\w+\.|"\w+"\.)?"?(id|identity_id|company_id)"? from |^with taken as \( select due\.company_id, due\.identity_id from .* \) update fiscal_due set "(send|close)_at" = \$\d from taken where .* returning fiscal_due\.identity_id$/

let backend: TestBackend
let shop: Tenant
let tables: TenantTables
let statements: Statement[]
let sweep: Statement[]
let watch: SqlWatch

beforeAll(async () => {
  backend = await startTestBackend(undefined, { environment: { USSD_GATEWAY_SECRET: USSD_SECRET } })
  shop = await openTenant(backend, 'Mwenyewe')
  await openTenant(backend, 'Jirani')
  tables = { ...(await tenantTables(backend.server.services.db)), ...ACCOUNT_KEYS }
  watch = watchSql()
  await liveOneDay(backend, shop)
  await liveOneDialledDay(backend, shop)
  await fetch(`${backend.server.url}/dev/mailbox`)
  await fetch(`${backend.server.url}/slip/${SLIP_TOKEN}`)
  statements = watch.take()
  await enqueueDueWork(backend.server.services, async () => undefined)
  sweep = watch.take()
  watch.stop()
})
afterAll(async () => await backend.close())

function oneLine(statement: Statement): string {
  return statement.sql.replace(/\s+/g, ' ').trim()
}

/** Uses of tenant tables that are not limited to a tenant, or are limited to one other than the caller's. */
function findings(ran: readonly Statement[]): string[] {
  const sandbox = sandboxScopeOf({ companyId: shop.company.id }).companyId
  const mine: unknown[] = [shop.company.id, sandbox, '(a common table)']
  const found = ran.flatMap((statement) => {
    const uses = tableUses(statement, tables)
    // The company that is joined to an account is the account's own.
    const accounts = uses.flatMap((use) => (ACCOUNT_KEYS[use.table] ? use.bound : []))
    const allowed = (use: TableUse, value: unknown) =>
      mine.includes(value) ||
      (typeof value === 'string' && accounts.includes(value)) ||
      (value === null && use.verb === 'insert' && COMPANY_MAY_BE_NULL.has(use.table))
    return uses
      .filter((use) => use.bound.length === 0 || !use.bound.every((value) => allowed(use, value)))
      .map((use) => `${use.verb} ${use.table} by ${JSON.stringify(use.bound)}: ${oneLine(statement)}`)
  })
  return [...new Set(found)]
}

describe('every statement on a table of tenants is narrowed down to one (scope first)', () => {
  test('the database has the tables that this is about', () => {
    expect(Object.keys(tables)).toEqual(
      expect.arrayContaining([
        'invoices',
        'customers',
        'products',
        'receipts',
        'operations',
        'changes',
        'z_reports',
      ]),
    )
  })

  test('the day of traffic touched each of them, reading and writing', () => {
    const uses = statements.flatMap((statement) => tableUses(statement, tables))
    const touched = new Set(uses.map((use) => use.table))
    // Used where backups are restored, by the daily upkeep of all feeds at once, and by jobs to find the company of their
    // identity; tests of their own cover them.
    const elsewhere = new Set(['numbering_holds', 'awaited_devices', 'feed_marks', 'identity_companies'])
    expect(Object.keys(tables).filter((table) => !touched.has(table) && !elsewhere.has(table))).toEqual([])
    for (const verb of ['select', 'insert', 'update'] as const) {
      expect(uses.filter((use) => use.verb === verb).length).toBeGreaterThan(20)
    }
  })

  test('by the key of the company or account that asks, and by no other value', () => {
    const checked = statements.filter((statement) => !ALLOWED.some(({ sql }) => sql.test(oneLine(statement))))
    expect(checked.length).toBeGreaterThan(200)
    expect(findings(checked)).toEqual([])
  })

  test('the sweep of the jobs reads ids and writes only when it looks again', () => {
    expect(sweep.length).toBeGreaterThan(2)
    expect(findings(sweep.filter((statement) => !IDS_ONLY.test(oneLine(statement))))).toEqual([])
  })

  test('what may go over all companies is still needed, and has a reason', () => {
    for (const { sql, reason } of ALLOWED) {
      expect(reason.length).toBeGreaterThan(20)
      expect(
        statements.some((statement) => sql.test(oneLine(statement))),
        String(sql),
      ).toBe(true)
    }
  })
})
