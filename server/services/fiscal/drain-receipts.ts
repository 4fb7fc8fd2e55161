import { DAY_MS, type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Attempt } from '#domain/fiscal/attempt.ts'
import { isDocumented } from '../../gateways/tra/refusal-kinds.ts'
import {
  findNextOpenReceipt,
  hasLowerOpenReceipt,
  updateReceiptsSending,
} from '../../storage/fiscal/delivery-queue.ts'
import { type FiscalIdentity, findIdentity } from '../../storage/fiscal/identities.ts'
import type { StoredReceipt } from '../../storage/fiscal/receipts.ts'
import { isCurrentFence, type Sender } from '../../storage/fiscal/senders.ts'
import type { IdentityScope } from '../../storage/scope.ts'
import type { Services } from '../context.ts'
import { classifyDelivery, type DeliveryDecision } from './classify-delivery.ts'
import {
  credentialsOf,
  type DeliveryDeps,
  documentOf,
  endpointOf,
  isRegisteredAtEndpoint,
  type ShouldContinue,
} from './delivery-deps.ts'
import { refreshIdentityStatus } from './identity-status.ts'
import { type ReceiptDecision, saveReceiptOutcome } from './save-receipt-outcome.ts'

/** A receipt in unknown state delays the ones behind it for at most this long and this many attempts. */
export const HEAD_OF_LINE_TIMEOUT_MS = 10 * 60_000
const HEAD_OF_LINE_MAX_ATTEMPTS = 10

/**
 * How long a refusal without a public meaning is taken for that of a repeat, though the portal does not show the receipt:
 * it may show a receipt hours later, as it does after an acknowledgement.
 */
const DOUBT_MS = DAY_MS
/** Longest pause between two attempts meanwhile; the pauses double until then. */
const MAX_DOUBT_RETRY_MS = 60 * 60_000

/** Why a drain ended: nothing left, something to wait for, the device may not send, or another sender took over. */
export type DrainResult = 'idle' | 'waiting' | 'stopped' | 'replaced'

/** Identity that may send now; `undefined` when it is stopped, blocked, or registered elsewhere. */
export async function findSendableIdentity(
  deps: DeliveryDeps,
  scope: IdentityScope,
): Promise<FiscalIdentity | undefined> {
  const identity = await findIdentity(deps.services.db, scope)
  if (identity?.state !== 'active') return undefined
  if (!isRegisteredAtEndpoint(deps, identity)) {
    deps.services.log({
      event: 'fiscal-identity-elsewhere',
      identityId: identity.id,
      registeredAt: identity.baseUrl,
    })
    return undefined
  }
  return identity
}

/**
 * Confirms a refusal before it counts. A refused re-send of a receipt in unknown state has probably arrived
 * the first time: the public portal shows whether it did. While the portal is late the outcome stays unknown, and
 * later numbers pass after the head-of-line time-out. After a refused first send the device's status is
 * queried, because a device that was just blocked may be refused with an undocumented code. The block may be
 * over by then, so the same bytes are sent once more before an undocumented refusal counts as the receipt's
 * own: if the receipt were parked wrongly, every later number would be refused.
 */
async function confirmRefusal(
  deps: DeliveryDeps,
  identity: FiscalIdentity,
  receipt: StoredReceipt,
  decision: Extract<DeliveryDecision, { kind: 'parked' | 'stop' }>,
  isSecondAttempt: boolean,
): Promise<ReceiptDecision | 'again'> {
  if (receipt.unknownSince !== null) {
    const found = await deps.tra.verify(endpointOf(deps, identity), receipt.rctvnum, receipt.time)
    if (found.kind === 'found') {
      return found.totalIncludingTax === receipt.total
        ? { kind: 'seen' }
        : { kind: 'parked', code: decision.code ?? '', message: 'The portal shows another total' }
    }
    if (found.kind === 'unknown') {
      return { kind: 'unknown', code: decision.code, message: found.message, retryAfterMs: 0 }
    }
  }
  if (decision.kind === 'stop') return decision
  // An authority that counts strictly refuses a receipt that overtook one in unknown state, with a code that
  // is not public. It takes the receipt after the earlier one. If it were parked, every later sale of the
  // shop would wait for a person.
  if (!isDocumented(decision.code) && (await hasLowerOpenReceipt(deps.services.db, identity, receipt.gc))) {
    return { kind: 'later', message: decision.message, retryAfterMs: 0 }
  }
  const { answered: asked, state } = await refreshIdentityStatus(deps, identity)
  if (!asked) return { kind: 'later', message: decision.message, retryAfterMs: 0 }
  if (state !== 'active') return { kind: 'halted' }
  const doubtMs = receipt.unknownSince ? deps.services.clock.now() - instantMs(receipt.unknownSince) : null
  if (doubtMs !== null && doubtMs < DOUBT_MS) {
    const retryAfterMs = Math.min(Math.max(doubtMs, 0), MAX_DOUBT_RETRY_MS)
    return { kind: 'unknown', code: decision.code, message: decision.message, retryAfterMs }
  }
  return isSecondAttempt || isDocumented(decision.code) ? decision : 'again'
}

