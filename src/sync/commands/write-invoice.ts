import type { OperationType } from '#contract/operations.ts'
import type { Session } from '#contract/session.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { invoiceRow, putInvoices } from '#data/invoices.ts'
import { type Contact, readMetas, writeMeta } from '#data/meta.ts'
import { listLane } from '#data/outbox-entries.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { isVatRegistered } from '#domain/companies/company.ts'
import type { Invoice, InvoiceContent, InvoicePayment } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { newSlipToken } from '#domain/receipts/slip-token.ts'
import type { Account } from '#session/account.ts'
import { overlaySale } from '../outbox/apply-result.ts'
import { isUnsent, laneOf, pendingOf, writesContent } from '../outbox/entry.ts'
import { freezeOperation } from '../outbox/freeze-operation.ts'
import { queueWriting } from '../outbox/supersede.ts'
import { holdServerForm, refreshPending } from '../records.ts'
import { workTransaction } from '../work-transaction.ts'
import { noteUse } from './note-use.ts'
import {
  type Author,
  type CommandDeps,
  type Kept,
  kept,
  refused,
  refusedWhole,
  saleMoment,
} from './outcome.ts'
import { isPlain, readDesk, writePlainly } from './plain-writing.ts'
import { resolvedContent, writtenInvoice } from './written-content.ts'

export type InvoiceInput = {
  /** An invoice that exists; a new one without it. */
  readonly invoiceId?: string
  readonly content: InvoiceContent
  readonly saleAt?: Instant
  /** What the customer laid down, where change is due: kept beside the invoice on this phone, never sent. */
  readonly handed?: readonly InvoicePayment[]
}

/**
 * What stops a person from writing on an invoice, whatever they write (spec §4: after submitting it cannot be
 * edited). A submission that the server refused, or that waits behind a refused one, may be written again; a
 * cancellation that waits behind refused work may not: it would be left behind, and wait for nothing.
 */
export function lockedBecause(
  row: InvoiceRow | undefined,
  lane: readonly OutboxEntry[],
): 'INVOICE_NOT_DRAFT' | undefined {
  if (row && row.status !== 'draft') return 'INVOICE_NOT_DRAFT'
  const under = (entry: OutboxEntry) => entry.state === 'queued' || entry.state === 'sending'
  const final = (entry: OutboxEntry) => entry.type === 'invoice.submit' || entry.type === 'invoice.cancel'
  const cancels = (entry: OutboxEntry) => entry.type === 'invoice.cancel' && entry.state === 'blocked'
  const locks = (entry: OutboxEntry) => cancels(entry) || (under(entry) && final(entry))
  return lane.some(locks) ? 'INVOICE_NOT_DRAFT' : undefined
}

/** What a writing begins with, all of it read before its transaction: that one holds up everybody else. */
export type Beginning = {
  readonly session: Session | undefined
  /** The invoice as it stood. */
  readonly before: InvoiceRow | undefined
  /** The ids that the server changed. */
  readonly aliases: Readonly<Record<string, string>>
  readonly contact: Contact | undefined
  /** Customer or product of it are not on the server yet. One that is there never goes back to not being there. */
  readonly namesNew: boolean
}

export function readBeginning(
  db: AccountDatabase,
  invoiceId: string,
  content: InvoiceContent,
): Promise<Beginning> {
  const { customerId } = content.customer
  return db.transaction('r', [db.invoices, db.products, db.customers, db.meta], async () => {
    const [before, [session, aliases = {}, contact], products, customer] = await Promise.all([
      db.invoices.get(invoiceId),
      readMetas(db, ['session', 'aliases', 'contact']),
      db.products.bulkGet(productIds(content)),
      customerId === null ? undefined : db.customers.get(customerId),
    ])
    const namesNew = [...products, customer].some((row) => row?.rev === 0)
    return { session, before, aliases, contact, namesNew }
  })
}

function productIds({ lines }: InvoiceContent): string[] {
  return [...new Set(lines.flatMap((line) => line.productId ?? []))]
}

function usedIn(content: InvoiceContent) {
  const { customerId } = content.customer
  return { products: productIds(content), customers: customerId === null ? [] : [customerId] }
}

