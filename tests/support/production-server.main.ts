import { readConfig } from '#server/config.ts'
import { startServer } from '#server/start-server.ts'

/**
 * The real server in production mode as its own process. It differs from `npm start` in one thing: production refuses
 * an authority on this machine, so its address is put in after the settings were checked.
 */
const config = readConfig(process.env)
if (config.tra === null) throw new Error('production without an authority')
const baseUrl = process.env['TEST_TRA_BASE_URL'] ?? config.tra.baseUrl
const verifyUrl = process.env['TEST_TRA_VERIFY_URL'] ?? config.tra.verifyUrl
const appDir = process.env['E2E_APP_DIR'] ?? config.appDir
const server = await startServer({ ...config, appDir, tra: { ...config.tra, baseUrl, verifyUrl } })
process.send?.(server.port)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    void server.stop().then(() => process.exit(0))
  })
}
