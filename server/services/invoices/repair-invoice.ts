import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { OperationBody } from '#contract/operations.ts'
import { fiscalReceipt } from '#domain/fiscal/fiscal-receipt.ts'
import { normalizeContent } from '#domain/invoices/normalize-content.ts'
import { isRepairable, repairContent } from '#domain/invoices/repair-content.ts'
import { transition } from '#domain/invoices/transition.ts'
import { readReceiptDocument, type SignedReceipt } from '../../gateways/tra/read-receipt-document.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { insertDeliveryLog } from '../../storage/fiscal/delivery-log.ts'
import { bringForward } from '../../storage/fiscal/due-work.ts'
import { lockCompanyIdentity, updateIdentityState } from '../../storage/fiscal/identities.ts'
import { findReceipt, updateReceiptBytes } from '../../storage/fiscal/receipts.ts'
import { lockInvoice, upsertInvoices } from '../../storage/invoices/invoices.ts'
import { actedBy, requireRight } from '../context.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { invoiceChange } from '../operations/feed-changes.ts'
import { requireVisibleSale } from '../visible-sales.ts'
import { signReceipt } from './number-invoices.ts'

/** Same numbers, times and amounts; only what the authority's form checks may differ. */
function requireSameFigures(before: SignedReceipt, after: SignedReceipt): void {
  if (!isDeepStrictEqual(before, after)) {
    throw new Error('a repair would change the figures of a receipt')
  }
}

/**
 * Re-signs a receipt that the authority refused for its form, with cleaned wording and everything else as it
 * was (TRA rule: a resend keeps number, time and amounts). The old bytes go to the delivery log, and a device
 * that was stopped by the form continues in the old order.
 */
export async function repairInvoice(
  execution: Execution,
  body: OperationBody<'invoice.repair'>,
): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'invoice.repair', scope)
  const identity = await lockCompanyIdentity(tx, scope)
  const stored = await lockInvoice(tx, scope, body.invoiceId)
  if (stored === undefined) throw new Refusal('INVOICE_NOT_FOUND')
  requireVisibleSale(context, stored.invoice)
  const receipt = await findReceipt(tx, scope, body.invoiceId)
  // Another registration has taken the place of the one that gave its number: its key is not kept for signing.
  const isOfIdentity = receipt?.identityId === identity?.id
  const numbers = stored.invoice.receipt
  if (
    identity === undefined ||
    receipt === undefined ||
    !isOfIdentity ||
    !isRepairable(receipt) ||
    !numbers
  ) {
    throw new Refusal('INVOICE_NOT_REPAIRABLE')
  }
  const content = repairContent(normalizeContent(stored.invoice))
  const before = readReceiptDocument(receipt.signedBytes)
  const repaired = fiscalReceipt(content, stored.invoice.vatRegistered, numbers, before.seller)
  const signedBytes = signReceipt(repaired, context.encryption.decrypt(identity.encryptedPrivateKey))
  requireSameFigures(before, readReceiptDocument(signedBytes))
  await updateReceiptBytes(tx, scope, body.invoiceId, {
    signedBytes,
    certSerialHeader: identity.certSerialHeader,
  })
  await bringForward(tx, scope, identity.id, 'send', at)
  await insertDeliveryLog(tx, [
    {
      companyId: scope.companyId,
      identityId: identity.id,
      subject: `receipt:${receipt.gc}`,
      kind: 'repair',
      attempt: {
        at,
        httpStatus: null,
        ackCode: receipt.ackCode,
        ackMessage: receipt.ackMessage,
        bytesSha256: createHash('sha256').update(signedBytes, 'utf8').digest('hex'),
        tookMs: 0,
      },
      replacedBytes: receipt.signedBytes,
    },
  ])
  if (identity.state === 'stopped' && receipt.ackCode === '1') {
    await updateIdentityState(tx, identity, 'active', '')
  }
  const moved = transition(content, { kind: 'delivery-changed', delivery: 'numbered' })
  if (moved.kind === 'refused') throw new Refusal('INVOICE_NOT_REPAIRABLE')
  const invoice = { ...moved.invoice, rev: stored.invoice.rev + 1 }
  await upsertInvoices(tx, scope, [invoice], at)
  await insertAuditEntry(tx, {
    companyId: scope.companyId,
    ...actedBy(context),
    at,
    action: 'invoice.repair',
    subject: `invoice:${invoice.id}`,
    detail: { rctvnum: receipt.rctvnum },
  })
  return {
    change: invoiceChange(invoice),
    changed: [{ t: 'invoice', id: invoice.id }],
    identityToWake: identity.id,
  }
}
