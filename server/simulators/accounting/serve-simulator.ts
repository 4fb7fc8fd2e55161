import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { findFault, type SimulatorFault } from './faults.ts'

/** A request as the simulators look at it. */
export type SimulatorRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type SimulatorAnswer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text as it is, everything else as JSON; absent: no body. */
  readonly body?: unknown
}

export type RunningAccountingSimulator = {
  readonly baseUrl: string
  readonly stop: () => Promise<void>
}

const LONGEST_BODY = 4 * 1024 * 1024

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  const stream: AsyncIterable<Buffer> = request
  for await (const chunk of stream) {
    length += chunk.length
    if (length > LONGEST_BODY) throw new Error('the body is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, { status, headers, body }: SimulatorAnswer): void {
  const isText = typeof body === 'string'
  response.writeHead(status, {
    'content-type': isText ? 'text/html; charset=utf-8' : 'application/json',
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(body === undefined ? undefined : isText ? body : JSON.stringify(body))
}

function earlyAnswer(fault: SimulatorFault): SimulatorAnswer | undefined {
  if (fault.kind === 'html') return { status: 503, body: '<html><body>Be right back</body></html>' }
  if (fault.kind === 'limit')
    return {
      status: 429,
      headers: { 'retry-after': String(fault.seconds ?? 1), 'x-rate-limit-problem': 'minute' },
      body: '',
    }
  return undefined
}

/**
 * Serves a simulator on this machine. Faults are applied here: those before the work and those that lose the answer
 * after it.
 */
export async function serveSimulator(options: {
  readonly host: string
  readonly port: number
  readonly faults: SimulatorFault[]
  readonly handle: (request: SimulatorRequest) => SimulatorAnswer
}): Promise<RunningAccountingSimulator> {
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(message.url ?? '/', 'http://simulator')
    const request = {
      ...{ method: message.method ?? 'GET', path: url.pathname, query: url.searchParams },
      ...{ headers: message.headers, body: await readBody(message) },
    }
    const fault = findFault(options.faults, request)
    if (fault?.kind === 'drop-before') {
      response.destroy()
      return
    }
    const early = fault && earlyAnswer(fault)
    if (early) {
      send(response, early)
      return
    }
    const answered = options.handle(request)
    if (fault?.kind === 'drop-answer') response.destroy()
    else if (fault?.kind === 'limit-after') send(response, { status: 429, body: '' })
    else if (fault?.kind === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answered.body ?? {}).slice(0, 20))
    } else send(response, answered)
  }
  const server = createServer((message, response) => {
    answer(message, response).catch((error: unknown) => {
      if (!response.headersSent) send(response, { status: 500, body: { defect: String(error) } })
    })
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(options.port, options.host, () => done())
  })
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    baseUrl: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    stop: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeAllConnections()
      await closed
    },
  }
}
