import { randomUUID } from 'node:crypto'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import { type Instant, parseFiscalDay, toInstant } from '#domain/calendar/east-africa.ts'
import { creditFigures } from '#domain/invoices/credit-note.ts'
import type { Invoice, InvoiceLine, NumberedInvoice } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { newDraft } from '#domain/invoices/new-draft.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import type { AccountingConfig } from '#server/gateways/accounting/gateway.ts'
import { drainConnection } from '#server/services/accounting/drain-connection.ts'
import { readConnection } from '#server/services/accounting/read-connection.ts'
import {
  type QuickBooksSimulator,
  startQuickBooksSimulator,
} from '#server/simulators/quickbooks/start-quickbooks-simulator.ts'
import { startXeroSimulator, type XeroSimulator } from '#server/simulators/xero/start-xero-simulator.ts'
import { simulatedQuickBooks, simulatedXero, startAccounting } from '#server/start-accounting.ts'
import { findConnection } from '#server/storage/accounting/connections.ts'
import { upsertInvoices } from '#server/storage/invoices/invoices.ts'
import { upsertChanges } from '#server/storage/sync/changes.ts'
import {
  type Answer,
  logInTestUser,
  startTestServer,
  type TestServer,
  testClock,
} from '../../support/start-test-server.ts'
import { createCompany, createUser } from '../../support/tenants.ts'

const DAY = parseFiscalDay('2026-11-21')
if (!DAY) throw new Error('no such day')
export const TODAY = DAY

/** Both simulators, a server that reaches them, and the clients, all on one clock. */
export type Books = {
  readonly server: TestServer
  readonly xero: XeroSimulator
  readonly quickbooks: QuickBooksSimulator
  readonly gateways: Awaited<ReturnType<typeof startAccounting>>['gateways']
  readonly stop: () => Promise<void>
}

function environmentOf(service: 'XERO' | 'QUICKBOOKS', config: AccountingConfig): Record<string, string> {
  return {
    [`${service}_CLIENT_ID`]: config.clientId,
    [`${service}_CLIENT_SECRET`]: config.clientSecret,
    [`${service}_AUTHORIZE_URL`]: config.authorizeUrl,
    [`${service}_TOKEN_URL`]: config.tokenUrl,
    [`${service}_REVOKE_URL`]: config.revokeUrl,
    [`${service}_API_URL`]: config.apiUrl,
    [service === 'XERO' ? 'XERO_WEBHOOK_KEY' : 'QUICKBOOKS_WEBHOOK_VERIFIER']: config.webhookKey ?? '',
  }
}

export async function startBooks(): Promise<Books> {
  const clock = testClock()
  // Tests move the clock by hand, so that a minute of calls is never over.
  const where = { host: '127.0.0.1', clock, perMinute: 100_000 }
  const [xero, quickbooks] = [await startXeroSimulator(where), await startQuickBooksSimulator(where)]
  const configs = { xero: simulatedXero(xero.baseUrl), quickbooks: simulatedQuickBooks(quickbooks.baseUrl) }
  const server = await startTestServer({
    clock,
    environment: {
      ...environmentOf('XERO', configs.xero),
      ...environmentOf('QUICKBOOKS', configs.quickbooks),
    },
  })
  const options = { accounting: configs, mode: 'demo', host: '127.0.0.1', dataDir: '' } as const
  const { gateways } = await startAccounting(options, clock, false)
  const stop = async () => {
    await server.stop()
    await xero.stop()
    await quickbooks.stop()
  }
  return { server, xero, quickbooks, gateways, stop }
}

let receiptsMade = 0

type SaleLine = readonly [cents: number, pieces: number, taxType: InvoiceLine['taxType'], discount?: number]

