import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import * as v from 'valibot'
import type { EndpointInput, EndpointName } from '#contract/endpoints.ts'
import type { OperationType } from '#contract/operations.ts'
import type { OperationResult, PullAnswer, PushAnswer, PushedOperation } from '#contract/sync.ts'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice, InvoiceContent } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { newDraft } from '#domain/invoices/new-draft.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { createTraGateway } from '#server/gateways/tra/live.ts'
import { createDeliveryDeps, type DeliveryDeps } from '#server/services/fiscal/delivery-deps.ts'
import { type IdentityRequest, registerIdentity } from '#server/services/fiscal/register-identity.ts'
import { startTraSimulator, type TraSimulator } from '#server/simulators/tra/start-tra-simulator.ts'
import type { FiscalIdentity } from '#server/storage/fiscal/identities.ts'
import {
  type Answer,
  logInTestUser,
  startTestServer,
  type TestClock,
  type TestServer,
  testClock,
} from './start-test-server.ts'
import { createCompany, createOperator } from './tenants.ts'

/**
 * The HTTP server, a simulator of the authority and its gateway, on one clock. Jobs run only when a test runs
 * them.
 */
export type TestBackend = {
  readonly server: TestServer
  readonly simulator: TraSimulator
  readonly clock: TestClock
  readonly delivery: DeliveryDeps
  /** Steers the simulator: `steer('POST', 'faults', { kind: 'drop-answer', times: 1 })`. */
  controlSimulator(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown>
  close(): Promise<void>
}

/** `overrides` changes how the server starts, for example where its log goes. */
export async function startTestBackend(
  clock: TestClock = testClock(),
  overrides: Omit<NonNullable<Parameters<typeof startTestServer>[0]>, 'clock' | 'background'> = {},
): Promise<TestBackend> {
  const server = await startTestServer({ ...overrides, clock })
  const dataDir = mkdtempSync(join(tmpdir(), 'risiti-sim-'))
  const simulator = await startTraSimulator({ host: '127.0.0.1', port: 0, dataDir, clock })
  const tra = createTraGateway({
    clock,
    // Far longer than a busy machine needs: on a clock that does not move, a resend after a timeout is never
    // due.
    timeouts: { documentMs: 20_000, tokenMs: 20_000, verifyMs: 20_000 },
    log: (entry) => server.services.log({ event: 'tra', ...entry }),
  })
  const endpoint = {
    baseUrl: simulator.baseUrl,
    verifyUrl: simulator.verifyUrl,
    environment: 'simulator' as const,
  }
  return {
    server,
    simulator,
    clock,
    delivery: createDeliveryDeps(server.services, tra, endpoint),
    async controlSimulator(method, path, body) {
      const response = await fetch(`${simulator.baseUrl}/sim/${path}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      const answer: unknown = await response.json()
      return answer
    },
    async close() {
      await simulator.stop()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

let devices = 0

/** Gets a device from the simulator and registers a company with it. */
export async function registerAtSimulator(
  backend: TestBackend,
  company: { readonly id: string; readonly tin: string; readonly name: string; readonly vrn: string },
  overrides: Partial<IdentityRequest> = {},
): Promise<FiscalIdentity> {
  devices += 1
  const certkey = `99TZ${String(devices).padStart(6, '0')}`
  const made = (await backend.controlSimulator('POST', 'devices', {
    tin: company.tin,
    certkey,
    name: company.name,
    street: 'Mtaa wa Sokoni',
    mobile: '255700000111',
    city: 'Dar es Salaam',
    vrn: company.vrn,
  })) as { pfxBase64: string; pfxPassword: string }
  const registered = await registerIdentity(
    backend.server.services,
    backend.delivery.tra,
    backend.delivery.endpoint,
    {
      companyId: company.id,
      tin: company.tin,
      certKey: certkey,
      pfx: Buffer.from(made.pfxBase64, 'base64'),
      pfxPassword: made.pfxPassword,
      ...overrides,
    },
  )
  if (registered.kind === 'refused') throw new Error(`${registered.code} ${registered.message}`)
  return registered.identity
}

/** Where a phone calls: a server, or several behind one address. */
export type ApiClient = Pick<TestServer, 'call'>

/** One phone of one person: it numbers its operations and knows how to write them. */
export class Phone {
  /** The one it signed in on: the server takes work of no other under its token. */
  readonly deviceId: string
  readonly epoch = randomUUID()
  readonly server: ApiClient
  readonly companyId: string
  readonly userId: string
  readonly #signIn: () => Promise<string>
  #token: string
  #seq = 0

  constructor(
    server: ApiClient,
    companyId: string,
    userId: string,
    token: string,
    signIn: () => Promise<string> = async () => token,
  ) {
    this.server = server
    this.companyId = companyId
    this.userId = userId
    this.deviceId = v.parse(v.string(), decodeJwt(token)['device'])
    this.#token = token
    this.#signIn = signIn
  }

  get token(): string {
    return this.#token
  }

  /** Calls an endpoint; signs in again when the clock of the test has run past the token. */
  async call<Name extends EndpointName>(name: Name, input: EndpointInput<Name>): Promise<Answer> {
    const answer = await this.server.call(name, input, this.#token)
    if (answer.status !== 401) return answer
    this.#token = await this.#signIn()
    return await this.server.call(name, input, this.#token)
  }

  operation(type: OperationType, body: object, overrides: Partial<PushedOperation> = {}): PushedOperation {
    this.#seq += 1
    const text = overrides.body ?? JSON.stringify(body)
    return {
      opId: randomUUID(),
      deviceSeq: this.#seq,
      type,
      v: 1,
      lane: `op:${this.#seq}`,
      dependsOn: [],
      bodyHash: createHash('sha256').update(text, 'utf8').digest('hex'),
      body: text,
      ...overrides,
    }
  }

  async pushRaw(ops: PushedOperation[], overrides: object = {}): Promise<Answer> {
    return await this.call('sync.push', {
      proto: 1,
      nonce: randomUUID(),
      companyId: this.companyId,
      userId: this.userId,
      deviceId: this.deviceId,
      epoch: this.epoch,
      ops,
      ...overrides,
    })
  }

  async push(...ops: PushedOperation[]): Promise<OperationResult[]> {
    const { status, body } = await this.pushRaw(ops)
    if (status !== 200) throw new Error(`push: ${status} ${JSON.stringify(body)}`)
    return (body as PushAnswer).results as OperationResult[]
  }

  async pushOne(
    type: OperationType,
    body: object,
    overrides: Partial<PushedOperation> = {},
  ): Promise<OperationResult> {
    const [result] = await this.push(this.operation(type, body, overrides))
    if (result === undefined) throw new Error('the push has no result')
    return result
  }

  async pull(cursor?: string, limit?: number, order?: 'newest'): Promise<PullAnswer> {
    const { status, body } = await this.call('sync.pull', {
      nonce: randomUUID(),
      ...(order !== undefined && { order }),
      ...(cursor !== undefined && { cursor }),
      ...(limit !== undefined && { limit: String(limit) }),
    })
    if (status !== 200) throw new Error(`pull: ${status} ${JSON.stringify(body)}`)
    return body as PullAnswer
  }
}

export type Shop = {
  readonly companyId: string
  readonly identity: FiscalIdentity
  readonly phone: Phone
  readonly productId: string
}

/** Gives a user of a company a phone, which calls the server unless another one is named. */
export async function signInPhone(
  server: TestServer,
  companyId: string,
  client: ApiClient = server,
): Promise<Phone> {
  const user = await createOperator(server.services.db, companyId)
  const { token, deviceId } = await logInTestUser(client, user.username)
  const signIn = async () => (await logInTestUser(client, user.username, { deviceId })).token
  return new Phone(client, companyId, user.id, token, signIn)
}

/** A company with a device, an operator with a phone and one saved product. */
export async function createShop(
  backend: TestBackend,
  overrides: Partial<IdentityRequest> = {},
): Promise<Shop> {
  const { server } = backend
  const company = await createCompany(server.services.db)
  const identity = await registerAtSimulator(backend, company, overrides)
  const phone = await signInPhone(server, company.id)
  const productId = await aProduct(phone)
  return { companyId: company.id, identity, phone, productId }
}

export async function aProduct(phone: Phone, name = 'Sukari'): Promise<string> {
  const productId = randomUUID()
  const fields = { name, unit: 'kg', unitPrice: 300_000, taxType: 'standard', active: true }
  const result = await phone.pushOne('product.save', { productId, baseRev: 0, base: null, fields })
  if (result.state !== 'done') throw new Error(`the product was not saved: ${JSON.stringify(result)}`)
  return productId
}

/** A sale of `pieces` pieces at Tsh 3,000 with VAT, paid in cash. */
export function aSale(productId: string, pieces = 1): InvoiceContent {
  return {
    ...newDraft(),
    lines: [
      {
        id: randomUUID(),
        productId,
        description: 'Sukari',
        quantity: toQuantity(pieces * 1000),
        taxType: 'standard',
        rate: toBasisPoints(1800),
        unitPrice: toCents(300_000),
        discount: toBasisPoints(0),
      },
    ],
    payments: [{ type: 'cash', amount: toCents(pieces * 300_000) }],
  }
}

/** The body of a save or submit. */
export function invoiceInput(
  content: InvoiceContent,
  overrides: { invoiceId?: string; baseRev?: number; saleAt?: Instant; totals?: Invoice['totals'] } = {},
) {
  return {
    invoiceId: overrides.invoiceId ?? randomUUID(),
    baseRev: overrides.baseRev ?? 0,
    saleAt: overrides.saleAt ?? toInstant(Date.parse('2026-11-21T09:55:00.000Z')),
    content,
    totals: overrides.totals ?? invoiceTotals(content, true),
  }
}

/** What an answer about a sale says for ever, while its delivery goes on: operation, invoice, figures and numbers. */
export function lastingAnswer(result: OperationResult | undefined) {
  const { id, totals, receipt, saleAt } = invoiceOf(result)
  if (result?.state !== 'done' || receipt === null) throw new Error('a sale that was not numbered')
  const { opId, bodyHash, changeId } = result
  const { gc, dc, znum, rctvnum, issuedAt } = receipt
  return { opId, bodyHash, changeId, id, totals, saleAt, gc, dc, znum, rctvnum, issuedAt }
}

/** The invoice in a result; throws when the operation was not done. */
export function invoiceOf(result: OperationResult | undefined): Invoice {
  if (result?.state !== 'done' || result.change?.t !== 'invoice' || result.change.row === null) {
    throw new Error(`no invoice in ${JSON.stringify(result)}`)
  }
  return result.change.row
}
