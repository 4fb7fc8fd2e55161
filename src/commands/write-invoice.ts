import { canonicalJson } from '#contract/canonical-json.ts'
import { resolvedContent, writtenInvoice } from '#contract/invoice-body.ts'
import type { OperationType } from '#contract/operations.ts'
import type { Session } from '#contract/session.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { findInvoice, invoiceFromRow, invoiceRow } from '#data/invoices.ts'
import { type Contact, deleteMeta, findMeta, findMetas, upsertMeta } from '#data/meta.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import {
  importKeyOf,
  isContentWrite,
  isImport,
  isUnsent,
  orderingKeyOf,
  readBody,
} from '#data/outbox-entry.ts'
import type { CustomerRow, InvoiceRow, OutboxEntry, ProductRow } from '#data/rows.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { composeInvoice } from '#domain/invoices/compose-invoice.ts'
import type { InvoiceContent, InvoicePayment } from '#domain/invoices/invoice.ts'
import type { Approval } from '#domain/permissions/operator-rights.ts'
import { newPublicReceiptToken } from '#domain/receipts/public-receipt-token.ts'
import { ok } from '#domain/result.ts'
import {
  type Author,
  type CommandDeps,
  type CommandResult,
  refusedWithCode,
  saleTime,
} from '#sync/outbox/command-result.ts'
import type { WriteTransaction } from '#sync/outbox/writer.ts'
import type { IsChanged } from './changed-elsewhere.ts'

export type InvoiceInput = {
  /** The id of an existing invoice; absent for a new one. */
  readonly invoiceId?: string
  readonly content: InvoiceContent
  readonly saleAt?: Instant
  /** What the customer handed over, where change is due: stored beside the invoice on this phone, never sent. */
  readonly tendered?: readonly InvoicePayment[]
  /** Whether what is stored was changed elsewhere since the editor read it; absent when it is not edited. */
  readonly isChanged?: IsChanged
  /** The owner's approval of this submission, where a discount is above what the operator may give. */
  readonly approval?: Approval | undefined
}

/**
 * Why an invoice cannot be edited, whatever the edit is (spec §4: not after submitting). A submission that the server
 * refused, or that waits behind a refused one, may be edited; a cancellation that waits behind refused work may not: the
 * edit would replace what it waits for.
 */
function lockReason(
  row: InvoiceRow | undefined,
  entries: readonly OutboxEntry[],
): 'INVOICE_NOT_DRAFT' | undefined {
  if (row && row.status !== 'draft') return 'INVOICE_NOT_DRAFT'
  const under = (entry: OutboxEntry) => entry.state === 'queued' || entry.state === 'sending'
  const final = (entry: OutboxEntry) => entry.type === 'invoice.submit' || entry.type === 'invoice.cancel'
  const cancels = (entry: OutboxEntry) => entry.type === 'invoice.cancel' && entry.state === 'blocked'
  const locks = (entry: OutboxEntry) => cancels(entry) || (under(entry) && final(entry))
  return entries.some(locks) ? 'INVOICE_NOT_DRAFT' : undefined
}

/** What is read before an invoice is written. */
export type InvoiceContext = {
  readonly session: Session | undefined
  readonly before: InvoiceRow | undefined
  /** The entries of its ordering key. */
  readonly entries: readonly OutboxEntry[]
  /** The ids that the server replaced. */
  readonly aliases: Readonly<Record<string, string>>
  readonly contact: Contact | undefined
  /** The ordering keys of its customer and products that the server does not have yet. */
  readonly unsyncedKeys: readonly string[]
}

/** Reads everything for writing an invoice in one database round: each round delays the screen. */
export async function readInvoiceContext(
  { db }: WriteTransaction,
  invoiceId: string,
  content: InvoiceContent,
): Promise<InvoiceContext> {
  const { products, customers } = usedIn(content)
  const [before, entries, [session, aliases = {}, contact], productRows, customerRows] = await Promise.all([
    findInvoice(db, invoiceId),
    listByOrderingKey(db, orderingKeyOf('invoice', invoiceId)),
    findMetas(db, ['session', 'aliases', 'contact']),
    db.products.bulkGet(products),
    db.customers.bulkGet(customers),
  ])
  const unsyncedKeys = [
    ...customerRows.flatMap((row) => unsyncedKeysOf('customer', row)),
    ...productRows.flatMap((row) => unsyncedKeysOf('product', row)),
  ]
  return { session, before, entries, aliases, contact, unsyncedKeys }
}

