import { execFile, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { startTraSimulator } from '#server/simulators/tra/start-tra-simulator.ts'
import { type AuthorityControl, controlAuthority } from './authority-control.ts'
import { COMPILE_CACHE, shareCompressedApp } from './share-server-work.ts'
import { startSmtpServer } from './smtp-server.ts'
import { openTlsProxy } from './tls-proxy.ts'

/** A platform that has just been installed: production mode, an empty database, an authority and a mail server apart. */
export type ProductionProcess = {
  readonly url: string
  readonly authority: AuthorityControl
  /** The mails that went out, as they came to the mail server. */
  readonly mails: readonly string[]
  /** `npm run admin:create`; gives what it prints. */
  createAdmin(username: string, email: string): Promise<string>
  remove(): Promise<void>
}

const root = resolve(import.meta.dirname, '../..')

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a port')
  server.close()
  await once(server, 'close')
  return address.port
}

/** Starts all of it; throws with the place of the log when the server does not come up. */
export async function startProduction(): Promise<ProductionProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'risiti-production-'))
  shareCompressedApp(join(dataDir, 'data'))
  const smtp = await startSmtpServer()
  const simulator = await startTraSimulator({
    host: '127.0.0.1',
    port: 0,
    dataDir: join(dataDir, 'authority'),
    clock: { now: () => Date.now() },
  })
  // A real authority is reached with TLS only.
  const door = await openTlsProxy(simulator.port)
  const trusted = join(dataDir, 'authority.pem')
  writeFileSync(trusted, door.certificate())
  const port = await freePort()
  const url = `http://localhost:${port}`
  const environment = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    RISITI_MODE: 'production',
    PORT: String(port),
    PUBLIC_URL: url,
    RISITI_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: join(dataDir, 'data'),
    ...COMPILE_CACHE,
    TRA_BASE_URL: 'https://vfd.example.tz',
    TRA_VERIFY_URL: 'https://verify.example.tz',
    TRA_ENVIRONMENT: 'live',
    SMTP_URL: smtp.url,
    TEST_TRA_BASE_URL: door.url,
    TEST_TRA_VERIFY_URL: `${door.url}${new URL(simulator.verifyUrl).pathname}`,
    NODE_EXTRA_CA_CERTS: trusted,
    ...(process.env['E2E_APP_DIR'] ? { E2E_APP_DIR: process.env['E2E_APP_DIR'] } : {}),
  }
  const logFile = join(dataDir, 'server.log')
  const log = createWriteStream(logFile)
  const child = fork(join(import.meta.dirname, 'production-server.main.ts'), {
    execArgv: [],
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  await new Promise<void>((done, fail) => {
    child.once('message', () => done())
    child.once('exit', (code) =>
      fail(new Error(`the server ended (${code}) before it was ready; see ${logFile}`)),
    )
  })
  return {
    url,
    authority: controlAuthority(simulator.baseUrl),
    mails: smtp.received,
    createAdmin: async (username, email) => {
      const words = ['run', '-s', 'admin:create', '--', '--username', username, '--email', email]
      return (await promisify(execFile)('npm', words, { cwd: root, env: environment })).stdout
    },
    remove: async () => {
      if (child.exitCode === null) {
        const gone = once(child, 'exit')
        child.kill('SIGINT')
        await gone
      }
      log.end()
      await door.stop()
      await simulator.stop()
      await smtp.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
