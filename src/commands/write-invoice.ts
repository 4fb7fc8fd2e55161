import { resolvedContent, writtenInvoice } from '#contract/invoice-body.ts'
import type { OperationType } from '#contract/operations.ts'
import type { Session } from '#contract/session.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { invoiceRow, upsertInvoices } from '#data/invoices.ts'
import { type Contact, findMetas, upsertMeta } from '#data/meta.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { isContentWrite, isUnsent, orderingKeyOf, pendingOf } from '#data/outbox-entry.ts'
import { refreshPending, saveServerCopy } from '#data/records.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { workTransaction } from '#data/work-transaction.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { composeInvoice } from '#domain/invoices/compose-invoice.ts'
import type { InvoiceContent, InvoicePayment } from '#domain/invoices/invoice.ts'
import { newPublicReceiptToken } from '#domain/receipts/public-receipt-token.ts'
import type { Account } from '#session/account.ts'
import { upsertSaleOverlay } from '#sync/outbox/apply-result.ts'
import {
  type Author,
  type CommandDeps,
  type CommandResult,
  refused,
  refusedWithCode,
  saleTime,
  succeeded,
} from '#sync/outbox/command-result.ts'
import { enqueueOrReplace } from '#sync/outbox/replace-pending.ts'
import { serializeOperation } from '#sync/outbox/serialize-operation.ts'
import { updateLastUse } from './last-use.ts'
import { isPlain, readDesk, writePlainly } from './plain-writing.ts'

export type InvoiceInput = {
  /** An invoice that exists; a new one without it. */
  readonly invoiceId?: string
  readonly content: InvoiceContent
  readonly saleAt?: Instant
  /** What the customer laid down, where change is due: kept beside the invoice on this phone, never sent. */
  readonly tendered?: readonly InvoicePayment[]
}

/**
 * What stops a person from writing on an invoice, whatever they write (spec §4: after submitting it cannot be
 * edited). A submission that the server refused, or that waits behind a refused one, may be written again; a
 * cancellation that waits behind refused work may not: it would be left behind, and wait for nothing.
 */
export function lockReason(
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

/** What a writing begins with, all of it read before its transaction: that one holds up everybody else. */
export type WriteContext = {
  readonly session: Session | undefined
  /** The invoice as it stood. */
  readonly before: InvoiceRow | undefined
  /** The ids that the server changed. */
  readonly aliases: Readonly<Record<string, string>>
  readonly contact: Contact | undefined
  /** Customer or product of it are not on the server yet. One that is there never goes back to not being there. */
  readonly namesUnsynced: boolean
}

export function readWriteContext(
  db: AccountDatabase,
  invoiceId: string,
  content: InvoiceContent,
): Promise<WriteContext> {
  const { customerId } = content.customer
  return db.transaction('r', [db.invoices, db.products, db.customers, db.meta], async () => {
    const [before, [session, aliases = {}, contact], products, customer] = await Promise.all([
      db.invoices.get(invoiceId),
      findMetas(db, ['session', 'aliases', 'contact']),
      db.products.bulkGet(productIds(content)),
      customerId === null ? undefined : db.customers.get(customerId),
    ])
    const namesUnsynced = [...products, customer].some((row) => row?.rev === 0)
    return { session, before, aliases, contact, namesUnsynced }
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
  const keys = [
    ...customerRows.flatMap((row) => (row?.rev === 0 ? orderingKeyOf('customer', row.id) : [])),
    ...productRows.flatMap((row) => (row?.rev === 0 ? orderingKeyOf('product', row.id) : [])),
  ]
  const found: string[] = []
  for (const key of keys) {
    const creation = (await listByOrderingKey(db, key)).find(
      (entry) => isUnsent(entry) && isContentWrite(entry),
    )
    if (creation) found.push(creation.opId)
  }
  return found
}

type InvoiceWrite = Extract<OperationType, 'invoice.save' | 'invoice.submit'>

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
  type: InvoiceWrite,
  input: InvoiceInput & { readonly invoiceId: string },
  {
    plainly = true,
    beginning: context,
  }: { readonly plainly?: boolean; readonly beginning?: WriteContext } = {},
): Promise<CommandResult<InvoiceRow>> {
  const { db } = account
  const { invoiceId } = input
  const orderingKey = orderingKeyOf('invoice', invoiceId)
  const lastTender = input.tendered && { invoiceId, handed: input.tendered }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const now = deps.ports.clock.now()
    const known = attempt === 0 ? context : undefined
    const { before, aliases, contact, namesUnsynced } =
      known ?? (await readWriteContext(db, invoiceId, input.content))
    const content = resolvedContent(input.content, aliases)
    const fallback = type === 'invoice.save' ? before?.saleAt : undefined
    const saleAt = input.saleAt ?? fallback ?? saleTime(contact, author, deps)
    const slipToken = before?.slipToken ?? newPublicReceiptToken(deps.ports.random)
    const invoice = composeInvoice(author, before, { id: invoiceId, content, saleAt, slipToken })
    const serialized = await serializeOperation(deps.ports.newId, type, orderingKey, writtenInvoice(invoice))
    if (serialized.kind === 'refused') return refused(...serialized.refusals)
    const { operation } = serialized
    const outcome = await workTransaction(db, async (): Promise<CommandResult<InvoiceRow> | 'moved'> => {
      const desk = await readDesk(db, invoiceId, orderingKey)
      const { current } = desk
      if (current?.rev !== before?.rev) return 'moved'
      const locked = lockReason(current, desk.entries)
      if (locked) return refusedWithCode(locked)
      if (plainly && !namesUnsynced && isPlain(desk))
        return succeeded(await writePlainly(account, desk, { operation, invoice, now, lastTender, contact }))
      if (current) await saveServerCopy(db, 'invoice', invoiceId)
      const orderingKeys = await enqueueOrReplace(account, operation, await dependencies(db, content), now)
      const row = invoiceRow(invoice, pendingOf(await listByOrderingKey(db, orderingKey)))
      await upsertInvoices(db, [row])
      if (lastTender) await upsertMeta(db, 'till', lastTender)
      await refreshPending(
        db,
        orderingKeys.filter((other) => other !== orderingKey),
      )
      if (type === 'invoice.submit') await upsertSaleOverlay(db, operation.opId, invoice)
      return succeeded(row)
    })
    if (outcome === 'moved') continue
    const sold = type === 'invoice.submit' && outcome.kind === 'kept'
    if (sold) void updateLastUse(account, deps, usedIn(content), now).catch(() => undefined)
    return outcome
  }
  return refusedWithCode('INVOICE_CHANGED_ELSEWHERE')
}
