import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { Change, OperationResult, PushedOperation, PushRequest } from '#contract/sync.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Customer } from '#domain/customers/customer.ts'
import type { Invoice, InvoiceContent } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { transition } from '#domain/invoices/transition.ts'
import type { Product } from '#domain/products/product.ts'

/** What goes wrong with one request. */
export type Fault =
  | 'none'
  | 'unreachable'
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

type Stored = { readonly t: Change['t']; readonly id: string; changeId: number }

type Write = { invoiceId: string; baseRev: number; saleAt: string; content: InvoiceContent }

class No extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Our server in memory: the ledger of operations, numbering, aliases and the change feed of one company. */
export class FakeServer {
  readonly ledger = new Map<string, OperationResult>()
  readonly hashes = new Map<string, string>()
  readonly executions: { opId: string; lane: string; deviceId: string; deviceSeq: number; type: string }[] =
    []
  readonly invoices = new Map<string, Invoice & { writer: string; othersRev: number }>()
  readonly customers = new Map<string, Customer>()
  readonly products = new Map<string, Product>()
  readonly aliases = new Map<string, string>()
  readonly feed: Stored[] = []
  readonly requests: { path: string; at: number; body: unknown; authorization: string | null }[] = []
  readonly poison = new Set<string>()
  readonly companyId: string
  blocked = false
  userDisabled = false
  tokenExpired = false
  refreshRefused = false
  grantAccepted = true
  maxBodyBytes = Number.POSITIVE_INFINITY
  retired = false
  retryAfterSeconds = 20
  refreshes = 0
  #changeId = 0
  #gc = 0
  #now: () => number
  #faults: Fault[] = []
  #always: Fault = 'none'
  #tokens = 0

  constructor(companyId: string, now: () => number) {
    this.companyId = companyId
    this.#now = now
  }

  /** The next requests go wrong in these ways, one each. */
  willFail(...faults: Fault[]): void {
    this.#faults.push(...faults)
  }

