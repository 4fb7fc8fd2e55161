import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Listening, listen } from '../listen.ts'
import { findFault, type SimulatorFault } from './faults.ts'

/** A request as the simulators look at it. */
export type SimulatorRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** The body as it came, for files. */
  readonly bytes: Buffer
}

export type SimulatorAnswer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text as it is, everything else as JSON; absent: no body. */
  readonly body?: unknown
}

const LONGEST_BODY = 4 * 1024 * 1024

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  const stream: AsyncIterable<Buffer> = request
  for await (const chunk of stream) {
    length += chunk.length
    if (length > LONGEST_BODY) throw new Error('the body is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
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

/** What a simulator does with requests. */
export type SimulatorRules = {
  readonly faults: SimulatorFault[]
  readonly handle: (request: SimulatorRequest) => Promise<SimulatorAnswer>
  /** A person changes the entry that the request is about to change; absent: entries have no versions. */
  readonly touch?: (request: SimulatorRequest) => void
}

/** Answers a request with the faults: those before the work and those that lose the answer after it (`undefined`). */
export async function answerWithFaults(
  { faults, handle, touch }: SimulatorRules,
  request: SimulatorRequest,
): Promise<SimulatorAnswer | undefined> {
  const fault = findFault(faults, request)
  if (fault?.kind === 'drop-before') return undefined
  const early = fault && earlyAnswer(fault)
  if (early) return early
  if (fault?.kind === 'stale') touch?.(request)
  const answered = await handle(request)
  if (fault?.kind === 'drop-answer') return undefined
  if (fault?.kind === 'limit-after') return { status: 429, body: '' }
  if (fault?.kind !== 'cut') return answered
  const headers = { 'content-type': 'application/json' }
  return { status: 200, headers, body: JSON.stringify(answered.body ?? {}).slice(0, 20) }
}

/** Serves a simulator on this machine. */
export async function serveSimulator(
  options: SimulatorRules & { readonly host: string; readonly port: number },
): Promise<Listening> {
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(message.url ?? '/', 'http://simulator')
    const bytes = await readBody(message)
    const request = {
      ...{ method: message.method ?? 'GET', path: url.pathname, query: url.searchParams },
      ...{ headers: message.headers, body: bytes.toString('utf8'), bytes },
    }
    const answered = await answerWithFaults(options, request)
    if (answered === undefined) response.destroy()
    else send(response, answered)
  }
  const server = createServer((message, response) => {
    answer(message, response).catch((error: unknown) => {
      if (!response.headersSent) send(response, { status: 500, body: { defect: String(error) } })
    })
  })
  return await listen(server, options.host, options.port)
}
