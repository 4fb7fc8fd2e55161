import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, DAY_MS, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { EAT_OFFSET_MS } from '#domain/calendar/east-africa-offset.ts'
import { toCents } from '#domain/money/cents.ts'
import { ZERO_FIGURES } from '#domain/reports/aggregate.ts'
import { notifySevereInsights } from '#server/services/insights/notify-severe.ts'
import { upsertAggregates } from '#server/storage/invoices/aggregates.ts'
import { insertPushRegistration } from '#server/storage/notifications/push-registrations.ts'
import { createShop, type Shop, startTestBackend, type TestBackend } from '../../support/test-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(async () => {
  await backend.close()
})

/** Moves the clock to an hour of the next day in East Africa. */
function goToNextDayAt(hour: number): void {
  const { clock } = backend
  const intoDay = (clock.now() + EAT_OFFSET_MS) % DAY_MS
  clock.advance(DAY_MS - intoDay + hour * 60 * 60_000)
}

/** Ten weeks of sales of Tsh 60,000 a day; the last seven days sold what is given. */
async function sell({ companyId }: Shop, lately: number): Promise<void> {
  const today = fiscalDayOf(toInstant(backend.clock.now()))
  const days = Array.from({ length: 70 }, (_, back) => {
    const period = addDays(today, -1 - back)
    // Not the same every day, or there is no usual distance from the usual.
    const gross = toCents((back < 7 ? lately : 6_000_000) + (back % 5) * 40_000)
    const figures = { ...ZERO_FIGURES, count: 20, gross, net: gross }
    return { ...figures, id: `day:${period}:`, companyId, rev: 1, kind: 'day' as const, period, key: '' }
  })
  await upsertAggregates(backend.server.services.db, { companyId }, days)
}

async function register({ companyId, phone }: Shop): Promise<void> {
  await insertPushRegistration(
    backend.server.services.db,
    { companyId },
    {
      ...{
        id: crypto.randomUUID(),
        user_id: phone.userId,
        device_id: phone.deviceId,
        account: 'a'.repeat(20),
      },
      ...{ address_hash: companyId, sealed_address: 'sealed', registered_at: toInstant(backend.clock.now()) },
      pushedUpTo: 0,
    },
  )
}

async function notified({ companyId }: Shop) {
  return await backend.server.services.db
    .selectFrom('notifications')
    .select(['subject', 'label'])
    .where('company_id', '=', companyId)
    .where('event', '=', 'insight-severe')
    .execute()
}

test('an urgent finding is notified once, by day, at most one a day, and only where a device listens', async () => {
  const [shop, deaf, calm] = [await createShop(backend), await createShop(backend), await createShop(backend)]
  goToNextDayAt(3)
  for (const [each, lately] of [
    [shop, 600_000],
    [deaf, 600_000],
    [calm, 6_000_000],
  ] as const)
    await sell(each, lately)
  await register(shop)
  await register(calm)
  const { services } = backend.server
  await notifySevereInsights(services)
  expect(await notified(shop)).toEqual([])

  backend.clock.advance(6 * 60 * 60_000)
  await Promise.all([notifySevereInsights(services), notifySevereInsights(services)])
  const month = fiscalDayOf(toInstant(backend.clock.now())).slice(0, 7)
  expect(await notified(shop)).toEqual([{ subject: `sales-falling::${month}`, label: 'sales' }])
  expect(await notified(deaf)).toEqual([])
  expect(await notified(calm)).toEqual([])

  await notifySevereInsights(services)
  expect(await notified(shop)).toHaveLength(1)
  goToNextDayAt(9)
  await notifySevereInsights(services)
  const all = await notified(shop)
  expect(new Set(all.map(({ subject }) => subject)).size).toBe(all.length)
})
