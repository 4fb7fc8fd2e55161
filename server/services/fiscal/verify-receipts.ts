import { DAY_MS, type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Verification } from '../../gateways/tra/gateway.ts'
import { listReceiptsToVerify } from '../../storage/fiscal/delivery-queue.ts'
import { type FiscalIdentity, findIdentity, lockCompanyIdentity } from '../../storage/fiscal/identities.ts'
import { findReceipt, type StoredReceipt } from '../../storage/fiscal/receipts.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { IdentityScope } from '../../storage/scope.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import { type DeliveryDeps, findEndpointOf, type ShouldContinue } from './delivery-deps.ts'
import { applyDeliveryUpdates, type DeliveryUpdate } from './delivery-updates.ts'

/** Acknowledged but not on the portal after this long counts as lost (field practice). */
const MISSING_AFTER_MS = DAY_MS
const MAX_LOOK_UP_DELAY_MS = 60 * 60_000
const PAGE = 25

type ReceiptUpdate = Omit<DeliveryUpdate, 'receipt'>

function scheduleNextLookUp(receipt: StoredReceipt, now: Instant): ReceiptUpdate {
  const waitMs = Math.min(MAX_LOOK_UP_DELAY_MS, 5_000 * 3 ** Math.min(receipt.lookUps, 10))
  return {
    change: {
      delivery: 'acknowledged',
      ackCode: null,
      ackMessage: null,
      nextAttemptAt: toInstant(instantMs(now) + waitMs),
      unknownSince: null,
      lookUps: receipt.lookUps + 1,
    },
    events: [{ kind: 'acknowledged', at: receipt.acknowledgedAt ?? now }],
  }
}

/** What a look-up on the public portal says about an acknowledged receipt. */
export function classifyLookUp(receipt: StoredReceipt, found: Verification, now: Instant): ReceiptUpdate {
  const settledFields = {
    ackCode: null,
    ackMessage: null,
    nextAttemptAt: null,
    unknownSince: null,
    lookUps: 0,
  }
  if (found.kind === 'found') {
    if (found.totalIncludingTax === receipt.total) {
      return {
        change: { ...settledFields, delivery: 'verified' },
        events: [{ kind: 'verified', at: now }],
      }
    }
    const ackMessage = 'The portal shows another total'
    return {
      change: { ...settledFields, delivery: 'parked', ackMessage },
      events: [{ kind: 'delivery-changed', delivery: 'parked', ackMessage }],
    }
  }
  const sinceMs = instantMs(now) - instantMs(receipt.acknowledgedAt ?? now)
  if (found.kind === 'not-found' && sinceMs >= MISSING_AFTER_MS) {
    return {
      change: { ...settledFields, delivery: 'missing' },
      events: [{ kind: 'delivery-changed', delivery: 'missing' }],
    }
  }
  return scheduleNextLookUp(receipt, now)
}

async function saveLookUpOutcome(
  deps: DeliveryDeps,
  identity: FiscalIdentity,
  receipt: StoredReceipt,
  update: ReceiptUpdate,
): Promise<void> {
  const scope = { companyId: identity.companyId }
  await inTransaction(deps.services.db, async (tx) => {
    await lockCompanyIdentity(tx, scope)
    const current = await findReceipt(tx, scope, receipt.invoiceId)
    if (current?.delivery !== 'acknowledged') return
    const at = toInstant(deps.services.clock.now())
    const changes = await applyDeliveryUpdates(tx, identity, [{ receipt, ...update }], at)
    if (changes.length > 0) await upsertChanges(tx, scope, changes)
  })
}

/**
 * Looks acknowledged receipts up on the public portal, one after the other: an acknowledgement says only that the
 * authority received it (field practice). One that is not there after a day is sent again, the same bytes. Returns how
 * many were looked up.
 */
export async function verifyReceipts(
  deps: DeliveryDeps,
  scope: IdentityScope,
  shouldContinue: ShouldContinue = () => true,
): Promise<number> {
  const { services } = deps
  const identity = await findIdentity(services.db, scope)
  const endpoint = identity && findEndpointOf(deps, identity)
  if (identity === undefined || endpoint === undefined) return 0
  const due = await listReceiptsToVerify(services.db, scope, toInstant(services.clock.now()), PAGE)
  let lookedUp = 0
  for (const receipt of due) {
    if (!(await shouldContinue())) break
    const found = await deps.tra.verify(endpoint, receipt.rctvnum, receipt.time)
    const update = classifyLookUp(receipt, found, toInstant(services.clock.now()))
    if (update.change.delivery === 'missing' || update.change.delivery === 'parked') {
      services.log({ event: `receipt-${update.change.delivery}`, rctvnum: receipt.rctvnum, alert: true })
    }
    await saveLookUpOutcome(deps, identity, receipt, update)
    lookedUp += 1
  }
  return lookedUp
}