/** The operations that must be done first: those that bring a customer or product the server never had. */
async function dependencies(db: AccountDatabase, content: InvoiceContent): Promise<string[]> {
  const { products, customers } = usedIn(content)
  const [customerRows, productRows] = [
    await db.customers.bulkGet(customers),
    await db.products.bulkGet(products),
  ]
  const lanes = [
    ...customerRows.flatMap((row) => (row?.rev === 0 ? laneOf('customer', row.id) : [])),
    ...productRows.flatMap((row) => (row?.rev === 0 ? laneOf('product', row.id) : [])),
  ]
  const found: string[] = []
  for (const lane of lanes) {
    const creation = (await listLane(db, lane)).find((entry) => isUnsent(entry) && writesContent(entry))
    if (creation) found.push(creation.opId)
  }
  return found
}

/** The invoice as it stands on this phone after this writing. */
export function composeInvoice(
  author: Pick<Author, 'company' | 'name'> & { readonly user: { readonly id: string } },
  before: Invoice | undefined,
  written: {
    readonly id: string
    readonly content: InvoiceContent
    readonly saleAt: Instant
    readonly slipToken?: string
  },
): Invoice {
  const vatRegistered = isVatRegistered(author.company)
  return {
    ...written.content,
    id: written.id,
    companyId: author.company.id,
    status: 'draft',
    rev: before?.rev ?? 0,
    saleAt: written.saleAt,
    operatorId: author.user.id,
    operatorName: author.name,
    origin: before?.origin ?? 'app',
    accountingNumber: before?.accountingNumber ?? '',
    vatRegistered,
    totals: invoiceTotals(written.content, vatRegistered),
    receipt: null,
    ...(written.slipToken === undefined ? {} : { slipToken: written.slipToken }),
    cancellation: null,
  }
}

type Writing = Extract<OperationType, 'invoice.save' | 'invoice.submit'>

const ATTEMPTS = 5

/**
 * Writes an invoice and the operation about it in one transaction. The text is frozen before, because hashing cannot
 * be awaited inside; when the record moved on meanwhile, it is frozen anew. An ordinary sale is written in one go
 * (`plainly`); both ways leave the same rows behind.
 */
export async function writeInvoice(
  account: Account,
  deps: CommandDeps,
  author: Author,
  type: Writing,
  input: InvoiceInput & { readonly invoiceId: string },
  { plainly = true, beginning }: { readonly plainly?: boolean; readonly beginning?: Beginning } = {},
): Promise<Kept<InvoiceRow>> {
  const { db } = account
  const { invoiceId } = input
  const lane = laneOf('invoice', invoiceId)
  const till = input.handed && { invoiceId, handed: input.handed }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const now = deps.ports.clock.now()
    const known = attempt === 0 ? beginning : undefined
    const { before, aliases, contact, namesNew } =
      known ?? (await readBeginning(db, invoiceId, input.content))
    const content = resolvedContent(input.content, aliases)
    const fallback = type === 'invoice.save' ? before?.saleAt : undefined
    const saleAt = input.saleAt ?? fallback ?? saleMoment(contact, author, deps)
    const slipToken = before?.slipToken ?? newSlipToken(deps.ports.random)
    const invoice = composeInvoice(author, before, { id: invoiceId, content, saleAt, slipToken })
    const freezing = await freezeOperation(deps.ports.newId, type, lane, writtenInvoice(invoice))
    if (freezing.kind === 'refused') return refused(...freezing.refusals)
    const { operation } = freezing
    const outcome = await workTransaction(db, async (): Promise<Kept<InvoiceRow> | 'moved'> => {
      const desk = await readDesk(db, invoiceId, lane)
      const { current } = desk
      if (current?.rev !== before?.rev) return 'moved'
      const locked = lockedBecause(current, desk.entries)
      if (locked) return refusedWhole(locked)
      if (plainly && !namesNew && isPlain(desk))
        return kept(await writePlainly(account, desk, { operation, invoice, now, till, contact }))
      if (current) await holdServerForm(db, 'invoice', invoiceId)
      const lanes = await queueWriting(account, operation, await dependencies(db, content), now)
      const row = invoiceRow(invoice, pendingOf(await listLane(db, lane)))
      await putInvoices(db, [row])
      if (till) await writeMeta(db, 'till', till)
      await refreshPending(
        db,
        lanes.filter((other) => other !== lane),
      )
      if (type === 'invoice.submit') await overlaySale(db, operation.opId, invoice)
      return kept(row)
    })
    if (outcome === 'moved') continue
    const sold = type === 'invoice.submit' && outcome.kind === 'kept'
    if (sold) void noteUse(account, deps, usedIn(content), now).catch(() => undefined)
    return outcome
  }
  return refusedWhole('INVOICE_CHANGED_ELSEWHERE')
}
