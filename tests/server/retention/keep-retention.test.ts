import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { keepRetention, keptFrom } from '#server/services/retention/keep-retention.ts'
import { insertAuditEntry } from '#server/storage/accounts/audit.ts'
import { openApiRequest } from '#server/storage/api/requests.ts'
import { openDatabase } from '#server/storage/database.ts'
import { insertFile, updateFile } from '#server/storage/files/files.ts'
import { insertNotifications } from '#server/storage/notifications/notifications.ts'
import { deleteEnded } from '#server/storage/retention/ended.ts'
import { countRest, listPartitions, makePartitions } from '#server/storage/retention/partitions.ts'
import type { Db } from '#server/storage/schema.ts'
import { startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany, createOperator } from '../../support/tenants.ts'

const DAY_MS = 86_400_000
let server: TestServer
let db: Db
beforeAll(async () => {
  server = await startTestServer()
  ;({ db } = server.services)
})
afterAll(async () => await server.stop())

async function write(at: string, subject: string): Promise<void> {
  await insertAuditEntry(db, { companyId: null, userId: null, at, action: 'test.write', subject })
}

/** In which partition a line is. */
async function partitionOf(subject: string): Promise<string | undefined> {
  const { rows } = await sql<{ part: string }>`
    select tableoid::regclass::text as part from audit where subject = ${subject}
  `.execute(db)
  return rows[0]?.part
}

describe('months of the logs', () => {
  test('are made ahead, with what was written before they were, by several processes at once', async () => {
    const months = await listPartitions(db, 'audit')
    expect(months.map(({ name }) => name)).toEqual(['audit_first'])
    const next = months[0]?.upTo ?? ''
    await write(next, 'early')
    expect(await partitionOf('early')).toBe('audit_rest')
    await Promise.all([1, 2, 3].map(async () => await keepRetention(server.services)))
    const name = `audit_${next.slice(0, 7).replace('-', '_')}`
    expect(await partitionOf('early')).toBe(name)
    expect(await countRest(db, 'audit')).toBe(0)
    const made = await listPartitions(db, 'audit')
    expect(made.length).toBeGreaterThanOrEqual(4)
    expect(new Set(made.map(({ upTo }) => upTo)).size).toBe(made.length)
    expect((await listPartitions(db, 'delivery_log')).length).toBe(made.length)
    expect(
      await makePartitions(server.services.db, 'audit', toInstant(Date.parse(made.at(-1)?.upTo ?? next))),
    ).toEqual([])
  })

  test('a line of no month is kept, and said', async () => {
    await write('2199-01-01T00:00:00.000Z', 'far')
    await keepRetention(server.services)
    expect(await partitionOf('far')).toBe('audit_rest')
    expect(server.events).toContainEqual(
      expect.objectContaining({ event: 'rows-without-month', table: 'audit', rows: 1, alert: true }),
    )
  })

  test('records are kept for five years after the end of any year of income they may be in (Tax Administration Act, s. 35)', () => {
    expect(keptFrom('audit', toInstant(Date.parse('2026-11-26T10:00:00Z')))).toBe('2020-01-01T00:00:00.000Z')
    expect(keptFrom('delivery_log', toInstant(Date.parse('2026-12-31T23:00:00Z')))).toBe(
      '2020-01-01T00:00:00.000Z',
    )
    expect(keptFrom('audit', toInstant(Date.parse('2027-01-01T00:00:00Z')))).toBe('2021-01-01T00:00:00.000Z')
  })

  test('a month goes when its years are over by both clocks, and not a day before', async () => {
    const [first] = await listPartitions(db, 'audit')
    await write('2026-11-02T10:00:00.000Z', 'old')
    const endOfYears = Date.UTC(new Date(first?.upTo ?? '').getUTCFullYear() + 7, 0, 1)
    const lastYear = first?.upTo.endsWith('-01-01T00:00:00.000Z') ? endOfYears - 365 * DAY_MS : endOfYears
    server.clock.advance(lastYear - DAY_MS - server.clock.now())
    await keepRetention(server.services)
    expect(await partitionOf('old')).toBe('audit_first')
    server.clock.advance(2 * DAY_MS)
    await keepRetention(server.services)
    expect(await partitionOf('old')).toBe('audit_first')
    const sameYear = async () => toInstant(server.clock.now())
    await keepRetention(server.services, undefined, sameYear)
    expect(await partitionOf('old')).toBeUndefined()
    expect((await listPartitions(db, 'audit')).every(({ name }) => name !== 'audit_first')).toBe(true)
    await write(toInstant(server.clock.now()), 'new')
    expect(await partitionOf('new')).toMatch(/^audit_\d{4}_01$/)
  })
})