/** A receipt that the authority has; amounts in cents with tax, quantities in thousandths. */
export function receiptOf(
  companyId: string,
  lines: readonly SaleLine[],
  options: {
    readonly customer?: string
    readonly unpaid?: boolean
    readonly exclusive?: boolean
    /** Of the standard tax. */
    readonly rate?: number
    readonly vatRegistered?: boolean
  } = {},
): NumberedInvoice {
  const { vatRegistered = true } = options
  receiptsMade += 1
  const content = {
    ...newDraft(),
    amountType: options.exclusive ? ('EXCLUSIVE' as const) : ('INCLUSIVE' as const),
    lines: lines.map(([unitPrice, pieces, taxType, discount = 0], index) => ({
      ...{ id: randomUUID(), productId: randomUUID(), description: `Bidhaa ${index + 1}`, taxType },
      quantity: toQuantity(pieces),
      rate: toBasisPoints(taxType === 'standard' ? (options.rate ?? 1800) : 0),
      ...{ unitPrice: toCents(unitPrice), discount: toBasisPoints(discount) },
    })),
  }
  const totals = invoiceTotals(content, vatRegistered)
  const total = totals.totalIncludingTax
  const half = toCents(Math.floor(total / 2))
  const saleAt = '2026-11-21T09:00:00.000Z' as Instant
  return {
    ...content,
    customer: { ...content.customer, name: options.customer ?? '' },
    payments: options.unpaid
      ? []
      : [
          { type: 'cash', amount: half },
          { type: 'e-money', amount: toCents(total - half) },
        ],
    ...{ id: randomUUID(), companyId, rev: 1, saleAt, operatorId: randomUUID(), operatorName: 'Asha' },
    ...{ origin: 'app', accountingNumber: '', vatRegistered, totals, status: 'issued' },
    cancellation: null,
    receipt: {
      ...{ gc: receiptsMade, dc: receiptsMade, znum: '20261121', rctvnum: `SIM7QX${receiptsMade}` },
      ...{ issuedDay: TODAY, issuedTime: '12:00:00', issuedAt: saleAt },
      ...{ verifyUrl: `https://verify.example.test/SIM7QX${receiptsMade}_120000`, delivery: 'acknowledged' },
      ...{
        ackCode: null,
        ackMessage: null,
        acknowledgedAt: saleAt,
        verifiedAt: null,
        simulated: true,
      },
      ...{ serial: '99TZ1', uin: '09', taxOffice: 'Ilala' },
    },
  }
}

/** The receipt with a part of its first line refunded. */
export function refunded(invoice: NumberedInvoice, pieces: number, number: number): NumberedInvoice {
  const [line] = invoice.lines
  if (!line) throw new Error('no line')
  const credited = creditFigures(invoice, [{ lineId: line.id, quantity: toQuantity(pieces) }])
  if (credited.kind === 'refused') throw new Error(credited.code)
  const note = {
    ...{ id: randomUUID(), number, originalRctvnum: invoice.receipt.rctvnum, at: invoice.saleAt, day: TODAY },
    ...{ by: 'Asha', reason: 'Imeharibika', paidBy: 'cash' as const, ...credited.figures },
  }
  return { ...invoice, rev: invoice.rev + 1, creditNotes: [...(invoice.creditNotes ?? []), note] }
}

export function canceled(invoice: NumberedInvoice): Invoice {
  const cancellation = { at: invoice.saleAt, by: 'Asha', reason: 'Makosa' }
  return { ...invoice, rev: invoice.rev + 1, status: 'canceled', cancellation }
}

/** A company with its owner, connected to one organization of a service. */
export type Bookshop = {
  readonly companyId: string
  readonly connectionId: () => Promise<string>
  readonly call: TestServer['call']
  readonly store: (...invoices: readonly Invoice[]) => Promise<void>
  readonly read: (id: string) => Promise<Invoice>
  readonly drain: () => Promise<void>
  /** Reads the books as the job does: takes invoices, asks for changes when it is time. */
  readonly readBooks: () => Promise<void>
}

