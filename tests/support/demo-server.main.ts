import { readConfig } from '#server/config.ts'
import { startServer } from '#server/start-server.ts'

/**
 * The real server in demo mode as its own process, so that a test can kill it. It differs from `npm start` in one
 * thing: fewer demo invoices, since seeding a year takes longer than most tests.
 */
const server = await startServer(readConfig(process.env), {
  demoInvoices: Number(process.env['TEST_DEMO_INVOICES'] ?? '25'),
})
process.send?.('ready')
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    void server.stop().then(() => process.exit(0))
  })
}
