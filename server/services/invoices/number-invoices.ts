import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { FiscalDay, Instant } from '#domain/calendar/east-africa.ts'
import { instantMs } from '#domain/calendar/east-africa.ts'
import { statedEnvironment } from '#domain/fiscal/environment.ts'
import {
  allocateFiscalNumbers,
  type FiscalCounter,
  numberingOpensAt,
  verifyUrl,
} from '#domain/fiscal/fiscal-numbers.ts'
import { type FiscalReceipt, fiscalReceipt } from '#domain/fiscal/fiscal-receipt.ts'
import type { Invoice, InvoiceReceipt } from '#domain/invoices/invoice.ts'
import { transition } from '#domain/invoices/transition.ts'
import { dayDelta, monthDelta } from '#domain/reports/invoice-deltas.ts'
import { stockDeltas } from '#domain/stock/stock.ts'
import { receiptElement } from '../../gateways/tra/receipt-document.ts'
import { envelope, signElement } from '../../gateways/tra/sign.ts'
import { Refusal } from '../../ports/refusal.ts'
import type { Encryption } from '../../ports/system.ts'
import { type FiscalIdentity, updateCounter } from '../../storage/fiscal/identities.ts'
import { insertReceipts } from '../../storage/fiscal/receipts.ts'
import { findLastClosedDay } from '../../storage/fiscal/z-reports.ts'
import { type DraftWriter, upsertInvoices } from '../../storage/invoices/invoices.ts'
import { insertPublicReceipts } from '../../storage/invoices/public-receipts.ts'
import type { Database } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { ChangedRecord } from '../../storage/sync/changes.ts'
import { RetryLater } from '../operations/retry-later.ts'
import { addToAggregates } from '../reports/add-to-aggregates.ts'

/** A draft, the moment at which it is numbered, and the company's VRN at that moment; empty without VAT registration. */
export type DraftToNumber = { readonly draft: Invoice; readonly at: Instant; readonly vrn: string }

export type NumberedInvoices = {
  readonly invoices: readonly Invoice[]
  readonly changed: readonly ChangedRecord[]
}

const HELD_RETRY_MS = 5 * 60_000
const CLOCK_RETRY_LIMIT_MS = 60_000

/** Refuses numbers while the identity may not give any. Undelivered receipts alone never stop a sale. */
export function requireNumbering(identity: FiscalIdentity | undefined): FiscalIdentity {
  if (identity === undefined) throw new Refusal('FISCAL_IDENTITY_MISSING')
  if (identity.state === 'held') throw new RetryLater('FISCAL_NUMBERING_HELD', HELD_RETRY_MS)
  if (identity.state === 'ended') throw new RetryLater('TRA_REGISTRATION_ENDED', HELD_RETRY_MS)
  if (identity.state === 'blocked') throw new RetryLater('COMPANY_BLOCKED_BY_TRA', HELD_RETRY_MS)
  return identity
}

/** The whole signed message of a receipt: stored once, and sent with the same bytes every time. */
export function signReceipt(receipt: FiscalReceipt, privateKeyPem: string | KeyObject): string {
  const element = receiptElement(receipt)
  return envelope(element, signElement(element, privateKeyPem))
}

function allocateNumbers(
  identity: FiscalIdentity,
  counter: FiscalCounter,
  at: Instant,
  closedDay: FiscalDay | null,
) {
  const allocated = allocateFiscalNumbers(counter, identity.registration.receiptCode, at, closedDay)
  if (allocated.kind === 'taken') return allocated
  const behindMs = instantMs(numberingOpensAt(counter, closedDay, at)) - instantMs(at)
  throw new RetryLater(allocated.code, Math.min(Math.max(behindMs, 0) + 100, CLOCK_RETRY_LIMIT_MS))
}

function receiptOf(identity: FiscalIdentity, receipt: FiscalReceipt, vrn: string): InvoiceReceipt {
  return {
    ...receipt.numbers,
    verifyUrl: verifyUrl(identity.verifyUrl, receipt.numbers),
    delivery: 'numbered',
    ackCode: null,
    ackMessage: null,
    acknowledgedAt: null,
    verifiedAt: null,
    ...statedEnvironment(identity.environment),
    serial: identity.certKey,
    uin: identity.registration.uin,
    taxOffice: identity.registration.taxOffice,
    ...(vrn !== '' && { vrn }),
  }
}

/**
 * Numbers, signs and stores drafts in their order: receipts, invoices, kept totals and counter in the caller's
 * transaction, which must hold the identity's lock. Nothing that fails leaves a gap, since the counter is written
 * with the rest.
 */
export async function numberInvoices(
  deps: { readonly tx: Transaction<Database>; readonly scope: CompanyScope; readonly encryption: Encryption },
  identity: FiscalIdentity,
  drafts: readonly DraftToNumber[],
  writtenAt: Instant,
  writerOf?: (invoice: Invoice) => DraftWriter,
): Promise<NumberedInvoices> {
  const { tx, scope, encryption: sealer } = deps
  const privateKey = createPrivateKey(sealer.decrypt(identity.encryptedPrivateKey))
  const { registration, tin, certKey } = identity
  const seller = { tin, regId: registration.regId, efdSerial: certKey }
  const closedDay = await findLastClosedDay(tx, identity)
  let counter = identity.counter
  const receipts = drafts.map(({ draft, at, vrn }) => {
    const allocated = allocateNumbers(identity, counter, at, closedDay)
    counter = allocated.counter
    const receipt = fiscalReceipt(draft, draft.vatRegistered, allocated.numbers, seller)
    const moved = transition(draft, { kind: 'numbered', receipt: receiptOf(identity, receipt, vrn) })
    if (moved.kind === 'refused') throw new Refusal(moved.code)
    const signedBytes = signReceipt(receipt, privateKey)
    return { invoice: moved.invoice, receipt, signedBytes, invoiceId: draft.id, identity }
  })
  const invoices = receipts.map(({ invoice }) => invoice)
  await upsertInvoices(tx, scope, invoices, writtenAt, writerOf)
  await insertPublicReceipts(tx, scope, invoices)
  await insertReceipts(tx, scope, receipts, writtenAt)
  await updateCounter(tx, identity, counter)
  const deltas = invoices.flatMap((invoice) => [
    dayDelta(invoice, 'sold'),
    ...monthDelta(invoice, 'sold'),
    ...stockDeltas(invoice, 'sold'),
  ])
  const totals = await addToAggregates(tx, scope, deltas)
  return {
    invoices,
    changed: [...invoices.map((invoice) => ({ t: 'invoice' as const, id: invoice.id })), ...totals],
  }
}
