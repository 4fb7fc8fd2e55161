import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { createPushSearch } from '#server/jobs/push-search.ts'
import { insertNotifications } from '#server/storage/notifications/notifications.ts'
import { startTestServer, type TestServer } from '../../support/start-test-server.ts'
import { createCompany, createOperator } from '../../support/tenants.ts'

const MINUTE_MS = 60_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => await server.stop())

/** A company with a registered device that heard of nothing yet. */
async function createFollowed(): Promise<{
  readonly companyId: string
  tell(minutesAgo: number): Promise<void>
}> {
  const { db } = server.services
  const { id: companyId } = await createCompany(db)
  const user = await createOperator(db, companyId)
  const ago = (minutes: number) => toInstant(server.clock.now() - minutes * MINUTE_MS)
  const device = { id: randomUUID(), user_id: user.id, company_id: companyId, device_id: randomUUID() }
  await db
    .insertInto('push_registrations')
    .values({
      ...device,
      account: 'a',
      address_hash: device.id,
      sealed_address: '',
      registered_at: ago(0),
      pushed_up_to: 0,
    })
    .execute()
  return {
    companyId,
    tell: async (minutesAgo) => {
      const notification = { event: 'invoice-issued', subject: 'x', label: '', operatorId: null } as const
      await insertNotifications(db, { companyId }, [{ ...notification, at: ago(minutesAgo) }], 1)
    },
  }
}

test('what happened is found at once, what an earlier process left first and every five minutes', async () => {
  const [left, later, fresh] = [await createFollowed(), await createFollowed(), await createFollowed()]
  const search = createPushSearch(server.services)
  await left.tell(60)
  expect(await search()).toEqual([left.companyId])
  await later.tell(60)
  await fresh.tell(0)
  server.clock.advance(2_000)
  expect(await search()).toEqual([fresh.companyId])
  // Its device has a pause: what happened is found until the pause is over.
  server.clock.advance(4 * MINUTE_MS)
  expect(await search()).toEqual([fresh.companyId])
  server.clock.advance(MINUTE_MS)
  const everything = [left.companyId, later.companyId, fresh.companyId].toSorted()
  expect((await search()).toSorted()).toEqual(everything)
})

test('a search that failed has not looked: the next one looks at every device', async () => {
  const left = await createFollowed()
  await left.tell(60)
  const { db } = server.services
  const search = createPushSearch(server.services)
  await sql`alter table notifications rename to notifications_away`.execute(db)
  await expect(search()).rejects.toThrow('does not exist')
  await sql`alter table notifications_away rename to notifications`.execute(db)
  expect(await search()).toContain(left.companyId)
})
