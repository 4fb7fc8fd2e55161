import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointInput, EndpointName } from '#contract/endpoints.ts'
import type { ReportRow, ReportTotals } from '#contract/invoices-report-endpoints.ts'
import type { Page } from '#contract/pages.ts'
import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { totalFigures } from '#domain/reports/invoice-deltas.ts'
import { salesByLetter, salesByPayment } from '#domain/reports/sales-report.ts'
import { closeDays } from '#server/services/fiscal/close-days.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { findCompanyIdentity } from '#server/storage/fiscal/identities.ts'
import { listZReports } from '#server/storage/fiscal/z-reports.ts'
import { listAllAggregates } from '#server/storage/invoices/aggregates.ts'
import { logInTestUser } from '../../support/start-test-server.ts'
import { createUser } from '../../support/tenants.ts'
import {
  aProduct,
  aSale,
  createShop,
  invoiceInput,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

type Shop = Awaited<ReturnType<typeof createShop>>
type Asker = <Name extends EndpointName>(name: Name, input: EndpointInput<Name>) => Promise<unknown>

let backend: TestBackend
let shop: Shop
let sister: Shop
let stranger: Shop
let owner: Asker
let organizationAdmin: Asker
let today: FiscalDay
let days: { from: FiscalDay; to: FiscalDay }

async function asker(overrides: Parameters<typeof createUser>[1]): Promise<Asker> {
  const user = await createUser(backend.server.services.db, overrides)
  const { token } = await logInTestUser(backend.server, user.username)
  return async (name, input) => {
    const { status, body } = await backend.server.call(name, input, token)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
}

/** Sales of every kind: paid, on credit, of two tax types, canceled, refunded. */
async function trade({ phone, productId }: Shop): Promise<void> {
  const exempt = await aProduct(phone, 'Mchele')
  const sale = aSale(productId, 3)
  await phone.pushOne('invoice.submit', invoiceInput(sale))
  await phone.pushOne('invoice.submit', invoiceInput({ ...aSale(productId), payments: [] }))
  const lines = aSale(exempt, 2).lines.map((line) => ({
    ...line,
    taxType: 'exempted' as const,
    rate: toBasisPoints(0),
  }))
  await phone.pushOne('invoice.submit', invoiceInput({ ...aSale(exempt, 2), lines }))
  const canceled = invoiceInput(aSale(productId, 4))
  await phone.pushOne('invoice.submit', canceled)
  await phone.pushOne('invoice.cancel', { invoiceId: canceled.invoiceId, reason: 'Imekosewa' })
  const refunded = invoiceInput(aSale(productId, 2))
  await phone.pushOne('invoice.submit', refunded)
  const { state } = await phone.pushOne('invoice.credit', {
    invoiceId: refunded.invoiceId,
    creditNoteId: randomUUID(),
    lines: [{ lineId: refunded.content.lines[0]?.id, quantity: 1000 }],
    reason: 'Imerudishwa',
    paidBy: 'cash',
    total: 300_000,
  })
  expect(state).toBe('done')
  await phone.pushOne('invoice.save', invoiceInput(aSale(productId)))
}

beforeAll(async () => {
  backend = await startTestBackend()
  const { db } = backend.server.services
  shop = await createShop(backend)
  sister = await createShop(backend)
  stranger = await createShop(backend)
  const companies = await db.selectFrom('companies').select(['id', 'organization_id']).execute()
  const organizationId = companies.find(({ id }) => id === shop.companyId)?.organization_id ?? ''
  await db
    .updateTable('companies')
    .set({ organization_id: organizationId })
    .where('id', '=', sister.companyId)
    .execute()
  for (const each of [shop, sister, stranger]) await trade(each)
  owner = await asker({ user_type: 'company_owner', company_id: shop.companyId })
  organizationAdmin = await asker({ user_type: 'organization_admin', organization_id: organizationId })
  const [row] = (await listAllAggregates(db, { companyId: shop.companyId })).filter(
    ({ kind }) => kind === 'day',
  )
  today = row?.period as FiscalDay
  days = { from: today, to: today }
})
afterAll(async () => await backend.close())

async function salesOf(companyId: string) {
  const kept = await listAllAggregates(backend.server.services.db, { companyId })
  const rows = kept.filter(({ kind }) => kind === 'day')
  return totalFigures(
    rows.map(({ kind, period, key, ...figures }) => ({ kind, period, key, figures: figures as never })),
  )
}

describe('the totals of the invoices report (spec §6, §9)', () => {
  test('are to the cent those of the sales report, canceled and refunded amounts beside the gross', async () => {
    const sales = await salesOf(shop.companyId)
    const totals = (await owner('invoices-report.totals', days)) as ReportTotals
    expect(totals).toMatchObject({
      count: sales.count,
      net: sales.net,
      vat: sales.vat,
      gross: sales.gross,
      discount: sales.discount,
      canceledCount: 1,
      canceledGross: sales.canceledGross,
      refundedCount: 1,
      refundedGross: sales.refundedGross,
    })
    expect(totals.count).toBe(5)
    expect(totals.perLetter).toEqual(
      salesByLetter(sales).map(({ letter, net, tax }) => ({ letter, net, tax })),
    )
    expect(totals.perPayment).toEqual(salesByPayment(sales))
  })

  test('are to the cent those of the Z report of the day', async () => {
    const { services } = backend.server
    const scope = { companyId: shop.companyId }
    const identity = await findCompanyIdentity(services.db, scope)
    if (!identity) throw new Error('no identity')
    const now = backend.clock.now()
    await deliver(backend.delivery, identity)
    backend.clock.advance(86_400_000)
    await closeDays(services, identity)
    backend.clock.advance(now - backend.clock.now())
    const [z] = await listZReports(services.db, scope, today, today)
    const totals = (await owner('invoices-report.totals', days)) as ReportTotals
    expect(z?.report.dailyTotal).toBe(totals.gross)
    expect(z?.report.ticketsFiscal).toBe(totals.count)
    const taxed = (z?.report.vatTotals ?? []).filter(({ net }) => net !== 0)
    expect(taxed.map(({ letter, net, tax }) => ({ letter, net, tax }))).toEqual(totals.perLetter)
  })

  test('of an organization are those of its companies, and of no other', async () => {
    const totals = (await organizationAdmin('invoices-report.totals', days)) as ReportTotals
    const [own, other] = [await salesOf(shop.companyId), await salesOf(sister.companyId)]
    expect(totals.gross).toBe(own.gross + other.gross)
    expect(totals.companies.map(({ id }) => id).sort()).toEqual([shop.companyId, sister.companyId].sort())
    const one = { ...days, companyId: sister.companyId }
    expect(await organizationAdmin('invoices-report.totals', one)).toMatchObject({ gross: other.gross })
    const foreign = { ...days, companyId: stranger.companyId }
    expect(await organizationAdmin('invoices-report.totals', foreign)).toMatchObject({ gross: 0, count: 0 })
    expect(await organizationAdmin('invoices-report.list', foreign)).toMatchObject({ rows: [], total: 0 })
  })

  test('of another day are nothing, and refunds count on their own day', async () => {
    const before = addDays(today, -1)
    expect(await owner('invoices-report.totals', { from: before, to: before })).toMatchObject({
      count: 0,
      gross: 0,
      refundedGross: 0,
      companies: [],
    })
  })
})

describe('the rows of the invoices report', () => {
  test('are the numbered invoices and never a draft, and their sum is the total', async () => {
    const page = (await owner('invoices-report.list', days)) as Page<ReportRow>
    const totals = (await owner('invoices-report.totals', days)) as ReportTotals
    expect(page.total).toBe(5)
    expect(page.rows.reduce((sum, row) => sum + row.gross, 0)).toBe(totals.gross)
    expect(page.rows.every((row) => row.rctvnum !== '' && row.companyId === shop.companyId)).toBe(true)
    const largest = (await owner('invoices-report.list', { ...days, sort: '-total' })) as Page<ReportRow>
    expect(largest.rows[0]?.gross).toBe(Math.max(...page.rows.map((row) => row.gross)))
  })

  test.each([
    { filter: 'canceled' },
    { letter: 'E' },
    { payment: 'INVOICE' },
    { payment: 'CHEQUE' },
  ] as const)('and totals follow %o alike', async (narrowed) => {
    const input = { ...days, ...narrowed }
    const page = (await owner('invoices-report.list', input)) as Page<ReportRow>
    const totals = (await owner('invoices-report.totals', input)) as ReportTotals
    expect(page.total).toBe('payment' in narrowed && narrowed.payment === 'CHEQUE' ? 0 : 1)
    expect(totals.count).toBe(page.total)
    expect(page.rows.reduce((sum, row) => sum + row.gross, 0)).toBe(totals.gross)
  })

  test('are found by the number of the receipt', async () => {
    const { rows } = (await owner('invoices-report.list', days)) as Page<ReportRow>
    const [first] = rows
    const found = await owner('invoices-report.list', { ...days, search: first?.rctvnum.toLowerCase() })
    expect(found).toMatchObject({ total: 1, rows: [{ invoiceId: first?.invoiceId }] })
  })

  test('go into a file in batches without a gap, and the audit trail says who took them', async () => {
    const { db } = backend.server.services
    const all = (await owner('invoices-report.export', days)) as { rows: ReportRow[]; more: boolean }
    expect(all).toMatchObject({ more: false })
    expect(all.rows).toHaveLength(5)
    const [, second] = all.rows
    const after = { day: second?.issuedDay ?? today, id: second?.id ?? '' }
    const rest = await owner('invoices-report.export', { ...days, after })
    expect(rest).toEqual({ rows: all.rows.slice(2), more: false })
    const entries = await db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'invoices-report.export')
      .execute()
    expect(entries).toEqual([{ detail: { from: today, to: today } }])
  })
})
