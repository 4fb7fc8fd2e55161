import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from './free-ports.ts'

export type ProductQuestion =
  | { readonly ask: 'memory' }
  /** Share of the next half second in which it had something to do. */
  | { readonly ask: 'busy' }
  /** Processor time used until now. */
  | { readonly ask: 'cpu' }
  /** New operators with the tests' password, shared out among demo companies. */
  | { readonly ask: 'operators'; readonly count: number; readonly companies: readonly string[] }
  /** Keys of the public API for new owners, shared out among demo companies. */
  | { readonly ask: 'keys'; readonly count: number; readonly companies: readonly string[] }
  /** Adds this many invoices to the history of a demo company. */
  | { readonly ask: 'history'; readonly company: string; readonly count: number }
export type ProductAnswer =
  /** Bytes: resident, and in use after garbage collection. */
  | { readonly rss: number; readonly used: number }
  | { readonly busy: number }
  /** Milliseconds: of this process, and of the PostgreSQL of its data folder. */
  | { readonly serverMs: number; readonly databaseMs: number }
  | { readonly usernames: readonly string[] }
  | { readonly keys: readonly string[] }
  | { readonly given: number }
  | { readonly error: string }

/** The whole product in a process of its own, on data of its own. */
export type Product = {
  readonly port: number
  /** Its database and its simulator; another process started on it shares both. */
  readonly dataDir: string
  readonly url: string
  ask(question: ProductQuestion): Promise<ProductAnswer>
  stop(): Promise<void>
}

const START_MS = 120_000

/**
 * The rest of the demo's own work (day reports, checks) is done when the load is this low, or after this
 * long.
 */
const CALM = 0.2
const CALM_AFTER_MS = 30_000

/** Waits until the product has no background work left. */
export async function untilCalm(product: Pick<Product, 'ask'>): Promise<void> {
  const begun = performance.now()
  while (performance.now() - begun < CALM_AFTER_MS) {
    const answer = await product.ask({ ask: 'busy' })
    if ('busy' in answer && answer.busy < CALM) return
  }
}

/**
 * Starts the product and waits until it is ready and calm. `BENCH_APP_DIR` names another build than dist/,
 * `BENCH_NODE_ARGS` what its Node.js gets (`--cpu-prof`). With `beside` it is one more process on the database of
 * another; to be stopped before that one.
 */
export async function startProduct(beside?: Pick<Product, 'dataDir'>): Promise<Product> {
  const product = await startProcess(beside?.dataDir)
  await untilCalm(product)
  return product
}

async function startProcess(shared: string | undefined): Promise<Product> {
  const dataDir = shared ?? mkdtempSync(join(tmpdir(), 'risiti-bench-'))
  const logFile = join(dataDir, shared === undefined ? 'server.log' : 'second-server.log')
  const log = createWriteStream(logFile)
  const port = await freePorts()
  const child = fork(join(import.meta.dirname, 'product.main.ts'), {
    execArgv: (process.env['BENCH_NODE_ARGS'] ?? '').split(' ').filter(Boolean),
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      BENCH_APP_DIR: process.env['BENCH_APP_DIR'],
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  const gone = once(child, 'exit')
  const late = AbortSignal.timeout(START_MS)
  await Promise.race([
    once(child, 'message', { signal: late }),
    gone.then(([code]) => {
      throw new Error(`the product ended (${String(code)}) before it was ready; see ${logFile}`)
    }),
  ])
  return {
    port,
    dataDir,
    url: `http://localhost:${port}`,
    ask: async (question) => {
      child.send(question)
      const [answer] = (await once(child, 'message')) as [ProductAnswer]
      if ('error' in answer) throw new Error(answer.error)
      return answer
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGINT')
        const killing = setTimeout(() => child.kill('SIGKILL'), 20_000)
        await gone
        clearTimeout(killing)
      }
      log.end()
      if (shared === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
