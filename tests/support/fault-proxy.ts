import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { NONCE_PARAMETER } from '#contract/answer-proof.ts'
import { proveAnswer } from './prove-answer.ts'

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
  /**
   * Another answer than the server's: a captive portal, a gateway error. The server sees nothing. A JSON body
   * is treated as an answer of our server: it names its request.
   */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body: string
    }
  /** An answer made for the very request, whose unpacked body it gets. `undefined`: this request is not meant. */
  | { readonly kind: 'reply'; readonly reply: (body: string) => Reply | undefined }
  /** The answer is cut after this many bytes of its body. */
  | { readonly kind: 'cut-answer'; readonly afterBytes: number }
  /** The request reaches the server changed: as an older app would have made it, or garbled on its way. */
  | { readonly kind: 'rewrite'; readonly rewrite: (request: Rewritten) => Rewritten }
  /** The server's own answer reaches the phone changed; unpacked, so that it can be read. */
  | { readonly kind: 'alter'; readonly alter: (body: string) => string }
  /** The request waits until `release` resolves, then passes on. */
  | { readonly kind: 'hold'; readonly release: Promise<void> }
  /** The server works at once, its answer waits until `release` resolves. */
  | { readonly kind: 'hold-answer'; readonly release: Promise<void> }
  /** The connection is reset on both sides when this many bytes of the request's body have been sent. */
  | { readonly kind: 'cut-request'; readonly afterBytes: number }
  /** A proxy that knows few headers: others are removed, the body is passed on unpacked. */
  | { readonly kind: 'plain' }
  /** The request reaches the server twice at the same moment; the first answer is passed back. */
  | { readonly kind: 'twice' }
  /**
   * No fault: the answer is passed on as it comes. Otherwise this proxy keeps answers until they are
   * complete, as some do: a stream of events, which never is, then ends with the connection of the phone.
   */
  | { readonly kind: 'stream' }

/** A request as it is passed on: its unpacked body and its headers. */
export type Rewritten = { readonly headers: IncomingMessage['headers']; readonly body: string }

export type Reply = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

type Rule = { readonly path: RegExp; readonly fault: Fault; left: number; hits: number }

/** A script for the proxy: the next `times` requests whose path matches meet the fault. */
export type FaultProxy = {
  readonly url: string
  readonly port: number
  readonly seen: readonly SeenRequest[]
  /** Adds a fault; gives a counter of how often it was met. */
  inject(
    path: RegExp,
    fault: Fault,
    times?: number,
  ): { readonly hits: () => number; readonly end: () => void }
  /** Nothing gets through: every connection is refused until `heal`. */
  cut(): void
  heal(): void
  stop(): Promise<void>
}

/** The path as a script matches it: without the number that each request has of its own. */
function withoutNonce(url: string): string {
  return url.replace(new RegExp(`([?&])${NONCE_PARAMETER}=[^&]*&?`), '$1').replace(/[?&]$/, '')
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

type Answer = {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
  /** What is passed on as it comes; `body` is then empty. */
  stream?: IncomingMessage
}

/** Such an answer never ends by itself. */
function isEventStream({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('text/event-stream') ?? false
}

/** Sends the beginning of a request unchanged and then resets the connection. */
async function sendPart(
  target: { host: string; port: number },
  message: IncomingMessage,
  part: Buffer,
): Promise<void> {
  const head = Object.entries(message.headers).map(([name, value]) => `${name}: ${String(value)}`)
  const upstream = connect(target.port, target.host)
  // The other side may be gone already; that is what this is about.
  upstream.on('error', () => undefined)
  await once(upstream, 'connect')
  const text = `${message.method} ${message.url} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`
  await new Promise<void>((resolve) =>
    upstream.write(Buffer.concat([Buffer.from(text), part]), () => resolve()),
  )
  upstream.resetAndDestroy()
}

function unpack(message: IncomingMessage, body: Buffer): Buffer {
  return message.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
}

const KNOWN_TO_ALL = ['host', 'authorization', 'content-type', 'accept', 'user-agent']

/** The request as a proxy passes it on that knows only what every proxy knows. */
function asPlain(
  message: IncomingMessage,
  body: Buffer,
): { headers: IncomingMessage['headers']; body: Buffer } {
  const unpacked = unpack(message, body)
  const known = Object.entries(message.headers).filter(([name]) => KNOWN_TO_ALL.includes(name))
  const length = unpacked.length > 0 ? { 'content-length': String(unpacked.length) } : {}
  return { headers: { ...Object.fromEntries(known), ...length }, body: unpacked }
}

function rewritten(
  message: IncomingMessage,
  body: Buffer,
  rewrite: (request: Rewritten) => Rewritten,
): { headers: IncomingMessage['headers']; body: Buffer } {
  const { 'content-encoding': _packed, ...headers } = message.headers
  const changed = rewrite({ headers, body: unpack(message, body).toString() })
  const bytes = Buffer.from(changed.body)
  return { headers: { ...changed.headers, 'content-length': String(bytes.length) }, body: bytes }
}

/** `phone` is where the answer goes: a stream ends with it. */
function passOn(
  target: { host: string; port: number },
  message: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  body: Buffer,
  { phone, asItComes = false }: { readonly phone: ServerResponse; readonly asItComes?: boolean },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { ...message.headers, connection: 'close' }
    const upstream = request(
      { host: target.host, port: target.port, method: message.method, path: message.url, headers },
      (answer) => {
        const head = { status: answer.statusCode ?? 502, headers: answer.headers }
        if (isEventStream(answer)) {
          if (phone.closed) answer.destroy()
          else phone.on('close', () => answer.destroy())
        }
        if (asItComes) {
          resolve({ ...head, body: Buffer.alloc(0), stream: answer })
          return
        }
        readBody(answer).then((received) => resolve({ ...head, body: received }), reject)
      },
    )
    upstream.on('error', reject)
    upstream.end(body)
  })
}