describe('what has ended', () => {
  test('goes after its time; what is in use stays', async () => {
    const company = await createCompany(db)
    const user = await createOperator(db, company.id)
    const at = (days: number) => toInstant(server.clock.now() + days * DAY_MS)
    const grant = async (until: string, ended: string | null) => {
      const id = randomUUID()
      const device = { user_id: user.id, company_id: company.id, device_id: randomUUID(), public_key: '{}' }
      await db
        .insertInto('delivery_grants')
        .values({ ...device, id, issued_at: at(-400), until, ended_at: ended })
        .execute()
      return id
    }
    const push = async (ended: string | null) => {
      const id = randomUUID()
      const device = { user_id: user.id, company_id: company.id, device_id: randomUUID(), account: user.id }
      await db
        .insertInto('push_registrations')
        .values({
          ...device,
          id,
          address_hash: id,
          sealed_address: '',
          registered_at: at(-400),
          pushed_up_to: 0,
          ended_at: ended,
        })
        .execute()
      return id
    }
    const kept = [await grant(at(1), null), await grant(at(1), at(-89)), await grant(at(-89), null)]
    await grant(at(-91), null)
    await grant(at(1), at(-91))
    const registered = [await push(null), await push(at(-89))]
    await push(at(-91))
    await keepRetention(server.services)
    const grants = await db.selectFrom('delivery_grants').select('id').execute()
    expect(grants.map(({ id }) => id).sort()).toEqual(kept.sort())
    const pushes = await db.selectFrom('push_registrations').select('id').execute()
    expect(pushes.map(({ id }) => id).sort()).toEqual(registered.sort())
  })

  test('also of a company without any device: notifications after 30 days, uploads that never ended after seven', async () => {
    const { id: companyId } = await createCompany(db)
    const user = await createOperator(db, companyId)
    const at = (days: number) => toInstant(server.clock.now() + days * DAY_MS)
    const scope = { companyId }
    for (const [changeId, days] of [
      [1, -31],
      [2, -29],
    ] as const) {
      const notification = { event: 'invoice-issued', subject: 'x', label: '', operatorId: null } as const
      await insertNotifications(db, scope, [{ ...notification, at: at(days) }], changeId)
    }
    const file = async (sha256: string, begun: string, whole: string | null) => {
      await insertFile(db, scope, { sha256, size: 9, userId: user.id, at: begun })
      if (whole) await updateFile(db, scope, sha256, { type: 'application/pdf', whole_at: whole })
    }
    await file('left', at(-8), null)
    await file('under way', at(-6), null)
    await file('whole', at(-400), at(-399))
    await keepRetention(server.services)
    const kept = await db
      .selectFrom('notifications')
      .select('change_id')
      .where('company_id', '=', companyId)
      .execute()
    expect(kept.map((row) => Number(row.change_id))).toEqual([2])
    const files = await db.selectFrom('files').select('sha256').where('company_id', '=', companyId).execute()
    expect(files.map(({ sha256 }) => sha256).sort()).toEqual(['under way', 'whole'])
  })

  test('requests of programs can be repeated for 400 days', async () => {
    const { id: companyId } = await createCompany(db)
    const clientId = randomUUID()
    const key = async (name: string, days: number) => {
      const at = toInstant(server.clock.now() + days * DAY_MS)
      await openApiRequest(db, { companyId }, { clientId, key: name, fingerprint: 'of it', at })
    }
    await key('old', -401)
    await key('recent', -399)
    await keepRetention(server.services)
    const kept = await db.selectFrom('api_requests').select('key').where('client_id', '=', clientId).execute()
    expect(kept).toEqual([{ key: 'recent' }])
  })

  test('a table that cannot be kept is logged, and the next ones are kept all the same', async () => {
    const { id: companyId } = await createCompany(db)
    const at = toInstant(server.clock.now() - 31 * DAY_MS)
    const notification = { event: 'invoice-issued', subject: 'x', label: '', operatorId: null, at } as const
    await insertNotifications(db, { companyId }, [notification], 1)
    await sql`alter table refresh_tokens rename to refresh_tokens_away`.execute(db)
    await keepRetention(server.services)
    await sql`alter table refresh_tokens_away rename to refresh_tokens`.execute(db)
    const failed = { event: 'retention-failed', table: 'refresh_tokens', alert: true }
    expect(server.events).toContainEqual(expect.objectContaining(failed))
    const left = await db
      .selectFrom('notifications')
      .select('change_id')
      .where('company_id', '=', companyId)
      .execute()
    expect(left).toEqual([])
  })

  test.each(['refresh_tokens', 'notifications', 'files', 'api_requests'] as const)(
    'is found by its time in %s, which grows with use: the whole table is not read',
    async (table) => {
      // A connection of its own: it has no plan yet and nothing counted.
      const { connectionString } = server
      const fresh = openDatabase({ connectionString, log: () => undefined, poolSize: 1 })
      const scans = await fresh.db.transaction().execute(async (tx) => {
        // A table of a few rows is read as a whole where that is allowed.
        await sql`set local enable_seqscan = off`.execute(tx)
        await deleteEnded(tx, table, toInstant(server.clock.now() - 500 * DAY_MS), 10)
        const { rows } = await sql<{ whole: number }>`
          select seq_scan::int as whole from pg_stat_xact_user_tables where relid = ${table}::regclass
        `.execute(tx)
        return rows
      })
      await fresh.close()
      expect(scans).toEqual([{ whole: 0 }])
    },
  )
})
