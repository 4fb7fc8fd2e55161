import { instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Attempt } from '#domain/fiscal/attempt.ts'
import { closeDays } from '../services/fiscal/close-days.ts'
import { deliverZReports } from '../services/fiscal/deliver-z-reports.ts'
import { credentialsOf, type DeliveryDeps, documentOf } from '../services/fiscal/delivery-deps.ts'
import { applyDeliveryUpdates } from '../services/fiscal/delivery-updates.ts'
import { insertDeliveryLog } from '../storage/fiscal/delivery-log.ts'
import { listOpenReceipts, updateReceiptsSending } from '../storage/fiscal/delivery-queue.ts'
import type { FiscalIdentity } from '../storage/fiscal/identities.ts'
import type { StoredReceipt } from '../storage/fiscal/receipts.ts'
import { incrementFence, lockIdentityAtFence, type Sender } from '../storage/fiscal/senders.ts'
import { inTransaction } from '../storage/in-transaction.ts'
import { upsertChanges } from '../storage/sync/changes.ts'

const BATCH = 50
/** The demo's past was answered in its own time. */
const ACKNOWLEDGED_AFTER_MS = 2_000
const VERIFIED_AFTER_MS = 60_000

type Sent = { readonly receipt: StoredReceipt; readonly attempt: Attempt }

/** Sends receipts in order and looks each up on the portal; ends at the first that is not taken and found. */
async function sendBatch(
  deps: DeliveryDeps,
  identity: FiscalIdentity,
  receipts: readonly StoredReceipt[],
): Promise<Sent[]> {
  const { endpoint, tra } = deps
  const credentials = credentialsOf(deps, identity)
  const tokens = deps.tokenStoreOf(identity.id)
  const sent: Sent[] = []
  for (const receipt of receipts) {
    const document = documentOf(deps, identity, identity.registration.routingKey, receipt)
    const outcome = await deps.sendWithToken({ endpoint, credentials, tokens }, (accessToken) =>
      tra.sendReceipt(endpoint, { ...document, accessToken }),
    )
    if (outcome.kind !== 'accepted') break
    const found = await tra.verify(endpoint, receipt.rctvnum, receipt.time)
    if (found.kind !== 'found' || found.totalIncludingTax !== receipt.total) break
    sent.push({ receipt, attempt: outcome.attempt })
  }
  return sent
}

async function saveBatchOutcome(deps: DeliveryDeps, sender: Sender, sent: readonly Sent[]): Promise<void> {
  const now = toInstant(deps.services.clock.now())
  await inTransaction(deps.services.db, async (tx) => {
    const identity = await lockIdentityAtFence(tx, sender)
    if (identity === undefined) throw new Error('another process delivers the demo receipts')
    const feed = await applyDeliveryUpdates(
      tx,
      identity,
      sent.map(({ receipt }) => {
        const acknowledgedAt = toInstant(instantMs(receipt.issuedAt) + ACKNOWLEDGED_AFTER_MS)
        const verifiedAt = toInstant(instantMs(receipt.issuedAt) + VERIFIED_AFTER_MS)
        return {
          receipt,
          change: {
            delivery: 'verified' as const,
            ackCode: null,
            ackMessage: null,
            nextAttemptAt: null,
            unknownSince: null,
            acknowledgedAt,
          },
          events: [
            { kind: 'acknowledged' as const, at: acknowledgedAt },
            { kind: 'verified' as const, at: verifiedAt },
          ],
        }
      }),
      now,
    )
    await insertDeliveryLog(
      tx,
      sent.map(({ receipt, attempt }) => ({
        companyId: identity.companyId,
        identityId: identity.id,
        subject: `receipt:${receipt.gc}`,
        kind: 'taken',
        attempt,
      })),
    )
    // Sales of the past are no reason for a notification.
    const records = feed.map(({ t, id }) => ({ t, id }))
    if (records.length > 0) await upsertChanges(tx, { companyId: identity.companyId }, records)
  })
}

/**
 * Delivers what the demo sold through the real client into the simulator's ledger: the same bytes in the same
 * order as the queue would send them, but recorded in batches. What is not taken is left to the queue. `more`
 * is asked when nothing is open, and returns whether more may still come.
 */
export async function deliverDemo(
  deps: DeliveryDeps,
  identity: FiscalIdentity,
  hasMore: () => Promise<boolean>,
): Promise<void> {
  const fence = await incrementFence(deps.services.db, identity)
  if (fence === undefined) throw new Error('the identity of the demo is gone')
  const sender = { identity, fence }
  for (;;) {
    const receipts = await listOpenReceipts(deps.services.db, identity, BATCH)
    if (receipts.length === 0) {
      if (await hasMore()) continue
      break
    }
    const now = toInstant(deps.services.clock.now())
    await updateReceiptsSending(
      deps.services.db,
      sender,
      receipts.map((receipt) => receipt.gc),
      now,
    )
    const sent = await sendBatch(deps, identity, receipts)
    if (sent.length > 0) await saveBatchOutcome(deps, sender, sent)
    if (sent.length < receipts.length) return
  }
  await closeDays(deps.services, identity)
  await deliverZReports(deps, sender)
}
