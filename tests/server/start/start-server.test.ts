import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { type RunningServer, startServer } from '#server/start-server.ts'
import { shareCompressedApp } from '#tests/support/share-server-work.ts'

let dataDir: string
let running: RunningServer[] = []
let events: string[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'risiti-start-'))
  chmodSync(dataDir, 0o755)
  shareCompressedApp(dataDir)
})
afterEach(async () => {
  for (const server of running.reverse()) await server.stop()
  running = []
  events = []
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

/** The whole server with everything embedded, on free ports. */
async function start(environment: Record<string, string> = {}): Promise<RunningServer> {
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...environment })
  const server = await startServer(config, {
    demoInvoices: 5,
    log: (event) => events.push(event.event),
  })
  running.push(server)
  return server
}

const isHealthy = async (server: RunningServer) =>
  (await fetch(`http://127.0.0.1:${server.port}/healthz`)).status === 200

test('a second start finds what the first one left, also at another port', async () => {
  const first = await start()
  expect(await isHealthy(first)).toBe(true)
  const { epoch } = await first.services.db
    .selectFrom('server_state')
    .select('epoch')
    .executeTakeFirstOrThrow()
  const key = readFileSync(join(dataDir, 'risiti-key'), 'utf8')
  await first.stop()
  await expect(fetch(`http://127.0.0.1:${first.port}/healthz`)).rejects.toThrow()

  const second = await start()
  expect(await isHealthy(second)).toBe(true)
  const again = await second.services.db.selectFrom('server_state').select('epoch').executeTakeFirstOrThrow()
  expect(again.epoch).toBe(epoch)
  expect(readFileSync(join(dataDir, 'risiti-key'), 'utf8')).toBe(key)
  const identities = await second.services.db.selectFrom('fiscal_identities').select('base_url').execute()
  expect(identities.every((identity) => identity.base_url === second.simulatorUrl)).toBe(true)
})

test('two servers on one folder share database, key and simulator; each may leave first', async () => {
  const first = await start()
  const second = await start()
  expect(events).toContain('database-attached')
  expect(second.simulatorUrl).toBe(first.simulatorUrl)
  await first.stop()
  expect(events).toContain('database-left-running')
  expect(await isHealthy(second)).toBe(true)
  await second.stop()
  expect(events.at(-1)).toBe('database-stopped')
})

test('a port in use is reported, and nothing is left running', async () => {
  const occupied: Server = createServer()
  await new Promise<void>((resolve) => {
    occupied.listen(0, '127.0.0.1', resolve)
  })
  const address = occupied.address()
  if (address === null || typeof address === 'string') throw new Error('not a port')
  await expect(start({ PORT: String(address.port) })).rejects.toThrow(/EADDRINUSE/)
  expect(events.at(-1)).toBe('database-stopped')
  occupied.close()
})

test('stopping lets a running answer finish', async () => {
  const server = await start()
  const asked = fetch(`http://127.0.0.1:${server.port}/api/v2/user/login`, {
    method: 'POST',
    body: JSON.stringify({
      username: 'nobody-at-all',
      password: 'x',
      deviceId: '5f0c3c35-6c0e-4a5c-9d7e-1f6f6f0e6d11',
    }),
  })
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${server.port}/healthz`)).status).toBe(200)
  const [response] = await Promise.all([asked, server.stop()])
  expect(response.status).toBe(401)
})
