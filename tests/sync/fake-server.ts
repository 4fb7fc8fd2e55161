import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { fileChunkSchema } from '#contract/files.ts'
import type { OperationResult, PushRequest } from '#contract/sync.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { isHeldWhileBlocked } from '#domain/companies/blocked-company.ts'
import type { Company } from '#domain/companies/company.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { rowsDigest, totalsDigest } from '#domain/replica/rows-digest.ts'
import { FakeCompany } from './fake-company.ts'

function untilGivenUp(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
  })
}

/** What goes wrong with one request. */
export type Fault =
  | 'none'
  | 'unreachable'
  /** Takes the request and never answers. */
  | 'silent'
  | 'answer-lost'
  | 'answer-cut'
  | 'portal'
  | 'wrong-nonce'
  | 'too-busy'
  | 'broken'
  | 'broken-after-commit'
  | 'in-progress'
  | 'results-missing'
  | 'results-doubled'
  | 'results-reversed'
  | 'results-wrong-hash'
  | 'results-without-numbers'

export const FAULTS: readonly Fault[] = [
  'none',
  'unreachable',
  'answer-lost',
  'answer-cut',
  'portal',
  'wrong-nonce',
  'too-busy',
  'broken',
  'broken-after-commit',
  'in-progress',
  'results-missing',
  'results-doubled',
  'results-reversed',
  'results-wrong-hash',
  'results-without-numbers',
]

/** Our server in memory, with a connection that can fail in every way. */
export class FakeServer extends FakeCompany {
  readonly requests: {
    path: string
    query: URLSearchParams
    at: number
    body: unknown
    authorization: string | null
  }[] = []
  readonly poison = new Set<string>()
  /** The authority blocks the company: the saving and sending of its invoices waits. */
  blocked = false
  /** Company records that the next page of the feed brings. */
  readonly companyNews: Company[] = []
  userDisabled = false
  tokenExpired = false
  refreshRefused = false
  grantAccepted = true
  maxBodyBytes = Number.POSITIVE_INFINITY
  retired = false
  retryAfterSeconds = 20
  refreshes = 0
  #faults: Fault[] = []
  #always: Fault = 'none'
  #tokens = 0
  readonly #numbered = new Map<string, string>()
  readonly #reached = new Map<string, Set<number>>()

  /** The next requests go wrong in these ways, one each. */
  willFail(...faults: Fault[]): void {
    this.#faults.push(...faults)
  }

  /** Every request fails in this way until a test changes it. */
  alwaysFail(fault: Fault): void {
    this.#always = fault
    this.#faults = []
  }

