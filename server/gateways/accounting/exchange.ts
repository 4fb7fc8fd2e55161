import * as v from 'valibot'
import type { AccountingConfig, BookOutcome } from './gateway.ts'

const ANSWER_TIMEOUT_MS = 20_000
/** No answer of these services is larger for what we ask. */
const LONGEST_ANSWER = 8 * 1024 * 1024

export type BookRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData
  readonly timeoutMs?: number
}

/** An answer of the service, its body read as JSON; `undefined` where that is not possible. */
export type BookAnswer = {
  readonly status: number
  readonly body: unknown
  readonly text: string
  readonly retryAfterMs: number | null
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  if (response.body === null) return ''
  const stream: AsyncIterable<Uint8Array> = response.body
  for await (const chunk of stream) {
    length += chunk.length
    if (length > LONGEST_ANSWER) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends one request. A lost connection, a time-out and an answer that is too long are `unknown`: it may be done. */
export async function exchange(
  request: BookRequest,
  send: typeof fetch = fetch,
): Promise<BookAnswer | { readonly lost: string }> {
  try {
    const response = await send(request.url, {
      method: request.method,
      headers: request.headers,
      redirect: 'error',
      signal: AbortSignal.timeout(request.timeoutMs ?? ANSWER_TIMEOUT_MS),
      ...(request.body !== undefined && { body: request.body }),
    })
    const text = await readLimited(response)
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    return {
      status: response.status,
      body: parse(text),
      text,
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null,
    }
  } catch (error) {
    return { lost: error instanceof Error ? error.name : 'no answer' }
  }
}

const tokenSchema = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_in: v.number(),
})

const refusalSchema = v.object({ error: v.literal('invalid_grant') })

/**
 * Asks for tokens with the client's name and secret. A refused refresh token ends the connection; a client that the
 * service does not know is our own mistake, and passes once it is corrected.
 */
export async function requestTokens(
  config: Pick<AccountingConfig, 'clientId' | 'clientSecret' | 'tokenUrl' | 'fetch'>,
  form: Readonly<Record<string, string>>,
  now: number,
): Promise<BookOutcome<{ access: string; refresh: string; accessEndsAt: number }>> {
  const request = {
    ...{ method: 'POST' as const, url: config.tokenUrl, body: new URLSearchParams(form).toString() },
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: basic(config),
    },
    // Shorter than a database transaction may wait: a refresh holds the lock of its connection.
    timeoutMs: 8_000,
  }
  const answer = await exchange(request, config.fetch)
  if ('lost' in answer) return { kind: 'unknown', detail: answer.lost }
  if (answer.status === 429) return { kind: 'limited', waitMs: answer.retryAfterMs ?? 60_000 }
  if (answer.status === 400 && v.is(refusalSchema, answer.body)) return { kind: 'ended' }
  const read = v.safeParse(tokenSchema, answer.body)
  if (answer.status !== 200 || !read.success) return { kind: 'unknown', detail: `status ${answer.status}` }
  const { access_token: access, refresh_token: refresh, expires_in: seconds } = read.output
  return { kind: 'ok', value: { access, refresh, accessEndsAt: now + seconds * 1000 } }
}

/** The header that names the client. */
export function basic({
  clientId,
  clientSecret,
}: {
  readonly clientId: string
  readonly clientSecret: string
}): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
}
