import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** One request as the proxy saw it. */
export type SeenRequest = {
  readonly method: string
  readonly path: string
  readonly body: Buffer
  /** When it arrived, by the clock of the tests. */
  readonly at: number
  status: number | null
}

/** What happens to a request instead of plain passing on. */
export type Fault =
  /** The server works, the answer never arrives and the connection dies. */
  | { readonly kind: 'lose-answer' }
  /** The connection dies before anything reaches the server. */
  | { readonly kind: 'refuse' }
  /** Another answer than the server's: a captive portal, a gateway error. The server sees nothing. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers?: Record<string, string>
      readonly body: string
    }
  /** The answer is cut after so many bytes of its body. */
  | { readonly kind: 'cut-answer'; readonly afterBytes: number }
  /** The request waits until `release` resolves, then passes on. */
  | { readonly kind: 'hold'; readonly release: Promise<void> }
  /** The request reaches the server twice at the same moment; the first answer is passed back. */
  | { readonly kind: 'twice' }

type Rule = { readonly path: RegExp; readonly fault: Fault; left: number; hits: number }

/** A script for the proxy: the next `times` requests whose path matches meet the fault. */
export type FaultProxy = {
  readonly url: string
  readonly port: number
  readonly seen: readonly SeenRequest[]
  /** Adds a fault; gives a counter of how often it was met. */
  meet(path: RegExp, fault: Fault, times?: number): { readonly hits: () => number; readonly end: () => void }
  /** Nothing gets through: every connection is refused until `heal`. */
  cut(): void
  heal(): void
  stop(): Promise<void>
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

function passOn(
  target: { host: string; port: number },
  message: IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { ...message.headers, connection: 'close' }
    const upstream = request(
      { host: target.host, port: target.port, method: message.method, path: message.url, headers },
      (answer) => {
        readBody(answer).then(
          (received) =>
            resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: received }),
          reject,
        )
      },
    )
    upstream.on('error', reject)
    upstream.end(body)
  })
}

/**
 * A small proxy between the browser and the server that can be told to misbehave per path and per count. With the
 * server down behind it, connections are reset as a dead server's would be.
 */
export async function startFaultProxy(target: { host: string; port: number }, port = 0): Promise<FaultProxy> {
  const rules: Rule[] = []
  const seen: SeenRequest[] = []
  const sockets = new Set<Socket>()
  let isCut = false

  const answerAs = (response: ServerResponse, answer: Answer) => {
    const { connection: _connection, 'transfer-encoding': _encoding, ...headers } = answer.headers
    response.writeHead(answer.status, { ...headers, 'content-length': String(answer.body.length) })
    response.end(answer.body)
  }

  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(message)
    const path = message.url ?? '/'
    const entry: SeenRequest = { method: message.method ?? 'GET', path, body, at: Date.now(), status: null }
    seen.push(entry)
    const rule = rules.find((candidate) => candidate.left > 0 && candidate.path.test(path))
    if (rule) {
      rule.left -= 1
      rule.hits += 1
    }
    const fault = rule?.fault
    if (fault?.kind === 'refuse') {
      message.socket.destroy()
      return
    }
    if (fault?.kind === 'hold') await fault.release
    if (fault?.kind === 'answer') {
      entry.status = fault.status
      response.writeHead(fault.status, { 'content-type': 'text/html', ...fault.headers })
      response.end(fault.body)
      return
    }
    const second = fault?.kind === 'twice' ? passOn(target, message, body) : undefined
    const answer = await passOn(target, message, body)
    await second
    entry.status = answer.status
    if (fault?.kind === 'lose-answer') {
      message.socket.destroy()
      return
    }
    if (fault?.kind === 'cut-answer') {
      const { connection: _connection, 'transfer-encoding': _encoding, ...headers } = answer.headers
      response.writeHead(answer.status, { ...headers, 'content-length': String(answer.body.length) })
      response.write(answer.body.subarray(0, fault.afterBytes), () => message.socket.destroy())
      return
    }
    answerAs(response, answer)
  }

  const server: Server = createServer((message, response) => {
    handle(message, response).catch(() => message.socket.destroy())
  })
  server.on('connection', (socket) => {
    if (isCut) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const bound = (server.address() as AddressInfo).port

  return {
    url: `http://localhost:${bound}`,
    port: bound,
    seen,
    meet(path, fault, times = 1) {
      const rule: Rule = { path, fault, left: times, hits: 0 }
      rules.push(rule)
      return {
        hits: () => rule.hits,
        end: () => {
          rule.left = 0
        },
      }
    },
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    heal() {
      isCut = false
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
