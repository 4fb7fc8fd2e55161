/** Longest answer we read, after decompression. */
export const MAX_ANSWER_BYTES = 1024 * 1024
/** Longest wait an answer may ask of us. */
const MAX_RETRY_AFTER_MS = 60 * 60 * 1000

export type ExchangeRequest = {
  url: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string
  timeoutMs: number
}

/** The answer to a request. `lost`: it is unknown whether the request arrived. `invalid`: it was never sent. */
export type Exchange =
  | { kind: 'answered'; status: number; headers: Headers; text: string }
  | { kind: 'lost'; reason: 'timeout' | 'network' | 'unreadable'; message: string; status: number | null }
  | { kind: 'invalid'; message: string }

/**
 * One request and its whole answer, within one time limit for both. Redirects are not followed. Node's
 * `fetch` speaks HTTP/1.1 only and verifies the TLS certificate by default.
 */
export async function exchange(fetchAnswer: typeof fetch, request: ExchangeRequest): Promise<Exchange> {
  let prepared: Request
  try {
    prepared = new Request(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'manual',
    })
  } catch {
    // The reason is not repeated: it may quote a header, and a header may hold the token.
    return { kind: 'invalid', message: 'the address or a header of the request is not valid' }
  }
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), request.timeoutMs)
  let status: number | null = null
  try {
    const response = await fetchAnswer(prepared, { signal: abort.signal })
    status = response.status
    const bytes = await readCapped(response)
    if (bytes === 'too long') {
      abort.abort()
      return {
        kind: 'lost',
        reason: 'unreadable',
        message: `the answer is longer than ${MAX_ANSWER_BYTES} bytes`,
        status,
      }
    }
    return { kind: 'answered', status, headers: response.headers, text: new TextDecoder().decode(bytes) }
  } catch (error) {
    if (abort.signal.aborted) {
      return { kind: 'lost', reason: 'timeout', message: `no answer within ${request.timeoutMs} ms`, status }
    }
    return { kind: 'lost', reason: 'network', message: networkMessage(error), status }
  } finally {
    clearTimeout(timer)
  }
}

/** `Retry-After` in milliseconds from now (seconds or a date), at most an hour; `undefined` when absent or unreadable. */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs
  if (value === '' || Number.isNaN(wait)) return undefined
  return Math.min(Math.max(wait, 0), MAX_RETRY_AFTER_MS)
}

async function readCapped(response: Response): Promise<Uint8Array | 'too long'> {
  const reader = response.body?.getReader()
  if (!reader) return new Uint8Array()
  const parts: Uint8Array[] = []
  let length = 0
  for (;;) {
    const chunk = await reader.read()
    if (chunk.done) return Buffer.concat(parts)
    const part: unknown = chunk.value
    if (!(part instanceof Uint8Array)) continue
    length += part.byteLength
    if (length > MAX_ANSWER_BYTES) return 'too long'
    parts.push(part)
  }
}

/** The system's own code where there is one (`ECONNREFUSED`), else the message of the innermost error. */
function networkMessage(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'the connection failed'
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
  return code === undefined || cause.message.includes(code) ? cause.message : `${code}: ${cause.message}`
}
