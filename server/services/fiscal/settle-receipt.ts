import { type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { DeliveryState } from '#domain/invoices/invoice.ts'
import type { InvoiceEvent } from '#domain/invoices/transition.ts'
import type { Attempt } from '../../gateways/tra/gateway.ts'
import { type ChangedRecord, recordChanges } from '../../storage/changes.ts'
import { logDeliveries } from '../../storage/delivery-log.ts'
import type { DeliveryChange } from '../../storage/delivery-queue.ts'
import { keepContact, lockFenced } from '../../storage/fiscal-identities.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { StoredReceipt } from '../../storage/receipts.ts'
import { backOffMs, type DeliveryDeps } from './delivery-deps.ts'
import { applyNews, type DeliveryNews } from './delivery-news.ts'
import type { Verdict } from './judge-delivery.ts'
import { applyStanding, standingAfter } from './standing.ts'

/** An approval that is due takes the authority hours. */
const HOLD_MS = 60 * 60_000

/** Verdict on a receipt once the public portal has been asked, where that was needed. */
export type ReceiptVerdict =
  | Verdict
  /** The portal shows it. */
  | { readonly kind: 'seen' }
  /** The device turned out not to be active: the receipt waits as it was. */
  | { readonly kind: 'halted' }

export type Sender = { readonly identityId: string; readonly fence: number }

type News = Omit<DeliveryNews, 'receipt'>

function changed(
  delivery: Exclude<DeliveryState, 'acknowledged' | 'verified'>,
  ack: { readonly code: string | null; readonly message: string | null },
  rest: Pick<DeliveryChange, 'nextAttemptAt' | 'unknownSince'>,
): News {
  const event: InvoiceEvent = {
    kind: 'delivery-changed',
    delivery,
    ackCode: ack.code,
    ackMessage: ack.message,
  }
  return { change: { delivery, ackCode: ack.code, ackMessage: ack.message, ...rest }, events: [event] }
}

const NO_ACK = { code: null, message: null }

/** The receipt back where it was before an attempt that told nothing about it. */
function asBefore(receipt: StoredReceipt, nextAttemptAt: Instant | null): News {
  const delivery = receipt.unknownSince === null ? 'numbered' : 'unknown'
  return changed(delivery, NO_ACK, { nextAttemptAt, unknownSince: receipt.unknownSince })
}

/** What a verdict changes on the receipt. */
export function newsOf(receipt: StoredReceipt, verdict: ReceiptVerdict, now: Instant): News {
  const known = { ackCode: null, ackMessage: null, nextAttemptAt: null, unknownSince: null, lookUps: 0 }
  const after = (ms: number) => toInstant(instantMs(now) + ms)
  switch (verdict.kind) {
    case 'taken':
      return {
        change: { ...known, delivery: 'acknowledged', acknowledgedAt: now },
        events: [{ kind: 'acknowledged', at: now }],
      }
    case 'seen':
      return {
        change: { ...known, delivery: 'verified', acknowledgedAt: now, verifiedAt: now },
        events: [{ kind: 'verified', at: now }],
      }
    case 'command':
    case 'halted':
      return asBefore(receipt, null)
    case 'later':
      return asBefore(receipt, after(backOffMs(receipt.attempts, verdict.askedMs)))
    case 'stop':
      return verdict.code === null
        ? asBefore(receipt, null)
        : changed(
            'rejected',
            { code: verdict.code, message: verdict.message },
            { nextAttemptAt: null, unknownSince: null },
          )
    case 'hold':
      return changed('rejected', verdict, { nextAttemptAt: after(HOLD_MS), unknownSince: null })
    case 'aside':
      return changed('parked', verdict, { nextAttemptAt: null, unknownSince: null })
    case 'unknown':
      return changed(
        'unknown',
        { code: verdict.code, message: verdict.code === null ? null : verdict.message },
        {
          nextAttemptAt: after(backOffMs(receipt.attempts, verdict.askedMs)),
          unknownSince: receipt.unknownSince ?? now,
        },
      )
  }
}

/**
 * Writes the outcome of an attempt: receipt, invoice, log, standing of the device and change feed in one transaction.
 * `false` when another sender has taken over meanwhile; then nothing is written.
 */
export async function settleReceipt(
  deps: DeliveryDeps,
  sender: Sender,
  receipt: StoredReceipt,
  verdict: ReceiptVerdict,
  attempt: Attempt,
): Promise<boolean> {
  const { services } = deps
  const now = toInstant(services.clock.now())
  return inTransaction(services.db, async (tx) => {
    const identity = await lockFenced(tx, sender.identityId, sender.fence)
    if (identity === undefined) return false
    const feed: ChangedRecord[] = await applyNews(
      tx,
      identity,
      [{ receipt, ...newsOf(receipt, verdict, now) }],
      now,
    )
    await logDeliveries(tx, [
      {
        companyId: identity.companyId,
        identityId: identity.id,
        subject: `receipt:${receipt.gc}`,
        kind: verdict.kind,
        attempt,
      },
    ])
    if (attempt.httpStatus !== null) await keepContact(tx, identity.id, now, 'document')
    if (verdict.kind === 'command') {
      const standing = standingAfter(identity, verdict.command, verdict.message)
      feed.push(...(await applyStanding(tx, identity, standing, now)))
    }
    if (verdict.kind === 'stop') {
      const reason = verdict.code === null ? verdict.message : `${verdict.code}: ${verdict.message}`
      feed.push(...(await applyStanding(tx, identity, { state: 'stopped', reason }, now)))
    }
    if (feed.length > 0) await recordChanges(tx, { companyId: identity.companyId }, feed)
    services.reached?.('deliver:before-commit')
    return true
  })
}
