import { CALLS, type Calls, SERVER } from './calls.ts'

export type CallName = keyof Calls

export type RisitiOptions = {
  /** `rsk_live_…` or `rsk_test_…`. */
  readonly key: string
  /** Another server than the one this file came from. */
  readonly baseUrl?: string
  /** How often a call is made before it counts as failed; 5 when absent. */
  readonly attempts?: number
  /** Milliseconds after which an answer counts as lost; 30,000 when absent. */
  readonly timeoutMs?: number
  readonly fetch?: typeof fetch
  /** Waits between attempts; only tests replace it. */
  readonly wait?: (ms: number) => Promise<void>
}

export type CallOptions = {
  /** The key of this piece of work, when your program has kept one; otherwise one is made. */
  readonly idempotencyKey?: string
}

/** A call that was refused, or that got no answer (`status` 0, `code` `NO_ANSWER`). */
export class RisitiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: readonly { readonly path: string; readonly code: string }[]
  readonly data: Readonly<Record<string, unknown>>
  readonly requestId: string
  /** Give it to the next try of the same work: it is done once, however often it is sent. */
  readonly idempotencyKey: string | undefined

  constructor(status: number, problem: Readonly<Record<string, unknown>>, idempotencyKey?: string) {
    const code = typeof problem['code'] === 'string' ? problem['code'] : 'NO_ANSWER'
    super(typeof problem['message'] === 'string' ? problem['message'] : code)
    this.name = 'RisitiError'
    this.status = status
    this.code = code
    this.fields = Array.isArray(problem['fields']) ? problem['fields'] : []
    this.data = isRecord(problem['data']) ? problem['data'] : {}
    this.requestId = typeof problem['requestId'] === 'string' ? problem['requestId'] : ''
    this.idempotencyKey = idempotencyKey
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The most that is waited between two attempts. */
const MAX_WAIT_MS = 30_000
/** Answers after which the same request, under the same key, may be done later. */
const PASSING = [0, 429, 500, 502, 503, 504]

type Listed<Name extends CallName> = Calls[Name]['answer'] extends {
  readonly data: readonly (infer Item)[]
  readonly next: string | null
}
  ? Item
  : never

/** Calls the API: `await risiti.call('invoices.get', { id })`. */
export class RisitiClient {
  readonly #options: RisitiOptions

  constructor(options: RisitiOptions) {
    this.#options = options
  }

  /**
   * Makes one call and gives its answer. The idempotency key is made before the first attempt and sent with each one, so
   * that work whose answer got lost is done once. Throws a `RisitiError`.
   */
  async call<Name extends CallName>(
    name: Name,
    input: Calls[Name]['input'],
    { idempotencyKey }: CallOptions = {},
  ): Promise<Calls[Name]['answer']> {
    const { attempts = 5, wait = pause } = this.#options
    const isWrite = CALLS[name].method === 'POST'
    const key = isWrite ? (idempotencyKey ?? crypto.randomUUID()) : undefined
    const request = this.#requestOf(name, isRecord(input) ? input : {}, key)
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#send(request)
      if (answer.status >= 200 && answer.status < 300) return answer.content as Calls[Name]['answer']
      const waitMs = answer.retryAfterMs ?? Math.min(1_000 * 2 ** (attempt - 1), MAX_WAIT_MS)
      if (attempt >= attempts || !PASSING.includes(answer.status) || waitMs > MAX_WAIT_MS) {
        throw new RisitiError(answer.status, isRecord(answer.content) ? answer.content : {}, key)
      }
      await wait(waitMs * (0.75 + Math.random() / 2))
    }
  }

  /** Every record of a list, page after page. */
  async *each<Name extends CallName>(
    name: Name,
    input: Calls[Name]['input'],
  ): AsyncGenerator<Listed<Name>, void> {
    let after: string | undefined
    do {
      const page: unknown = await this.call(name, { ...input, ...(after !== undefined && { after }) })
      const { data, next } = page as { readonly data: readonly Listed<Name>[]; readonly next: string | null }
      yield* data
      after = next ?? undefined
    } while (after !== undefined)
  }

  #requestOf(
    name: CallName,
    input: Readonly<Record<string, unknown>>,
    idempotencyKey: string | undefined,
  ): { readonly url: string; readonly init: RequestInit } {
    const { key, baseUrl = SERVER } = this.#options
    const { method, path } = CALLS[name]
    const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
    const filled = path.replaceAll(/:(\w+)/g, (_, part: string) => {
      const value = String(rest.get(part))
      rest.delete(part)
      return encodeURIComponent(value)
    })
    const headers: Record<string, string> = { authorization: `Bearer ${key}` }
    if (idempotencyKey === undefined) {
      const query = new URLSearchParams()
      for (const [field, value] of rest) query.set(field, String(value))
      const text = query.toString()
      return { url: `${baseUrl}${filled}${text === '' ? '' : `?${text}`}`, init: { method, headers } }
    }
    headers['content-type'] = 'application/json'
    headers['idempotency-key'] = idempotencyKey
    const body = JSON.stringify(Object.fromEntries(rest))
    return { url: `${baseUrl}${filled}`, init: { method, headers, body } }
  }

  async #send({ url, init }: { readonly url: string; readonly init: RequestInit }): Promise<{
    readonly status: number
    readonly content: unknown
    readonly retryAfterMs?: number
  }> {
    const { fetch: send = fetch, timeoutMs = 30_000 } = this.#options
    try {
      const response = await send(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
      const isJson = response.headers.get('content-type')?.includes('json') === true
      const content: unknown = isJson ? await response.json() : await response.arrayBuffer()
      const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
      return {
        ...{ status: response.status, content },
        ...(retryAfter >= 0 && { retryAfterMs: retryAfter * 1_000 }),
      }
    } catch (error) {
      return { status: 0, content: { message: `No answer: ${String(error)}` } }
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** What a webhook says; ask for the invoice by its id for the rest. Of two messages the one with the greater `rev` is newer. */
export type WebhookMessage = {
  readonly type:
    | `invoice.${'submitted' | 'issued' | 'attention' | 'canceled'}`
    | 'credit_note.created'
    | 'z_report.acknowledged'
    | `company.${'blocked' | 'unblocked'}`
    | 'key.expiring'
    | 'webhook.test'
  readonly timestamp: string
  /** Empty in a test. */
  readonly data: {
    readonly invoiceId?: string
    /** The reference that your program gave the invoice; null for one that was made elsewhere. */
    readonly externalReference?: string | null
    readonly status?: string
    readonly rev?: number
    readonly reference?: string
    readonly rctvnum?: string | null
    /** Of the report of a day, then of a block by TRA, then of a key that ends. */
    readonly day?: string
    readonly znumber?: string
    readonly acknowledgedAt?: string
    readonly companyId?: string
    readonly reason?: string
    readonly fiscalState?: string
    readonly keyId?: string
    readonly name?: string
    readonly hint?: string
    readonly expiresAt?: string
  }
}

/** A message that must not be believed. */
export class WebhookError extends Error {}

type HeadersOfMessage = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

function headerOf(headers: HeadersOfMessage, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const value = headers[name]
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}

/** Receivers refuse what is older, or further ahead, than this. */
const TOLERANCE_SECONDS = 300

/**
 * Checks a message as Standard Webhooks 1.0 says and gives its content. `body` is the text as it arrived, not parsed and
 * written again. Remember `webhook-id`: it is the same when a message is sent again. Throws a `WebhookError`.
 */
export async function verifyWebhook(
  secret: string,
  headers: HeadersOfMessage,
  body: string,
  nowMs: number = Date.now(),
): Promise<WebhookMessage> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  if (id === '' || !/^\d+$/.test(timestamp)) throw new WebhookError('Headers are missing')
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    throw new WebhookError('The message is too old or from the future')
  }
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures) {
    const [version, encoded = ''] = signature.split(',')
    if (version !== 'v1') continue
    // Compares in constant time.
    if (await crypto.subtle.verify('HMAC', key, bytesOf(encoded), signed)) {
      return JSON.parse(body) as WebhookMessage
    }
  }
  throw new WebhookError('No signature fits')
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  } catch {
    throw new WebhookError('A secret or signature is not base64')
  }
}
