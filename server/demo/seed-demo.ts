import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Services } from '../services/context.ts'
import { createDeliveryDeps, type DeliveryDeps } from '../services/fiscal/delivery-deps.ts'
import { refreshIdentityStatus } from '../services/fiscal/identity-status.ts'
import type { Db } from '../storage/schema.ts'
import { getServerState, updateDemoSeeded } from '../storage/server-state.ts'
import { deliverDemo } from './deliver-demo.ts'
import { DEMO_COMPANIES, type DemoCompany } from './demo-companies.ts'
import type { DemoContext, DemoOptions } from './demo-context.ts'
import { seedCompanies } from './seed-companies.ts'
import { blockDevice, seedDevice } from './seed-devices.ts'
import { seedExpenses } from './seed-expenses.ts'
import { seedDrafts, seedSales } from './seed-sales.ts'
import { seedTaxTips } from './seed-tax-tips.ts'

const SEED_LOCK = 20_261_121
const LOCK_RETRY_MS = 250

async function tryLock(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_lock(${SEED_LOCK}) as locked`.execute(db)
  return rows[0]?.locked === true
}

/** A smaller demo has a shorter past, so that its days are not empty. */
function withInvoiceCount(company: DemoCompany, invoices: number | undefined): DemoCompany {
  if (invoices === undefined) return company
  const days = Math.min(company.days, Math.max(invoices, 30))
  return { ...company, invoices, days, expenses: Math.min(company.expenses, days) }
}

async function seedCompany(demo: DemoContext, delivery: DeliveryDeps, company: DemoCompany): Promise<void> {
  const identity = await seedDevice(demo, company)
  let selling = true
  const sold = seedSales(demo, company).finally(() => {
    selling = false
  })
  // Delivery runs beside the selling; its last run comes after the last sale.
  const delivered = deliverDemo(delivery, identity, async () => {
    const mayHaveMore = selling
    await Promise.race([sold, new Promise((resolve) => setTimeout(resolve, 20))])
    return mayHaveMore
  })
  await Promise.all([sold, delivered])
  if (company.key === DEMO_COMPANIES[0].key) await seedDrafts(demo, company)
  if (company.expenses > 0) await seedExpenses(demo, company)
  if (company.blockedWith !== undefined) {
    await blockDevice(demo, company, company.blockedWith)
    await refreshIdentityStatus(delivery, identity)
  }
}

/**
 * Fills an empty demo with invented organizations, companies, people and a year of sales, once: through the
 * same rules, services and client as real work, so that receipts, totals and feed are real and the
 * simulator's ledger holds them. Killed in the middle, it continues at the next start.
 */
export async function seedDemo(services: Services, options: DemoOptions): Promise<void> {
  if ((await getServerState(services.db)).demoSeededAt !== null) return
  const demo = { ...options, services }
  const startedAt = services.clock.now()
  await services.db.connection().execute(async (lock) => {
    // Two servers started at once on one database: the second waits and finds it done. One statement may not wait that long.
    while (!(await tryLock(lock))) await pause(LOCK_RETRY_MS)
    try {
      if ((await getServerState(services.db)).demoSeededAt !== null) return
      await seedCompanies(services)
      await seedTaxTips(services)
      const delivery = createDeliveryDeps(services, options.tra, options.endpoint)
      const [main, ...others] = DEMO_COMPANIES
      for (const company of [withInvoiceCount(main, options.invoices), ...others]) {
        await seedCompany(demo, delivery, company)
      }
      await updateDemoSeeded(services.db, toInstant(services.clock.now()))
      options.log({ event: 'demo-seeded', tookMs: services.clock.now() - startedAt })
    } finally {
      await sql`select pg_advisory_unlock(${SEED_LOCK})`.execute(lock)
    }
  })
}