/**
 * A small proxy between the browser and the server that injects faults per path and per count. With the
 * server down behind it, connections are reset as a dead server's would be.
 */
export async function startFaultProxy(target: { host: string; port: number }, port = 0): Promise<FaultProxy> {
  const rules: Rule[] = []
  const seen: SeenRequest[] = []
  const sockets = new Set<Socket>()
  let isCut = false

  /** The fault of a request; a `reply` fault is replaced by the answer it makes. */
  const meetOf = (path: string, text: () => string): Fault | undefined => {
    for (const rule of rules) {
      if (rule.left <= 0 || !rule.path.test(path)) continue
      const reply = rule.fault.kind === 'reply' ? rule.fault.reply(text()) : undefined
      if (rule.fault.kind === 'reply' && !reply) continue
      rule.left -= 1
      rule.hits += 1
      return reply ? { kind: 'answer', ...reply } : rule.fault
    }
    return undefined
  }

  const answerAs = (response: ServerResponse, answer: Answer) => {
    const { connection: _connection, 'transfer-encoding': _encoding, ...headers } = answer.headers
    if (answer.stream) {
      response.writeHead(answer.status, headers).flushHeaders()
      pipeline(answer.stream, response, () => undefined)
      return
    }
    response.writeHead(answer.status, { ...headers, 'content-length': String(answer.body.length) })
    response.end(answer.body)
  }

  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(message)
    const url = message.url ?? '/'
    const { method = 'GET' } = message
    const path = withoutNonce(url)
    const entry: SeenRequest = { method, path, body, at: Date.now(), status: null }
    seen.push(entry)
    const fault = meetOf(path, () => unpack(message, body).toString())
    if (fault?.kind === 'refuse') {
      message.socket.destroy()
      return
    }
    if (fault?.kind === 'cut-request') {
      await sendPart(target, message, body.subarray(0, fault.afterBytes))
      message.socket.resetAndDestroy()
      return
    }
    if (fault?.kind === 'hold') await fault.release
    if (fault?.kind === 'answer') {
      entry.status = fault.status
      response.writeHead(fault.status, { 'content-type': 'text/html', ...fault.headers })
      const asked = { method, path: url, authorization: message.headers.authorization }
      response.end(proveAnswer({ ...asked, body: unpack(message, body).toString() }, fault.body))
      return
    }
    const to = { phone: response, asItComes: fault?.kind === 'stream' }
    const second = fault?.kind === 'twice' ? passOn(target, message, body, to) : undefined
    const plain =
      fault?.kind === 'plain'
        ? asPlain(message, body)
        : fault?.kind === 'rewrite'
          ? rewritten(message, body, fault.rewrite)
          : { headers: message.headers, body }
    const alter = fault?.kind === 'alter' ? fault.alter : undefined
    const accepts = alter && { 'accept-encoding': 'identity' }
    const passed = { method: message.method, url: message.url, headers: { ...plain.headers, ...accepts } }
    const answer = await passOn(target, passed, plain.body, to)
    await second
    entry.status = answer.status
    if (fault?.kind === 'hold-answer') await fault.release
    if (fault?.kind === 'lose-answer') {
      message.socket.destroy()
      return
    }
    if (answer.stream) {
      answerAs(response, answer)
      return
    }
    if (fault?.kind === 'cut-answer') {
      const { connection: _connection, 'transfer-encoding': _encoding, ...headers } = answer.headers
      response.writeHead(answer.status, { ...headers, 'content-length': String(answer.body.length) })
      response.write(answer.body.subarray(0, fault.afterBytes), () => message.socket.destroy())
      return
    }
    const told = alter ? Buffer.from(alter(answer.body.toString())) : answer.body
    answerAs(response, { ...answer, body: told })
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
  // As long as the product keeps a connection that is not used; by itself Node.js ends it after five seconds.
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const bound = (server.address() as AddressInfo).port

  return {
    url: `http://localhost:${bound}`,
    port: bound,
    seen,
    inject(path, fault, times = 1) {
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
