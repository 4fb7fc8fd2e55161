import { type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Attempt } from '#domain/fiscal/attempt.ts'
import type { DeliveryState } from '#domain/invoices/invoice.ts'
import type { InvoiceEvent } from '#domain/invoices/transition.ts'
import { insertDeliveryLog } from '../../storage/fiscal/delivery-log.ts'
import type { DeliveryChange } from '../../storage/fiscal/delivery-queue.ts'
import { updateLastContact } from '../../storage/fiscal/identities.ts'
import type { StoredReceipt } from '../../storage/fiscal/receipts.ts'
import { lockIdentityAtFence, type Sender } from '../../storage/fiscal/senders.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { type ChangedRecord, upsertChanges } from '../../storage/sync/changes.ts'
import type { DeliveryDecision } from './classify-delivery.ts'
import { backOffMs, type DeliveryDeps } from './delivery-deps.ts'
import { applyDeliveryUpdates, type DeliveryUpdate } from './delivery-updates.ts'
import { applyIdentityStatus, statusAfterCommand } from './identity-status.ts'

/** An approval that is due takes the authority hours. */
const APPROVAL_RETRY_MS = 60 * 60_000

/** The decision on a receipt after a query to the public portal, where one was needed. */
export type ReceiptDecision =
  | DeliveryDecision
  /** The portal shows it. */
  | { readonly kind: 'seen' }
  /** The device turned out not to be active: the receipt waits as it was. */
  | { readonly kind: 'halted' }

type ReceiptUpdate = Omit<DeliveryUpdate, 'receipt'>

function deliveryChanged(
  delivery: Exclude<DeliveryState, 'acknowledged' | 'verified'>,
  ack: { readonly code: string | null; readonly message: string | null },
  rest: Pick<DeliveryChange, 'nextAttemptAt' | 'unknownSince'>,
): ReceiptUpdate {
  const event: InvoiceEvent = {
    kind: 'delivery-changed',
    delivery,
    ackCode: ack.code,
    ackMessage: ack.message,
  }
  return { change: { delivery, ackCode: ack.code, ackMessage: ack.message, ...rest }, events: [event] }
}

const NO_ACK = { code: null, message: null }

/** Puts the receipt back to its state before an attempt that showed nothing about it. */
function unchangedDelivery(receipt: StoredReceipt, nextAttemptAt: Instant | null): ReceiptUpdate {
  const delivery = receipt.unknownSince === null ? 'numbered' : 'unknown'
  return deliveryChanged(delivery, NO_ACK, { nextAttemptAt, unknownSince: receipt.unknownSince })
}

/** What a decision changes on the receipt. */
export function receiptUpdateOf(
  receipt: StoredReceipt,
  decision: ReceiptDecision,
  now: Instant,
): ReceiptUpdate {
  const settledFields = {
    ackCode: null,
    ackMessage: null,
    nextAttemptAt: null,
    unknownSince: null,
    lookUps: 0,
  }
  const after = (ms: number) => toInstant(instantMs(now) + ms)
  switch (decision.kind) {
    case 'taken':
      return {
        change: { ...settledFields, delivery: 'acknowledged', acknowledgedAt: now },
        events: [{ kind: 'acknowledged', at: now }],
      }
    case 'seen':
      return {
        change: { ...settledFields, delivery: 'verified', acknowledgedAt: now },
        events: [{ kind: 'verified', at: now }],
      }
    case 'command':
    case 'halted':
      return unchangedDelivery(receipt, null)
    case 'later':
      return unchangedDelivery(receipt, after(backOffMs(receipt.attempts, decision.retryAfterMs)))
    case 'stop':
      return decision.code === null
        ? unchangedDelivery(receipt, null)
        : deliveryChanged(
            'rejected',
            { code: decision.code, message: decision.message },
            { nextAttemptAt: null, unknownSince: null },
          )
    case 'hold':
      return deliveryChanged('rejected', decision, {
        nextAttemptAt: after(APPROVAL_RETRY_MS),
        unknownSince: null,
      })
    case 'parked':
      return deliveryChanged('parked', decision, { nextAttemptAt: null, unknownSince: null })
    case 'unknown':
      return deliveryChanged(
        'unknown',
        { code: decision.code, message: decision.code === null ? null : decision.message },
        {
          nextAttemptAt: after(backOffMs(receipt.attempts, decision.retryAfterMs)),
          unknownSince: receipt.unknownSince ?? now,
        },
      )
  }
}

/**
 * Writes the outcome of an attempt: receipt, invoice, log, standing of the device and change feed in one transaction.
 * `false` when another sender has taken over meanwhile; then nothing is written.
 */
export async function saveReceiptOutcome(
  deps: DeliveryDeps,
  sender: Sender,
  receipt: StoredReceipt,
  decision: ReceiptDecision,
  attempt: Attempt,
): Promise<boolean> {
  const { services } = deps
  const now = toInstant(services.clock.now())
  const isSaved = await inTransaction(services.db, async (tx) => {
    const identity = await lockIdentityAtFence(tx, sender)
    if (identity === undefined) return false
    const changes: ChangedRecord[] = await applyDeliveryUpdates(
      tx,
      identity,
      [{ receipt, ...receiptUpdateOf(receipt, decision, now) }],
      now,
    )
    await insertDeliveryLog(tx, [
      {
        companyId: identity.companyId,
        identityId: identity.id,
        subject: `receipt:${receipt.gc}`,
        kind: decision.kind,
        attempt,
      },
    ])
    if (attempt.httpStatus !== null) await updateLastContact(tx, identity, now, 'document')
    if (decision.kind === 'command') {
      const status = statusAfterCommand(identity, decision.command, decision.message)
      changes.push(...(await applyIdentityStatus(tx, identity, status, now)))
    }
    if (decision.kind === 'stop') {
      const reason = decision.code === null ? decision.message : `${decision.code}: ${decision.message}`
      changes.push(...(await applyIdentityStatus(tx, identity, { state: 'stopped', reason }, now)))
    }
    if (changes.length > 0) await upsertChanges(tx, { companyId: identity.companyId }, changes)
    services.onCrashPoint?.('deliver:before-commit')
    return true
  })
  if (isSaved && (decision.kind === 'taken' || decision.kind === 'seen'))
    services.meter?.receiptDelivered((instantMs(now) - instantMs(receipt.issuedAt)) / 1_000)
  return isSaved
}
