import { readConfig } from '#server/config.ts'
import { companyIdOf } from '#server/demo/seed-companies.ts'
import { startServer } from '#server/start-server.ts'
import type { LargeCompany } from './demo-process.ts'
import { insertHistory } from './insert-history.ts'
import { createOperator } from './tenants.ts'

/**
 * The real server in demo mode as its own process, so that a test can kill it. It differs from `npm start` in one
 * thing: fewer demo invoices, since seeding a year takes longer than most tests. `TEST_APP_DIR` serves another build.
 */
const config = readConfig(process.env)
const appDir = process.env['TEST_APP_DIR'] ?? config.appDir
const server = await startServer(
  { ...config, appDir },
  {
    demoInvoices: Number(process.env['TEST_DEMO_INVOICES'] ?? '25'),
  },
)

async function growCompany({ company, invoices }: LargeCompany): Promise<string> {
  const { db } = server.services
  const companyId = companyIdOf({ key: company })
  await insertHistory(db, companyId, invoices)
  return (await createOperator(db, companyId, { language: 'en' })).username
}

process.on('message', (options: LargeCompany) => {
  growCompany(options).then(
    (username) => process.send?.({ username }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    void server.stop().then(() => process.exit(0))
  })
}
process.send?.('ready')
