import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { findMeta } from '#data/meta.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { createDeliveryDeps } from '#server/services/fiscal/delivery-deps.ts'
import { verifyReceipts } from '#server/services/fiscal/verify-receipts.ts'
import { type Fault, type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { findLedgerFlaws, type LedgerEntry } from '../support/ledger-flaws.ts'
import type { TestServer } from '../support/start-test-server.ts'
import { createOperator } from '../support/tenants.ts'
import { createShop, type Shop, startTestBackend, type TestBackend } from '../support/test-backend.ts'
import { RealPhone } from './real-phone.ts'

/**
 * One company at the authority, its users' phones, and a connection between them in which a test injects
 * faults.
 */
export type TestBed = {
  readonly backend: TestBackend
  readonly proxy: FaultProxy
  /** From now on the proxy leads to another server: the same one after it was restored. */
  moveTo(server: TestServer): void
  openShop(): Promise<Shop>
  /** A phone of a new user of the shop, behind the proxy; it has pulled everything. */
  phone(shop: Shop, options?: PhoneOptions): Promise<RealPhone>
  /** Hands everything over to the authority and lets it look at it. */
  deliver(shop: Shop): Promise<void>
  close(): Promise<void>
}

type PhoneOptions = {
  /** Another line than the stage's, which leads to it. */
  readonly url?: string
  readonly skewMs?: number
  /** Signs in the owner of the shop instead of an operator. */
  readonly asOwner?: boolean
  /** On the phone that was signed in on last, as its next person. */
  readonly sharing?: boolean
}

/** Where a stage is: a market that closes itself, or what turns one back and closes it. */
type BackendSource = { readonly backend: TestBackend; close(): Promise<void> }

/** Opens the stage on a market of its own, unless one is given. */
export async function openTestBed(source?: BackendSource): Promise<TestBed> {
  let backend = source?.backend ?? (await startTestBackend())
  const { clock } = backend
  const line = await startFaultProxy({
    host: '127.0.0.1',
    get port() {
      return Number(new URL(backend.server.url).port)
    },
  })
  return {
    get backend() {
      return backend
    },
    proxy: line,
    moveTo: (server) => {
      const { tra, endpoint } = backend.delivery
      backend = { ...backend, server, delivery: createDeliveryDeps(server.services, tra, endpoint) }
    },
    openShop: async () => await createShop(backend),
    phone: async (shop, { asOwner = false, ...options } = {}) => {
      const person = asOwner ? { user_type: 'company_owner' as const } : {}
      const { username } = await createOperator(backend.server.services.db, shop.companyId, person)
      const phone = await RealPhone.signIn({ url: line.url, clock, username, ...options })
      await phone.sync('start')
      return phone
    },
    deliver: async (shop) => {
      for (let attempt = 0; (await deliver(backend.delivery, shop.identity)) === 'waiting'; attempt += 1) {
        if (attempt > 20) throw new Error('the authority never takes what is owed')
        clock.advance(60_000)
      }
      await verifyReceipts(backend.delivery, shop.identity)
    },
    close: async () => {
      await line.stop()
      await (source ?? backend).close()
    },
  }
}

/**
 * The end of every fault test: the connection is healthy, phones are idle, everything is sent. Then each
 * invoice that a phone has accepted has exactly one receipt, the same on phone, server and in the authority's
 * ledger; nothing is pending without a reason; and another sync changes nothing. Invoices in `canceled` keep
 * their receipt and stay canceled.
 */
export async function expectConsistent(
  testBed: TestBed,
  shop: Shop,
  phones: readonly RealPhone[],
  invoiceIds: readonly string[],
  { canceled = [] }: { readonly canceled?: readonly string[] } = {},
): Promise<void> {
  const { backend: market } = testBed
  testBed.proxy.heal()
  for (const phone of phones) await phone.syncUntilIdle()
  await testBed.deliver(shop)
  for (const phone of phones) await phone.sync('online')

  const ledger = (await market.controlSimulator(
    'GET',
    `ledger?certkey=${shop.identity.certKey}`,
  )) as LedgerEntry[]
  expect(findLedgerFlaws(ledger)).toEqual([])
  const numbers: string[] = []
  for (const id of invoiceIds) {
    const { body } = await shop.phone.call('invoices.find', { id })
    expect(body).toMatchObject({ id, status: canceled.includes(id) ? 'canceled' : 'issued' })
    for (const phone of phones) expect(await phone.invoice(id)).toEqual(body)
    const { receipt, totals } = await firstOf(phones).invoice(id)
    numbers.push(receipt?.rctvnum ?? `none for ${id}`)
    const line = ledger.find(({ rctvnum }) => rctvnum === receipt?.rctvnum)
    expect({ id, cents: line?.totalInclCents }).toEqual({ id, cents: totals.totalIncludingTax })
  }
  expect(ledger.map(({ rctvnum }) => rctvnum).toSorted()).toEqual(numbers.toSorted())

  for (const phone of phones) {
    expect((await phone.unsent()).filter(({ state, last }) => state !== 'attention' || !last?.code)).toEqual(
      [],
    )
    const before = await phone.account.db.invoices.toArray()
    const asked = await findMeta(phone.account.db, 'cursor')
    await phone.sync('online')
    expect(await phone.account.db.invoices.toArray()).toEqual(before)
    expect(await findMeta(phone.account.db, 'cursor')).toEqual(asked)
    await expectNoneLost(phone)
  }
}

function firstOf(phones: readonly RealPhone[]): RealPhone {
  const [first] = phones
  if (!first) throw new Error('no phone')
  return first
}

/**
 * No entry left the queue of an offline phone according to its audit: what was queued is done, needs
 * attention or was replaced.
 */
async function expectNoneLost({ account: { db } }: RealPhone): Promise<void> {
  const audit = await db.audit.toArray()
  const queued = new Set(audit.filter(({ action }) => action.endsWith(' queued')).map(({ opId }) => opId))
  const ended = audit.filter(({ action }) => !action.endsWith(' queued')).map(({ opId }) => opId)
  const left = (await db.outbox.toArray()).map(({ opId }) => opId)
  const accounted = new Set([...ended, ...left])
  expect([...queued].filter((opId) => !accounted.has(opId))).toEqual([])
}

/** Where a phone brings its work. */
export const PUSH = /\/sync\/push/

/** Submissions in a form that the server cannot read yet: what tomorrow's app is for it, today's is for yesterday's. */
export const SUBMITS_IN_A_NEWER_FORM: Fault = {
  kind: 'rewrite',
  rewrite: (request) => {
    const push = JSON.parse(request.body) as { ops: { type: string; v: number }[] }
    const ops = push.ops.map((op) => (op.type === 'invoice.submit' ? { ...op, v: op.v + 1 } : op))
    return { ...request, body: JSON.stringify({ ...push, ops }) }
  },
}

/** The body of a refusal in our server's form, which the proxy may answer instead of the server. */
export function problem(
  status: number,
  code: string,
): { status: number; headers: Record<string, string>; body: string } {
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({
      type: 'about:blank',
      title: code,
      status,
      code,
      message: code,
      requestId: randomUUID(),
    }),
  }
}