class SenderReplaced extends Error {}

type AttemptResult = { readonly decision: ReceiptDecision; readonly attempt: Attempt }

/**
 * A sender that confirmed its fence this long ago confirms it again, because its process may have been frozen
 * since.
 */
const FENCE_RECHECK_MS = 2_000

/** Whether a sender that noted at `markedAt` what it is about to send is still the one sender. */
async function isStillSender(services: Services, sender: Sender, markedAt: Instant): Promise<boolean> {
  const sinceMs = Math.abs(services.clock.now() - instantMs(markedAt))
  return sinceMs < FENCE_RECHECK_MS || (await isCurrentFence(services.db, sender))
}

/** Sends one receipt and writes the outcome. */
async function sendReceipt(
  deps: DeliveryDeps,
  sender: Sender,
  identity: FiscalIdentity,
  receipt: StoredReceipt,
): Promise<ReceiptDecision | 'replaced'> {
  const { services, tra } = deps
  const endpoint = endpointOf(deps, identity)
  const now = toInstant(services.clock.now())
  const marked = await updateReceiptsSending(services.db, sender, [receipt.gc], now)
  if (marked === undefined) return 'replaced'
  services.onCrashPoint?.('deliver:marked')
  const unknownSince = marked.get(receipt.gc) ?? null
  const attempted = { ...receipt, attempts: receipt.attempts + 1, unknownSince }
  const document = documentOf(deps, identity, identity.registration.routingKey, receipt)
  const attempt = async (isSecondAttempt: boolean): Promise<AttemptResult | 'again' | 'replaced'> => {
    let sent = false
    const outcome = await deps
      .sendWithToken(
        { endpoint, credentials: credentialsOf(deps, identity), tokens: deps.tokenStoreOf(identity.id) },
        async (accessToken) => {
          if (!(await isStillSender(services, sender, now))) throw new SenderReplaced()
          sent = true
          return await tra.sendReceipt(endpoint, { ...document, accessToken })
        },
      )
      .catch((error: unknown) => {
        if (error instanceof SenderReplaced) return 'replaced' as const
        throw error
      })
    if (outcome === 'replaced') return 'replaced'
    services.onCrashPoint?.('deliver:answered')
    const classified = classifyDelivery(outcome, sent)
    const isDocumentRefused =
      classified.kind === 'parked' || (classified.kind === 'stop' && classified.code !== null)
    const decision = isDocumentRefused
      ? await confirmRefusal(deps, identity, attempted, classified, isSecondAttempt)
      : classified
    return decision === 'again' ? 'again' : { decision, attempt: outcome.attempt }
  }
  const first = await attempt(false)
  const last = first === 'again' ? await attempt(true) : first
  if (last === 'replaced' || last === 'again') return 'replaced'
  const { decision } = last
  if (decision.kind === 'parked') {
    services.log({ event: 'receipt-parked', rctvnum: receipt.rctvnum, code: decision.code })
  }
  const settled = await saveReceiptOutcome(deps, sender, attempted, decision, last.attempt)
  if (settled) services.onCrashPoint?.('deliver:committed')
  return settled ? decision : 'replaced'
}

/**
 * Sends the open receipts of an identity in the order of their numbers, one at a time (TRA guide), until nothing is
 * left or something stops it. `goOn` is asked before each.
 */
export async function drainReceipts(
  deps: DeliveryDeps,
  sender: Sender,
  shouldContinue: ShouldContinue = () => true,
): Promise<DrainResult> {
  while (await shouldContinue()) {
    const identity = await findSendableIdentity(deps, sender.identity)
    if (identity === undefined) return 'stopped'
    const now = toInstant(deps.services.clock.now())
    const headOfLineTimeout = {
      attempts: HEAD_OF_LINE_MAX_ATTEMPTS,
      since: toInstant(instantMs(now) - HEAD_OF_LINE_TIMEOUT_MS),
    }
    const receipt = await findNextOpenReceipt(deps.services.db, identity, now, headOfLineTimeout)
    if (receipt === undefined) return 'idle'
    if (receipt.nextAttemptAt !== null && receipt.nextAttemptAt > now) return 'waiting'
    const decision = await sendReceipt(deps, sender, identity, receipt)
    if (decision === 'replaced') return 'replaced'
  }
  return 'waiting'
}
