import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'

/** One call of the server's interface as it passed. Times are of `performance.now()` of this process. */
export type SeenCall = {
  readonly at: number
  readonly path: string
  readonly wireBytes: number
  /** Length of the body without compression. */
  readonly rawBytes: number
  answeredAt: number
  status: number
}

/**
 * A proxy in front of the product: delays each request, records the calls, and serves the benches' own pages.
 */
export type Front = {
  readonly port: number
  readonly url: string
  readonly calls: readonly SeenCall[]
  forgetCalls(): void
  setDelay(ms: number): void
  stop(): Promise<void>
}

export type OwnPage = { readonly type: string; readonly text: string }

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** `pages` are addresses that the front answers itself. */
export async function startFront(
  target: { readonly port: number },
  pages: ReadonlyMap<string, OwnPage> = new Map(),
): Promise<Front> {
  const agent = new Agent({ keepAlive: true })
  const calls: SeenCall[] = []
  let delayMs = 0

  const recordCall = (message: IncomingMessage, body: Buffer): SeenCall | undefined => {
    const path = message.url ?? '/'
    if (!path.startsWith('/v1/')) return undefined
    const packed = message.headers['content-encoding'] === 'gzip'
    const rawBytes = packed ? gunzipSync(body).length : body.length
    const call = { at: performance.now(), path, wireBytes: body.length, rawBytes, answeredAt: 0, status: 0 }
    calls.push(call)
    return call
  }

  const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const page = pages.get(message.url ?? '/')
    if (page) {
      response.writeHead(200, { 'content-type': page.type, 'cache-control': 'no-store' }).end(page.text)
      return
    }
    const body = await bodyOf(message)
    const call = recordCall(message, body)
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    const { url: path, method, headers } = message
    const onward = request({ host: '127.0.0.1', port: target.port, path, method, headers, agent })
    onward.end(body)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    if (call) call.status = answer.statusCode ?? 0
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
    response.on('finish', () => {
      if (call) call.answeredAt = performance.now()
    })
  }

  const server = createServer((message, response) => {
    handle(message, response).catch(() => message.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the front has no port')
  return {
    port: address.port,
    url: `http://localhost:${address.port}`,
    calls,
    forgetCalls: () => calls.splice(0),
    setDelay: (ms) => {
      delayMs = ms
    },
    stop: async () => {
      server.closeAllConnections()
      agent.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
