import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase, type DemoDatabase } from './demo-database.ts'
import { COMPILE_CACHE, shareCompressedApp } from './share-server-work.ts'

/** The whole product as one process on a data folder of its own: it can be stopped, killed and started again. */
export type DemoProcess = {
  readonly port: number
  readonly url: string
  /** Control API of the simulated authority. */
  readonly simulatorUrl: string
  /** The feature phone on screen, which dials by USSD. */
  readonly featurePhoneUrl: string
  /** What the server wrote, for the report of a failing test. */
  readonly logFile: string
  /** Its database, beside the server. */
  readonly database: DemoDatabase
  start(): Promise<void>
  /** Adds this many invoices to the history of a demo company, and one more operator. Returns the username. */
  growCompany(request: LargeCompany): Promise<string>
  /** Ctrl-C. */
  stop(): Promise<void>
  /** SIGKILL: the process ends without notice and finishes nothing. */
  kill(): Promise<void>
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

/** A demo company, by its key, and how many more invoices it gets. */
export type LargeCompany = { readonly company: string; readonly invoices: number }

/**
 * The first of three neighbouring free ports: the server's, the simulated authority's and the simulated phone's. They
 * lie below those that systems give to outgoing connections (Linux: from 32768), one of which could otherwise take a
 * port while the product is stopped and starts again. Programs that look for ports at the same moment have ranges of
 * their own, by Playwright's number of the worker.
 */
async function freePorts(): Promise<number> {
  const range = Number(process.env['TEST_PARALLEL_INDEX'] ?? 4) % 5
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = 12_000 + range * 4_000 + randomInt(3_997)
    const free = await Promise.all([first, first + 1, first + 2].map(isFree))
    if (free.every(Boolean)) return first
  }
  throw new Error('no three neighbouring free ports')
}

/** Whether a server can listen on this port. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/** Prepares a product in demo mode with `invoices` issued invoices and further settings; call `start`. */
export async function createDemoProcess(
  options: { readonly invoices?: number; readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<DemoProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'risiti-e2e-'))
  shareCompressedApp(dataDir)
  const port = await freePorts()
  const logFile = join(dataDir, 'server.log')
  const log = createWriteStream(logFile, { flags: 'a' })
  let child: ChildProcess | undefined

  const end = async (signal: NodeJS.Signals) => {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const gone = once(running, 'exit')
    running.kill(signal)
    await gone
  }

  return {
    port,
    url: `http://localhost:${port}`,
    simulatorUrl: `http://localhost:${port + 1}`,
    featurePhoneUrl: `http://localhost:${port + 2}`,
    logFile,
    database: connectDatabase(dataDir),
    async start() {
      const started = fork(join(import.meta.dirname, 'demo-server.main.ts'), {
        execPath: process.execPath,
        execArgv: [],
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          PORT: String(port),
          DATA_DIR: dataDir,
          ...COMPILE_CACHE,
          ...options.environment,
          TEST_DEMO_INVOICES: String(options.invoices ?? 25),
          ...(process.env['TEST_APP_DIR'] ? { TEST_APP_DIR: process.env['TEST_APP_DIR'] } : {}),
          ...(process.env['E2E_APP_DIR'] ? { TEST_APP_DIR: process.env['E2E_APP_DIR'] } : {}),
        },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      started.stdout?.pipe(log, { end: false })
      started.stderr?.pipe(log, { end: false })
      child = started
      await new Promise<void>((resolve, reject) => {
        started.once('message', () => resolve())
        started.once('exit', (code, signal) =>
          reject(new Error(`the server ended (${code ?? signal}) before it was ready; see ${logFile}`)),
        )
      })
    },
    async growCompany(request) {
      if (!child) throw new Error('the server is not running')
      child.send(request)
      const [answer] = (await once(child, 'message')) as [
        { readonly username: string } | { readonly error: string },
      ]
      if ('error' in answer) throw new Error(answer.error)
      return answer.username
    },
    stop: async () => await end('SIGINT'),
    kill: async () => await end('SIGKILL'),
    async remove() {
      await end('SIGINT')
      log.end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