export async function openBookshop(books: Books, provider: AccountingProvider): Promise<Bookshop> {
  const { server, gateways } = books
  const { db } = server.services
  const { id: companyId } = await createCompany(db)
  const { username } = await createUser(db, { user_type: 'company_owner', company_id: companyId })
  const { deviceId, ...session } = await logInTestUser(server, username)
  let { token } = session
  const connectionId = async () => (await findConnection(db, { companyId }, provider))?.id ?? ''
  return {
    ...{ companyId, connectionId },
    call: async (name, input) => {
      const answer = await server.call(name, input, token)
      if (answer.status !== 401) return answer
      // Tests move the clock by hours: the session of the person ended meanwhile.
      token = (await logInTestUser(server, username, { deviceId })).token
      return await server.call(name, input, token)
    },
    store: async (...invoices) => {
      await upsertInvoices(db, { companyId }, invoices, toInstant(server.clock.now()))
      await upsertChanges(
        db,
        { companyId },
        invoices.map(({ id }) => ({ t: 'invoice', id })),
      )
    },
    read: async (id) => {
      const row = await db
        .selectFrom('invoices')
        .select('document')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return row.document
    },
    drain: async () =>
      await drainConnection(server.services, gateways, { companyId, connectionId: await connectionId() }),
    readBooks: async () =>
      await readConnection(server.services, gateways, { companyId, connectionId: await connectionId() }),
  }
}

/** Goes through the service as a person does and gives what it puts into the address. */
export async function visit(
  url: string,
  organization: string,
  choice: 'allow' | 'deny' = 'allow',
): Promise<Record<string, string>> {
  const page = await fetch(url)
  if (page.status !== 200) throw new Error(await page.text())
  const decided = new URL(url)
  decided.pathname = '/authorize/decide'
  decided.searchParams.set('organization', organization)
  decided.searchParams.set('choice', choice)
  const answer = await fetch(decided, { redirect: 'manual' })
  return Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams)
}

/** The organization that a test connects: each its own, because an organization has one company. */
export function organizationOf(books: Books, provider: AccountingProvider, index = 0): string {
  const found = provider === 'xero' ? books.xero.organizations[index] : books.quickbooks.companies[index]
  if (!found) throw new Error('no such organization')
  return found.id
}

export async function connect(
  shop: Bookshop,
  provider: AccountingProvider,
  organization: string,
): Promise<Answer> {
  const { body } = await shop.call('accounting.connect', { provider })
  const query = await visit((body as { url: string }).url, organization)
  return await shop.call('accounting.complete', { query })
}

/** What the books of a simulator hold, in cents. */
export function bookedIn(books: Books, provider: AccountingProvider, index = 0) {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  if (provider === 'xero') {
    const { invoices, creditNotes, payments, contacts } = books.xero.organizations[index] ?? {
      ...{ invoices: [], creditNotes: [], payments: [], contacts: [] },
    }
    const live = invoices.filter(({ status }) => status !== 'VOIDED')
    const isPayment = new Set(invoices.map(({ id }) => id))
    const paid = payments.filter(({ status, target }) => status === 'AUTHORISED' && isPayment.has(target))
    const back = payments.filter(({ status, target }) => status === 'AUTHORISED' && !isPayment.has(target))
    return {
      ...{ numbers: live.map(({ number }) => number).sort(), contacts: contacts.length },
      ...{ total: sum(live.map((one) => one.total)), tax: sum(live.map((one) => one.tax)) },
      ...{ paid: sum(paid.map(({ amount }) => amount)), payments: paid.length },
      ...{
        credited: sum(creditNotes.map((one) => one.total)),
        creditedTax: sum(creditNotes.map((one) => one.tax)),
      },
      refunded: sum(back.map(({ amount }) => amount)),
    }
  }
  const { sales, payments, customers } = books.quickbooks.companies[index] ?? {
    ...{ sales: [], payments: [], customers: [] },
  }
  const live = sales.filter(({ kind, voided }) => kind === 'Invoice' && !voided)
  const credits = sales.filter(({ kind }) => kind !== 'Invoice')
  const refunds = credits.filter(({ kind }) => kind === 'RefundReceipt')
  const paid = payments.filter(({ amount }) => amount > 0)
  return {
    ...{ numbers: live.map(({ number }) => number).sort(), contacts: customers.length },
    ...{ total: sum(live.map((one) => one.total)), tax: sum(live.map((one) => one.tax)) },
    ...{ paid: sum(paid.map(({ amount }) => amount)), payments: paid.length },
    ...{ credited: sum(credits.map((one) => one.total)), creditedTax: sum(credits.map((one) => one.tax)) },
    refunded: sum(refunds.map((one) => one.total)),
  }
}
