import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { instantMs } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { sellerVrn } from '#domain/receipts/receipt-facts.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { drawPdf } from '#receipt-pdf/draw-pdf.ts'
import { receiptMessages } from '../../messages/receipt-messages.ts'
import { Refusal } from '../../ports/refusal.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import { listDocuments } from '../../storage/catalogue/documents.ts'
import { findCompanyIdentity } from '../../storage/fiscal/identities.ts'
import { listZReports } from '../../storage/fiscal/z-reports.ts'
import { listInvoices } from '../../storage/invoices/invoices.ts'
import { listChanges } from '../../storage/sync/changes.ts'
import { getFeedHead } from '../../storage/sync/feed-epoch.ts'
import { requireRight } from '../context.ts'
import { isVisibleSale } from '../visible-sales.ts'
import { apiReceipt, publicUrlOf } from './api-invoice.ts'
import { getInvoice } from './invoices.ts'
import { limitOf } from './page-cursor.ts'
import type { PublicAnswer, PublicRequest } from './public-answer.ts'
import type { PublicCaller } from './public-caller.ts'

type ApiEvent = PublicAnswer<'events.list'>['data'][number]

const DAY_MS = 86_400_000
const MAX_DAYS = 92

/** What the key is, and how its company stands with the authority. */
export async function describeCaller({
  context,
  scope,
  client,
}: PublicCaller): Promise<PublicAnswer<'auth.me'>> {
  const { company } = await getCompanyRecord(context.db, scope)
  const identity = await findCompanyIdentity(context.db, scope)
  return {
    key: { name: client.name, mode: client.mode, scopes: [...client.scopes] },
    company: { id: company.id, name: company.name, tin: company.tin, vrn: company.vrn },
    fiscalState: identity?.state ?? null,
    blockedByTra: company.blockedByTra,
  }
}

/** The receipt of an invoice; a draft has none. */
export async function readReceipt(
  caller: PublicCaller,
  id: string,
): Promise<PublicAnswer<'invoices.receipt'>> {
  const invoice = await getInvoice(caller, id)
  if (invoice.receipt === null) throw new Refusal('NOT_FOUND')
  const { company } = await getCompanyRecord(caller.context.db, caller.scope)
  return {
    ...apiReceipt(invoice.receipt),
    invoiceId: id,
    seller: {
      name: company.name,
      tin: company.tin,
      vrn: sellerVrn(invoice, company),
      address: company.address,
    },
    publicUrl: publicUrlOf(invoice, caller.services.publicUrl()),
  }
}

/** The receipt as the PDF that a mailed receipt has. */
export async function drawReceipt(
  caller: PublicCaller,
  { id, language = 'sw' }: PublicRequest<'invoices.receipt-pdf'>,
): Promise<PublicAnswer<'invoices.receipt-pdf'>> {
  const invoice = await getInvoice(caller, id)
  if (invoice.receipt === null) throw new Refusal('NOT_FOUND')
  const { company } = await getCompanyRecord(caller.context.db, caller.scope)
  const pdf = drawPdf({
    lines: receiptLines({ invoice, company, copy: false }, receiptMessages[language]),
    size: 'A4',
    title: invoice.receipt.rctvnum,
    at: instantMs(invoice.receipt.issuedAt),
    fileId: id.replaceAll('-', ''),
  })
  return { pdf: new Uint8Array(pdf) }
}

export async function listDays(
  { context, scope }: PublicCaller,
  { from, to }: PublicRequest<'z-reports.list'>,
): Promise<PublicAnswer<'z-reports.list'>> {
  requireRight(context, 'z-report.read', scope)
  if (to < from || Date.parse(to) - Date.parse(from) >= MAX_DAYS * DAY_MS) {
    throw new Refusal('REQUEST_INVALID', { fields: [{ path: 'to', code: 'REQUEST_INVALID' }] })
  }
  const stored = await listZReports(context.db, scope, from as FiscalDay, to as FiscalDay)
  const data = stored.map(({ day, report, delivery, acknowledgedAt }) => ({
    ...{ day, znumber: report.znumber, ticketsFiscal: report.ticketsFiscal, delivery, acknowledgedAt },
    dailyTotal: report.dailyTotal / 100,
    gross: report.gross / 100,
    discounts: report.discounts / 100,
    vatTotals: report.vatTotals.map(({ letter, net, tax }) => {
      return { letter, net: net / 100, tax: tax / 100 }
    }),
    payments: report.payments.map(({ type, amount }) => ({ type, amount: amount / 100 })),
  }))
  return { data }
}

/** `<epoch>.<number>`; a restored server begins a new epoch, and readers start over. */
function readFeedCursor(text: string | undefined, epoch: string, last: number): number | undefined {
  const [of, number] = text?.split('.') ?? []
  const changeId = Number(number)
  return of === epoch && Number.isSafeInteger(changeId) && changeId >= 0 && changeId <= last
    ? changeId
    : undefined
}

/** Invoices, customers and products that changed after a position of the company's feed. */
export async function listEvents(
  { context, scope }: PublicCaller,
  query: PublicRequest<'events.list'>,
): Promise<PublicAnswer<'events.list'>> {
  requireRight(context, 'invoice.read', scope)
  const { epoch, last } = await getFeedHead(context.db, scope)
  const position = readFeedCursor(query.after, epoch, last)
  const limit = limitOf(query)
  const found = await listChanges(context.db, scope, { after: position ?? 0, upTo: last, limit: limit + 1 })
  const entries = found.slice(0, limit)
  const more = found.length > limit
  const idsOf = (t: string) => entries.filter((entry) => entry.t === t).map(({ id }) => id)
  const records = new Map<string, { readonly rev: number; readonly status?: Invoice['status'] }>()
  for (const invoice of await listInvoices(context.db, scope, idsOf('invoice'))) {
    if (isVisibleSale(context, invoice)) records.set(invoice.id, invoice)
  }
  for (const table of ['customers', 'products'] as const) {
    const ids = idsOf(table === 'customers' ? 'customer' : 'product')
    for (const { id, rev } of await listDocuments(context.db, scope, table, ids)) records.set(id, { rev })
  }
  return {
    data: entries.flatMap(({ t, id, deleted }): ApiEvent[] => {
      if (t !== 'invoice' && t !== 'customer' && t !== 'product') return []
      if (deleted)
        return t === 'invoice' ? [] : [{ type: `${t}.deleted` as const, id, rev: null, status: null }]
      const record = records.get(id)
      return record ? [{ type: t, id, rev: record.rev, status: record.status ?? null }] : []
    }),
    next: `${epoch}.${more ? (entries.at(-1)?.changeId ?? last) : last}`,
    more,
    reset: query.after !== undefined && position === undefined,
  }
}
