import { mkdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import * as v from 'valibot'
import { listen } from '../listen.ts'
import { createFaultInjector } from './faults.ts'
import { openJournal } from './journal.ts'
import { applyEntry, emptyLedger } from './ledger.ts'
import type { LedgerEntry } from './ledger-entries.ts'
import { routeRequest } from './route-request.ts'
import type { SimulatorContext } from './simulator-context.ts'
import { answer, answerServerError, readRequest, type SimAnswer, sendAnswer } from './simulator-http.ts'
import { loadSimulatorIdentity } from './simulator-identity.ts'
import { makeVerifyPortal, VERIFY_PATH, type VerifyPortal } from './verify-portal.ts'

export type TraSimulatorOptions = {
  host: string
  /** 0 takes any free port. */
  port: number
  /** Holds keys and ledger; one simulator at a time. */
  dataDir: string
  clock: { now(): number }
  /** What links and pages show; default is where it listens. */
  publicUrl?: string
  log?: (event: object) => void
}

export type TraSimulator = {
  baseUrl: string
  verifyUrl: string
  port: number
  stop(): Promise<void>
}

const Entry = v.pipe(
  v.custom<LedgerEntry>((value) => typeof value === 'object' && value !== null && 'kind' in value),
)

/**
 * Starts the tax authority's simulator: a server of its own with a ledger of its own. It shares no code with the
 * client that talks to the authority, so that a mistake there can't be repeated here.
 */
export async function startTraSimulator(options: TraSimulatorOptions): Promise<TraSimulator> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const identity = await loadSimulatorIdentity(options.dataDir, options.clock.now())
  const ledger = emptyLedger()
  const journal = await openJournal(join(options.dataDir, 'journal.jsonl'), (entry) =>
    applyEntry(ledger, v.parse(Entry, entry)),
  )
  const server = createServer({ requestTimeout: 120_000 })
  const { port, baseUrl } = await listen(server, options.host, options.port).catch(async (error: unknown) => {
    await journal.close()
    throw error
  })
  const publicUrl = (options.publicUrl ?? baseUrl).replace(/\/+$/, '')
  const stopping = new AbortController()
  const context: SimulatorContext = {
    stopping: stopping.signal,
    ledger,
    journal,
    identity,
    publicUrl,
    faults: createFaultInjector(),
    baseClock: options.clock,
    log: options.log ?? (() => undefined),
  }
  context.faults.seed(ledger.settings.chaos)
  const portal = makeVerifyPortal(context)
  const running = new Set<Promise<void>>()
  server.on('request', (incoming, outgoing) => {
    const work = serve(context, portal, incoming, outgoing).finally(() => running.delete(work))
    running.add(work)
  })
  return {
    baseUrl,
    verifyUrl: `${publicUrl}${VERIFY_PATH}`,
    port,
    async stop() {
      stopping.abort()
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeIdleConnections()
      await Promise.all(running)
      server.closeAllConnections()
      await closed
      await journal.close()
    },
  }
}

async function serve(
  context: SimulatorContext,
  portal: VerifyPortal,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  let reply: SimAnswer
  try {
    const request = await readRequest(incoming)
    reply =
      request === null
        ? answer(413, 'text/plain; charset=utf-8', 'Message above 1 MB', { connection: 'close' })
        : await routeRequest(context, portal, request)
  } catch (error) {
    context.log({ event: 'tra-simulator.failed', error: String(error) })
    reply = answerServerError(500, 'An error has occurred.')
  }
  sendAnswer(outgoing, reply)
}