/** Whether a submission with exactly this content is queued or was answered lately. */
export function hasSubmission({ entries, aliases }: InvoiceContext, content: InvoiceContent): boolean {
  const written = canonicalJson(resolvedContent(content, aliases))
  return entries.some((entry) => {
    const body = entry.type === 'invoice.submit' ? readBody('invoice.submit', entry) : undefined
    return body !== undefined && canonicalJson(body.content) === written
  })
}

/** Whether what is stored may be edited, and was changed elsewhere since the editor read it. */
export function isConflict(
  { before, entries, aliases }: InvoiceContext,
  { isChanged }: Pick<InvoiceInput, 'isChanged'>,
): boolean {
  if (!before || !isChanged || lockReason(before, entries)) return false
  return isChanged(before, aliases)
}

/** The ordering keys of what creates a record that the server does not have yet: its save, or the chunk of a file. */
function unsyncedKeysOf(kind: 'customer' | 'product', row: CustomerRow | ProductRow | undefined): string[] {
  if (row?.rev !== 0) return []
  const importKey = importKeyOf(row)
  return [orderingKeyOf(kind, row.id), ...(importKey === undefined ? [] : [importKey])]
}

/** The ids of the products and of the customer that an invoice names. */
export function usedIn({ customer, lines }: Pick<InvoiceContent, 'customer' | 'lines'>) {
  return {
    products: [...new Set(lines.flatMap((line) => line.productId ?? []))],
    customers: customer.customerId === null ? [] : [customer.customerId],
  }
}

/** The operations that create what the server does not have yet: they must be executed first. */
async function findCreations(db: AccountDatabase, orderingKeys: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(orderingKeys.map((orderingKey) => listByOrderingKey(db, orderingKey)))
  return lists.flatMap(
    (entries) =>
      entries.find((entry) => isUnsent(entry) && (isContentWrite(entry) || isImport(entry)))?.opId ?? [],
  )
}

/** Without change due the invoice says it all, and what was handed over before is wrong. */
async function forgetTendered(db: AccountDatabase, invoiceId: string): Promise<void> {
  const till = await findMeta(db, 'till')
  if (till?.invoiceId === invoiceId) await deleteMeta(db, 'till')
}

type InvoiceWrite = Extract<OperationType, 'invoice.save' | 'invoice.submit'>

/** Writes an invoice as a draft or as a submission, with its operation. Refused when the invoice is locked (spec §4). */
export async function writeInvoice(
  tx: WriteTransaction,
  { ports }: CommandDeps,
  author: Author,
  context: InvoiceContext,
  type: InvoiceWrite,
  input: InvoiceInput & { readonly invoiceId: string },
): Promise<CommandResult<InvoiceRow>> {
  const { db } = tx
  const { invoiceId, tendered } = input
  const { before, entries, contact } = context
  const locked = lockReason(before, entries)
  if (locked) return refusedWithCode(locked)
  const content = resolvedContent(input.content, context.aliases)
  const fallback = type === 'invoice.save' ? before?.saleAt : undefined
  const saleAt = input.saleAt ?? fallback ?? saleTime(contact, author, tx.now)
  const slipToken = before?.slipToken ?? newPublicReceiptToken(ports.random)
  const invoice = composeInvoice(author, before, { id: invoiceId, content, saleAt, slipToken })
  const [{ pending }] = await Promise.all([
    tx.upsert(
      {
        written: { kind: 'invoice', record: invoice },
        before: before && { kind: 'invoice', record: invoiceFromRow(before) },
        row: before,
        entries,
        dependsOn: await findCreations(db, context.unsyncedKeys),
      },
      orderingKeyOf('invoice', invoiceId),
      type,
      { ...writtenInvoice(invoice), ...(input.approval && { approval: input.approval }) },
    ),
    tendered
      ? upsertMeta(db, 'till', { invoiceId, handed: tendered })
      : context.before && forgetTendered(db, invoiceId),
  ])
  return ok(invoiceRow(invoice, pending))
}