  /** Every request goes wrong in this way until told otherwise. */
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
      at: this.#now(),
      body,
      authorization: request.headers.get('authorization'),
    })
    const fault = this.#faults.shift() ?? this.#always
    return this.#withFault(fault, bytes.length, () => this.#answer(url, body, request.headers))
  }

  #withFault(fault: Fault, bytes: number, answer: () => Response): Response {
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
    const results = body['results']
    if (!Array.isArray(results)) return response
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
          results: results.map((result: OperationResult) => ({ ...result, bodyHash: 'f'.repeat(64) })),
        })
      default:
        return this.#json({
          ...body,
          results: results.map((result: OperationResult) =>
            result.state === 'done' ? { ...result, change: null } : result,
          ),
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
    const serverTime = toInstant(this.#now())
    switch (url.pathname) {
      case '/v1/accounting/sync/ping':
        return this.#json({ proto: 1, nonce: url.searchParams.get('nonce'), serverTime })
      case '/api/v2/user/token/refresh':
        return this.#refresh()
      case '/v1/accounting/sync/pull':
        return this.#authorized(headers, null) ?? this.#pull(url)
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
    if (this.blocked) return this.#problem(403, 'COMPANY_BLOCKED_BY_TRA')
    if (request.ops.some((op) => this.poison.has(op.lane))) return this.#problem(500, 'UNEXPECTED')
    const held = new Set<string>()
    const results = new Map<string, OperationResult>()
    for (const op of request.ops.toSorted((a, b) => a.deviceSeq - b.deviceSeq)) {
      const behind = held.has(op.lane) || op.dependsOn.some((id) => held.has(id))
      const result: OperationResult = behind
        ? {
            state: 'retry',
            opId: op.opId,
            bodyHash: op.bodyHash,
            code: 'OPERATION_DEPENDENCY_REFUSED',
            retryAfterMs: 5_000,
          }
        : this.#execute(op, request.deviceId)
      if (result.state !== 'done') {
        held.add(op.lane)
        held.add(op.opId)
      }
      results.set(op.opId, result)
    }
    return this.#json({
      proto: 1,
      nonce: request.nonce,
      serverTime: toInstant(this.#now()),
      contiguousDeviceSeq: 0,
      results: request.ops.map((op) => results.get(op.opId)),
    })
  }

  #execute(op: PushedOperation, deviceId: string): OperationResult {
    const known = this.ledger.get(op.opId)
    if (known) {
      if (this.hashes.get(op.opId) === op.bodyHash) return known
      return { state: 'refused', opId: op.opId, bodyHash: op.bodyHash, code: 'OPERATION_REUSED' }
    }
    const hash = createHash('sha256').update(op.body, 'utf8').digest('hex')
    if (hash !== op.bodyHash) {
      return { state: 'refused', opId: op.opId, bodyHash: op.bodyHash, code: 'OPERATION_INVALID' }
    }
    const result = this.#run(op, deviceId)
    this.ledger.set(op.opId, result)
    this.hashes.set(op.opId, op.bodyHash)
    this.executions.push({ opId: op.opId, lane: op.lane, deviceId, deviceSeq: op.deviceSeq, type: op.type })
    return result
  }

  #run(op: PushedOperation, deviceId: string): OperationResult {
    try {
      const { change, alias } = this.#verb(op, deviceId)
      const changeId = this.record(change.t, change.id)
      return {
        state: 'done',
        opId: op.opId,
        bodyHash: op.bodyHash,
        changeId,
        change,
        ...(alias ? { alias } : {}),
      }
    } catch (error) {
      if (!(error instanceof No)) throw error
      return { state: 'refused', opId: op.opId, bodyHash: op.bodyHash, code: error.code }
    }
  }

  #verb(op: PushedOperation, deviceId: string): { change: Change; alias?: { from: string; to: string } } {
    // Bodies were made by the code under test and are of the contract's shape.
    const body = JSON.parse(op.body)
    switch (op.type) {
      case 'customer.save': {
        const fields = body.fields as Omit<Customer, 'id' | 'companyId' | 'rev'>
        if (fields.name.startsWith('REFUSE')) throw new No('CUSTOMER_NAME_REQUIRED')
        const twin = [...this.customers.values()].find(
          (other) =>
            other.id !== body.customerId &&
            fields.identificationNumber !== '' &&
            other.identificationNumber === fields.identificationNumber,
        )
        if (twin) {
          this.aliases.set(body.customerId, twin.id)
          return {
            change: { t: 'customer', id: twin.id, rev: twin.rev, op: 'put', row: twin },
            alias: { from: body.customerId, to: twin.id },
          }
        }
        const id = this.aliases.get(body.customerId) ?? body.customerId
        const rev = (this.customers.get(id)?.rev ?? 0) + 1
        const customer: Customer = { ...fields, id, companyId: this.companyId, rev }
        this.customers.set(id, customer)
        return { change: this.#customerChange(customer) }
      }
      case 'product.save': {
        const rev = (this.products.get(body.productId)?.rev ?? 0) + 1
        const product: Product = { ...body.fields, id: body.productId, companyId: this.companyId, rev }
        this.products.set(product.id, product)
        return { change: { t: 'product', id: product.id, rev, op: 'put', row: product } }
      }
      case 'invoice.save':
      case 'invoice.submit':
        return { change: this.#write(op.type, body, deviceId) }
      case 'invoice.cancel': {
        const invoice = this.invoices.get(body.invoiceId)
        if (!invoice) throw new No('INVOICE_NOT_FOUND')
        const moved = transition(invoice, {
          kind: 'canceled',
          at: toInstant(this.#now()),
          by: 'x',
          reason: body.reason,
        })
        if (moved.kind === 'refused') throw new No(moved.code)
        const { writer, othersRev } = invoice
        this.invoices.set(invoice.id, { ...moved.invoice, rev: invoice.rev + 1, writer, othersRev })
        return { change: this.changeOf('invoice', invoice.id) }
      }
      default:
        throw new No('OPERATION_UNKNOWN')
    }
  }

  #customerChange(customer: Customer): Change {
    return { t: 'customer', id: customer.id, rev: customer.rev, op: 'put', row: customer }
  }

  #write(type: string, body: Write, deviceId: string): Change {
    const stored = this.invoices.get(body.invoiceId)
    const submits = type === 'invoice.submit'
    if (stored?.receipt && submits) return this.changeOf('invoice', stored.id)
    if (stored && stored.status !== 'draft') throw new No('INVOICE_NOT_DRAFT')
    const seen = stored?.writer === deviceId ? stored.othersRev : (stored?.rev ?? 0)
    if (stored && body.baseRev < seen) throw new No('INVOICE_CHANGED_ELSEWHERE')
    const alias = body.content.customer.customerId
    const customerId = alias === null ? null : (this.aliases.get(alias) ?? alias)
    if (submits) {
      for (const line of body.content.lines) {
        if (line.productId !== null && !this.products.has(line.productId)) {
          throw new No('INVOICE_PRODUCT_UNKNOWN')
        }
      }
      if (customerId !== null && !this.customers.has(customerId)) throw new No('INVOICE_CUSTOMER_UNKNOWN')
    }
    const content = { ...body.content, customer: { ...body.content.customer, customerId } }
    const at = toInstant(this.#now())
    if (submits) this.#gc += 1
    const invoice = {
      ...content,
      id: body.invoiceId,
      companyId: this.companyId,
      status: submits ? 'submitted' : 'draft',
      rev: (stored?.rev ?? 0) + 1,
      saleAt: body.saleAt,
      operatorId: '00000000-0000-7000-8000-000000000001',
      operatorName: 'x',
      origin: 'app',
      accountingNumber: '',
      vatRegistered: true,
      totals: invoiceTotals(content, true),
      receipt: submits
        ? {
            gc: this.#gc,
            dc: this.#gc,
            znum: '20261121',
            rctvnum: `ABC1234${this.#gc}`,
            issuedDay: at.slice(0, 10),
            issuedTime: '10:00:00',
            issuedAt: at,
            verifyUrl: 'https://verify.example/x',
            delivery: 'numbered',
            ackCode: null,
            ackMessage: null,
            acknowledgedAt: null,
            verifiedAt: null,
            simulated: true,
            serial: 's',
            uin: 'u',
            taxOffice: 't',
          }
        : null,
      cancellation: null,
      writer: deviceId,
      othersRev: stored ? (stored.writer === deviceId ? stored.othersRev : stored.rev) : 0,
    } as unknown as Invoice & { writer: string; othersRev: number }
    this.invoices.set(invoice.id, invoice)
    return this.changeOf('invoice', invoice.id)
  }

  /** A record as it stands, as the feed carries it. */
  changeOf(t: Change['t'], id: string): Change {
    if (t === 'invoice') {
      const stored = this.invoices.get(id)
      if (!stored) throw new Error(`no invoice ${id}`)
      const { writer: _, othersRev: __, ...invoice } = stored
      return { t, id, rev: invoice.rev, op: 'put', row: invoice } as unknown as Change
    }
    const row = t === 'customer' ? this.customers.get(id) : this.products.get(id)
    if (!row) throw new Error(`no ${t} ${id}`)
    return { t, id, rev: row.rev, op: 'put', row } as unknown as Change
  }

  /** Puts a record at the end of the change feed; gives its number. */
  record(t: Change['t'], id: string): number {
    const known = this.feed.findIndex((stored) => stored.t === t && stored.id === id)
    if (known !== -1) this.feed.splice(known, 1)
    this.#changeId += 1
    this.feed.push({ t, id, changeId: this.#changeId })
    return this.#changeId
  }

  /** The authority acknowledged an invoice. */
  issue(id: string): void {
    const invoice = this.invoices.get(id)
    if (!invoice) throw new Error(`no invoice ${id}`)
    const moved = transition(invoice, { kind: 'acknowledged', at: toInstant(this.#now()) })
    if (moved.kind === 'refused') throw new Error(moved.code)
    const { writer, othersRev } = invoice
    this.invoices.set(id, { ...moved.invoice, rev: invoice.rev + 1, writer, othersRev })
    this.record('invoice', id)
  }

  #pull(url: URL): Response {
    const after = Number(url.searchParams.get('cursor') ?? 0)
    const limit = Number(url.searchParams.get('limit') ?? 500)
    const found = this.feed.filter((stored) => stored.changeId > after)
    const page = found.slice(0, limit)
    const more = found.length > page.length
    const upTo = more ? (page.at(-1)?.changeId ?? after) : this.#changeId
    return this.#json({
      proto: 1,
      nonce: url.searchParams.get('nonce'),
      serverTime: toInstant(this.#now()),
      changes: page.map((stored) => this.changeOf(stored.t, stored.id)),
      next: String(upTo),
      upTo,
      more,
    })
  }
}
