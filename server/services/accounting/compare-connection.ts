import { bookInvoice } from '#domain/accounting/book-document.ts'
import { type BookComparison, compareBooks, type ExpectedEntry } from '#domain/accounting/compare-books.ts'
import { addDays, earlierDay, fiscalDayOf, parseFiscalDay, toInstant } from '#domain/calendar/east-africa.ts'
import type { BookInstruction, BookOutcome } from '../../gateways/accounting/gateway.ts'
import { type StoredConnection, updateConnection } from '../../storage/accounting/connections.ts'
import { type ConnectionScope, listWritten } from '../../storage/accounting/documents.ts'
import type { Bookkeeper } from './bookkeeper.ts'

/** Both sides are compared so often. */
export const COMPARED_EVERY_MS = 24 * 3_600_000
/** Days that a comparison looks back. */
const DAYS = 7

/** What the books should hold for the receipts of the days: invoices, and refunds of them. */
async function expectedEntries(
  { services }: Bookkeeper,
  scope: ConnectionScope,
  days: { readonly from: string; readonly to: string },
): Promise<{ readonly invoices: ExpectedEntry[]; readonly credits: ExpectedEntry[] }> {
  const written = await listWritten(services.db, scope, days)
  const invoices: ExpectedEntry[] = []
  const credits: ExpectedEntry[] = []
  for (const { step, theirId, instruction, invoice } of written) {
    if (invoice.receipt === null) continue
    const kind = step === 'invoice' ? 'invoice' : 'credit'
    // A credit note may be two documents there, so what was written counts.
    const sent = instruction as BookInstruction | null
    if (kind === 'credit' && sent?.kind !== 'credit') continue
    const document = sent?.kind === 'credit' ? sent.document : bookInvoice(invoice)
    const { number, total, tax } = document
    const isVoid = kind === 'invoice' && invoice.status === 'canceled'
    const entry = { invoiceId: invoice.id, theirId, number, total, tax, isVoid }
    if (kind === 'invoice') invoices.push(entry)
    else credits.push(entry)
  }
  return { invoices, credits }
}

/** Compares the last days on both sides and keeps what was found; it changes nothing in the books. */
export async function compareConnection(
  keeper: Bookkeeper,
  scope: ConnectionScope,
  connection: Pick<StoredConnection, 'since'>,
): Promise<BookOutcome<BookComparison>> {
  const { services, gateway } = keeper
  const to = fiscalDayOf(toInstant(services.clock.now()))
  const week = addDays(to, 1 - DAYS)
  const since = parseFiscalDay(connection.since ?? '') ?? week
  const from = earlierDay(since, week) === week ? since : week
  const expected = await expectedEntries(keeper, scope, { from, to })
  const invoices = await keeper.call((access) => gateway.entries(access, 'invoice', { from, to }))
  if (invoices.kind !== 'ok') return invoices
  const credits = await keeper.call((access) => gateway.entries(access, 'credit', { from, to }))
  if (credits.kind !== 'ok') return credits
  const sales = compareBooks({ from, to }, expected.invoices, invoices.value)
  const refunds = compareBooks({ from, to }, expected.credits, credits.value)
  const comparison = { ...sales, differences: [...sales.differences, ...refunds.differences] }
  const now = toInstant(services.clock.now())
  const change = { compared_at: now, comparison: JSON.stringify(comparison) }
  await updateConnection(services.db, scope, scope.connectionId, change)
  services.log({
    ...{ event: 'books-compared', connectionId: scope.connectionId },
    differences: comparison.differences.length,
  })
  return { kind: 'ok', value: comparison }
}