  /** For `createCaller({ fetch })`. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const raw = Buffer.from(await request.arrayBuffer())
    const bytes = request.headers.get('content-encoding') === 'gzip' ? gunzipSync(raw) : raw
    const body: unknown = bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : null
    this.requests.push({
      path: url.pathname,
      query: url.searchParams,
      at: this.now(),
      body,
      authorization: request.headers.get('authorization'),
    })
    const fault = this.#faults.shift() ?? this.#always
    if (fault === 'silent') return untilGivenUp(request.signal)
    return this.#withFault(fault, bytes.length, () => this.#answer(url, body, request.headers))
  }

  #withFault(fault: Exclude<Fault, 'silent'>, bytes: number, answer: () => Response): Response {
    switch (fault) {
      case 'unreachable':
        throw new TypeError('fetch failed')
      case 'answer-lost':
        answer()
        throw new TypeError('fetch failed')
      case 'portal':
        return new Response('<html><body>Welcome to our Wi-Fi</body></html>', {
          headers: { 'content-type': 'text/html' },
        })
      case 'too-busy':
        return this.#problem(503, 'UNAVAILABLE', { 'retry-after': String(this.retryAfterSeconds) })
      case 'broken':
        return this.#problem(500, 'UNEXPECTED')
      case 'in-progress':
        return this.#problem(409, 'UNAVAILABLE')
      case 'broken-after-commit':
        answer()
        return this.#problem(500, 'UNEXPECTED')
      case 'none':
        return bytes > this.maxBodyBytes ? this.#problem(413, 'REQUEST_TOO_LARGE') : answer()
      case 'answer-cut':
      case 'wrong-nonce':
      case 'results-missing':
      case 'results-doubled':
      case 'results-reversed':
      case 'results-wrong-hash':
      case 'results-without-numbers':
        return this.#distorted(fault, answer())
    }
  }

  #bodyOf = new WeakMap<Response, Record<string, unknown>>()

  #distorted(fault: Fault, response: Response): Response {
    const body = { ...this.#bodyOf.get(response) }
    if (fault === 'answer-cut') return new Response(JSON.stringify(body).slice(0, -5), { status: 200 })
    if (fault === 'wrong-nonce') return this.#json({ ...body, nonce: 'somebody-elses' })
    if (!Array.isArray(body['results'])) return response
    // Made by `#push` just now.
    const results = body['results'] as OperationResult[]
    switch (fault) {
      case 'results-missing':
        return this.#json({ ...body, results: results.slice(1) })
      case 'results-doubled':
        return this.#json({ ...body, results: [...results, ...results] })
      case 'results-reversed':
        return this.#json({ ...body, results: results.toReversed() })
      case 'results-wrong-hash':
        return this.#json({
          ...body,
          results: results.map((result) => ({ ...result, bodyHash: 'f'.repeat(64) })),
        })
      default:
        return this.#json({
          ...body,
          results: results.map((result) => (result.state === 'done' ? { ...result, change: null } : result)),
        })
    }
  }

  #json(body: Record<string, unknown>, status = 200, headers: Record<string, string> = {}): Response {
    const response = new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })
    this.#bodyOf.set(response, body)
    return response
  }

  #problem(status: number, code: string, headers: Record<string, string> = {}, message = code): Response {
    const body = { type: 'about:blank', title: code, status, code, message, requestId: 'r' }
    return this.#json(body, status, { 'content-type': 'application/problem+json', ...headers })
  }

  #answer(url: URL, body: unknown, headers: Headers): Response {
    const serverTime = toInstant(this.now())
    switch (url.pathname) {
      case '/v1/accounting/sync/ping':
        return this.#json({ proto: 1, nonce: url.searchParams.get('nonce'), serverTime })
      case '/api/v2/user/token/refresh':
        return this.#refresh()
      case '/v1/accounting/sync/pull':
        return this.#authorized(headers, null) ?? this.#pull(url)
      case '/v1/accounting/sync/digest':
        return this.#authorized(headers, null) ?? this.#digest(url)
      case '/v1/accounting/sync/ops': {
        const ids = (url.searchParams.get('ids') ?? '').split(',')
        const known = ids.flatMap((id) => this.ledger.get(id) ?? [])
        const unknown = ids.filter((id) => !this.ledger.has(id))
        const nonce = url.searchParams.get('nonce')
        return this.#authorized(headers, null) ?? this.#json({ proto: 1, nonce, known, unknown })
      }
      case '/v1/accounting/files/pieces':
        return this.#authorized(headers, null) ?? this.#takePiece(v.parse(fileChunkSchema, body))
      case '/v1/accounting/sync/push':
        // The body is checked by the schema in the contract's own tests.
        return this.#push(body as PushRequest, headers)
      default:
        return this.#problem(404, 'NOT_FOUND')
    }
  }

  #refresh(): Response {
    this.refreshes += 1
    if (this.refreshRefused) return this.#problem(401, 'REFRESH_REFUSED')
    this.tokenExpired = false
    this.#tokens += 1
    return this.#json({ token: `token-${this.#tokens}`, refresh_token: `refresh-${this.#tokens}` })
  }

  #authorized(headers: Headers, grant: { id: string } | null): Response | undefined {
    if (grant) {
      return this.grantAccepted ? undefined : this.#problem(401, 'GRANT_REFUSED')
    }
    if (!headers.get('authorization')) return this.#problem(401, 'TOKEN_MISSING')
    if (this.tokenExpired) return this.#problem(401, 'TOKEN_EXPIRED', {}, 'Expired JWT Token')
    if (this.userDisabled) return this.#problem(403, 'USER_DISABLED')
    return undefined
  }

  #push(request: PushRequest, headers: Headers): Response {
    if (this.retired) return this.#problem(404, 'NOT_FOUND')
    const unauthorized = this.#authorized(headers, request.grant ?? null)
    if (unauthorized) return unauthorized
    if (request.companyId !== this.companyId) return this.#problem(403, 'OPERATION_WRONG_ACCOUNT')
    if (request.ops.some((op) => this.poison.has(op.lane))) return this.#problem(500, 'UNEXPECTED')
    const held = new Set<string>()
    const results = new Map<string, OperationResult>()
    for (const op of request.ops.toSorted((a, b) => a.deviceSeq - b.deviceSeq)) {
      const behind = held.has(op.lane) || op.dependsOn.some((id) => held.has(id))
      const blocked = this.blocked && isHeldWhileBlocked(op.type)
      const { opId, bodyHash } = op
      const retry = (code: string, retryAfterMs: number) => {
        return { state: 'retry', opId, bodyHash, code, retryAfterMs } as const
      }
      const result: OperationResult = blocked
        ? retry('COMPANY_BLOCKED_BY_TRA', 300_000)
        : behind
          ? retry('OPERATION_DEPENDENCY_REFUSED', 5_000)
          : this.execute(op, request.deviceId)
      if (result.state !== 'done') {
        held.add(op.lane)
        held.add(op.opId)
      }
      results.set(op.opId, result)
    }
    return this.#json({
      proto: 1,
      nonce: request.nonce,
      serverTime: toInstant(this.now()),
      contiguousDeviceSeq: this.#contiguous(request, results),
      ...(this.#isForked(request) ? { forked: true } : {}),
      results: request.ops.map((op) => results.get(op.opId)),
    })
  }

  /** Whether a number of this epoch came with two operations, as from a phone and its copy. */
  #isForked({ epoch, ops }: PushRequest): boolean {
    return ops
      .map(({ deviceSeq, opId }) => {
        const key = `${epoch} ${deviceSeq}`
        const first = this.#numbered.get(key) ?? opId
        this.#numbered.set(key, first)
        return first !== opId
      })
      .includes(true)
  }

  #contiguous({ epoch, ops }: PushRequest, results: ReadonlyMap<string, OperationResult>): number {
    const reached = this.#reached.get(epoch) ?? new Set<number>()
    for (const { opId, deviceSeq } of ops) if (results.get(opId)?.state !== 'retry') reached.add(deviceSeq)
    this.#reached.set(epoch, reached)
    let last = 0
    while (reached.has(last + 1)) last += 1
    return last
  }

  #takePiece({ sha256, size, offset, bytes }: v.InferOutput<typeof fileChunkSchema>): Response {
    const file = this.files.get(sha256) ?? { size, bytes: Buffer.alloc(0) }
    this.files.set(sha256, file)
    if (offset === file.bytes.length) file.bytes = Buffer.concat([file.bytes, Buffer.from(bytes, 'base64')])
    const received = file.bytes.length
    return this.#json({ received, state: received === size ? 'whole' : 'more' })
  }

  #digest(url: URL): Response {
    const moved = Number(url.searchParams.get('cursor')) !== this.lastChangeId
    const months = new Map<string, Invoice[]>()
    for (const invoice of this.invoices.values()) {
      const month = fiscalDayOf(invoice.saleAt).slice(0, 7)
      months.set(month, [...(months.get(month) ?? []), invoice])
    }
    const slices = [
      { t: 'customer', month: null, ...rowsDigest(this.customers.values()) },
      { t: 'product', month: null, ...rowsDigest(this.products.values()) },
      { t: 'expense', month: null, ...rowsDigest(this.expenses.values()) },
      ...[...months].map(([month, invoices]) => ({ t: 'invoice', month, ...rowsDigest(invoices) })),
    ]
    const nonce = url.searchParams.get('nonce')
    const totals = { totals: totalsDigest(this.totals.values()) }
    return this.#json({
      proto: 1,
      nonce,
      moved,
      fromMonth: '2025-11',
      slices: moved ? [] : slices,
      collections: rowsDigest(this.collections.values()),
      ...totals,
    })
  }

  #pull(url: URL): Response {
    const only = url.searchParams.get('only')
    const newest = url.searchParams.get('order') === 'newest' && only === null ? this.lastChangeId : 0
    const [after = 0, backTo = 0] = (url.searchParams.get('cursor') ?? `${newest}-${newest}`)
      .split('-')
      .map(Number)
    const limit = Number(url.searchParams.get('limit') ?? 500)
    const found = this.feed.filter((stored) => stored.changeId > after && (only ?? stored.t) === stored.t)
    const older = this.feed.filter(({ changeId }) => changeId <= backTo).reverse()
    const isLong = found.length > limit
    const back = isLong ? [] : older.slice(0, limit - found.length)
    const page = [...found.slice(0, limit), ...back]
    const upTo = isLong ? (page.at(-1)?.changeId ?? after) : this.lastChangeId
    const from = older[back.length]?.changeId ?? 0
    const more = isLong || from > 0
    return this.#json({
      proto: 1,
      nonce: url.searchParams.get('nonce'),
      serverTime: toInstant(this.now()),
      changes: [
        ...this.companyNews.splice(0).map((row) => ({ t: 'company', id: row.id, rev: 1, op: 'put', row })),
        ...page.map((stored) => this.changeOf(stored.t, stored.id)),
      ],
      next: from > 0 ? `${upTo}-${from}` : String(upTo),
      upTo,
      ...(from > 0 && { from }),
      last: this.lastChangeId,
      more,
    })
  }
}
