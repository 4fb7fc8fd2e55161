import { DAY_MS, type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Verification } from '../../gateways/tra/gateway.ts'
import { recordChanges } from '../../storage/changes.ts'
import { receiptsToVerify } from '../../storage/delivery-queue.ts'
import { type FiscalIdentity, findIdentity, lockCompanyIdentity } from '../../storage/fiscal-identities.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { findReceipt, type StoredReceipt } from '../../storage/receipts.ts'
import { type DeliveryDeps, type GoOn, mayReach } from './delivery-deps.ts'
import { applyNews, type DeliveryNews } from './delivery-news.ts'

/** Acknowledged but not on the portal after this long counts as lost (field practice). */
const MISSING_AFTER_MS = DAY_MS
const LONGEST_PAUSE_MS = 60 * 60_000
const PAGE = 25

type News = Omit<DeliveryNews, 'receipt'>

function lookUpAgain(receipt: StoredReceipt, now: Instant): News {
  const waitMs = Math.min(LONGEST_PAUSE_MS, 5_000 * 3 ** Math.min(receipt.lookUps, 10))
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
export function judgeLookUp(receipt: StoredReceipt, found: Verification, now: Instant): News {
  const known = { ackCode: null, ackMessage: null, nextAttemptAt: null, unknownSince: null, lookUps: 0 }
  if (found.kind === 'found') {
    if (found.totalIncludingTax === receipt.total) {
      return {
        change: { ...known, delivery: 'verified', verifiedAt: now },
        events: [{ kind: 'verified', at: now }],
      }
    }
    const ackMessage = 'The portal shows another total'
    return {
      change: { ...known, delivery: 'parked', ackMessage },
      events: [{ kind: 'delivery-changed', delivery: 'parked', ackMessage }],
    }
  }
  const sinceMs = instantMs(now) - instantMs(receipt.acknowledgedAt ?? now)
  if (found.kind === 'not-found' && sinceMs >= MISSING_AFTER_MS) {
    return {
      change: { ...known, delivery: 'missing' },
      events: [{ kind: 'delivery-changed', delivery: 'missing' }],
    }
  }
  return lookUpAgain(receipt, now)
}

async function settleLookUp(
  deps: DeliveryDeps,
  identity: FiscalIdentity,
  receipt: StoredReceipt,
  news: News,
): Promise<void> {
  const scope = { companyId: identity.companyId }
  await inTransaction(deps.services.db, async (tx) => {
    await lockCompanyIdentity(tx, scope)
    const current = await findReceipt(tx, scope, receipt.invoiceId)
    if (current?.delivery !== 'acknowledged') return
    const at = toInstant(deps.services.clock.now())
    const feed = await applyNews(tx, identity, [{ receipt, ...news }], at)
    if (feed.length > 0) await recordChanges(tx, scope, feed)
  })
}

/**
 * Looks acknowledged receipts up on the public portal, one after the other: an acknowledgement says only that the
 * authority received it (field practice). One that is not there after a day is sent again, the same bytes. Gives how
 * many were looked up.
 */
export async function verifyReceipts(
  deps: DeliveryDeps,
  identityId: string,
  goOn: GoOn = () => true,
): Promise<number> {
  const { services } = deps
  const identity = await findIdentity(services.db, identityId)
  if (identity === undefined || !mayReach(deps, identity)) return 0
  const due = await receiptsToVerify(services.db, identityId, toInstant(services.clock.now()), PAGE)
  let lookedUp = 0
  for (const receipt of due) {
    if (!(await goOn())) break
    const found = await deps.tra.verify(deps.endpoint, receipt.rctvnum, receipt.time)
    const news = judgeLookUp(receipt, found, toInstant(services.clock.now()))
    if (news.change.delivery === 'missing' || news.change.delivery === 'parked') {
      services.log({ event: `receipt-${news.change.delivery}`, rctvnum: receipt.rctvnum, alert: true })
    }
    await settleLookUp(deps, identity, receipt, news)
    lookedUp += 1
  }
  return lookedUp
}
