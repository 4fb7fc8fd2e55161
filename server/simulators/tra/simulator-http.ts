import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** A request after its body was read. `path` is as sent, without the query. */
export type SimRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  caller: string
}

/** What goes back; `drop` closes the connection without a byte of answer. */
export type SimAnswer =
  | { drop: false; status: number; headers: Record<string, string>; body: string }
  | { drop: true }

export const DROPPED: SimAnswer = { drop: true }

const BODY_LIMIT = 1024 * 1024

export function answer(status: number, type: string, body: string, headers: Record<string, string> = {}) {
  return { drop: false as const, status, headers: { 'content-type': type, ...headers }, body }
}

export function answerJson(status: number, value: unknown): SimAnswer {
  return answer(status, 'application/json', JSON.stringify(value))
}

/** The form in which an ASP.NET server reports a failure. */
export function answerServerError(status: number, message: string): SimAnswer {
  return answer(status, 'application/xml', `<Error><Message>${message}</Message></Error>`)
}

export function answerRedirect(location: string): SimAnswer {
  return answer(303, 'text/plain; charset=utf-8', '', { location })
}

/** One header as text; Node joins repeated ones. */
export function headerOf(request: SimRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Reads request and body, or null when the body is above the limit of 1 MB. */
export async function readRequest(incoming: IncomingMessage): Promise<SimRequest | null> {
  if (Number(incoming.headers['content-length'] ?? 0) > BODY_LIMIT) return null
  const chunks: Buffer[] = []
  let length = 0
  const stream: AsyncIterable<Buffer> = incoming
  for await (const bytes of stream) {
    length += bytes.length
    if (length > BODY_LIMIT) return null
    chunks.push(bytes)
  }
  const [path = '/', query = ''] = (incoming.url ?? '/').split(/\?(.*)/s)
  return {
    method: incoming.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    headers: incoming.headers,
    body: Buffer.concat(chunks),
    caller: incoming.socket.remoteAddress ?? '',
  }
}

export function sendAnswer(outgoing: ServerResponse, reply: SimAnswer): void {
  if (reply.drop) {
    outgoing.socket?.destroy()
    return
  }
  outgoing.writeHead(reply.status, {
    ...reply.headers,
    'content-length': Buffer.byteLength(reply.body),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  outgoing.end(reply.body)
}
