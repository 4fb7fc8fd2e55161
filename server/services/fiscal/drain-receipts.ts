import { type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import type { Attempt } from '../../gateways/tra/gateway.ts'
import { isDocumented } from '../../gateways/tra/refusal-kinds.ts'
import { isAheadOfOpen, markSending, nextOpenReceipt } from '../../storage/delivery-queue.ts'
import { type FiscalIdentity, findIdentity, holdsFence } from '../../storage/fiscal-identities.ts'
import type { StoredReceipt } from '../../storage/receipts.ts'
import type { Services } from '../context.ts'
import { credentialsOf, type DeliveryDeps, documentOf, type GoOn, mayReach } from './delivery-deps.ts'
import { judgeDelivery, type Verdict } from './judge-delivery.ts'
import { type ReceiptVerdict, type Sender, settleReceipt } from './settle-receipt.ts'
import { askStanding } from './standing.ts'

/** A receipt of unknown fate holds up the ones behind it for at most this long and this many attempts. */
export const PATIENCE_MS = 10 * 60_000
const PATIENCE_ATTEMPTS = 10

/** Why a drain ended: nothing left, something to wait for, the device may not send, or another sender took over. */
export type DrainEnd = 'idle' | 'waiting' | 'stopped' | 'replaced'

/** Identity that may send now; `undefined` when it is stopped, blocked, or registered elsewhere. */
export async function sendingIdentity(
  deps: DeliveryDeps,
  identityId: string,
): Promise<FiscalIdentity | undefined> {
  const identity = await findIdentity(deps.services.db, identityId)
  if (identity?.state !== 'active') return undefined
  if (!mayReach(deps, identity)) {
    deps.services.log({ event: 'fiscal-identity-elsewhere', identityId, registeredAt: identity.baseUrl })
    return undefined
  }
  return identity
}

/**
 * A refused re-send of a receipt of unknown fate has probably arrived the first time: the public portal knows.
 * A refused first send is asked about too: a device that was just blocked is refused in words of its own. The block may
 * be over by the time we ask, so that the same bytes go out once more before such words count as the receipt's own:
 * set aside wrongly, it would have every later number refused.
 */
async function lookCloser(
  deps: DeliveryDeps,
  identity: FiscalIdentity,
  receipt: StoredReceipt,
  verdict: Extract<Verdict, { kind: 'aside' | 'stop' }>,
  isSecond: boolean,
): Promise<ReceiptVerdict | 'again'> {
  if (receipt.unknownSince !== null || receipt.delivery === 'sending') {
    const found = await deps.tra.verify(deps.endpoint, receipt.rctvnum, receipt.time)
    if (found.kind === 'found') {
      return found.totalIncludingTax === receipt.total
        ? { kind: 'seen' }
        : { kind: 'aside', code: verdict.code ?? '', message: 'The portal shows another total' }
    }
    if (found.kind === 'unknown') {
      return { kind: 'unknown', code: verdict.code, message: found.message, askedMs: 0 }
    }
  }
  if (verdict.kind === 'stop') return verdict
  // An authority that counts strictly refuses what went past a receipt of unknown fate, and the words for it are not
  // public. It takes it behind that one: set aside, every later sale of the shop would wait for a person.
  if (!isDocumented(verdict.code) && (await isAheadOfOpen(deps.services.db, identity.id, receipt.gc))) {
    return { kind: 'later', message: verdict.message, askedMs: 0 }
  }
  const { asked, state } = await askStanding(deps, identity.id)
  if (!asked) return { kind: 'later', message: verdict.message, askedMs: 0 }
  if (state !== 'active') return { kind: 'halted' }
  return isSecond || isDocumented(verdict.code) ? verdict : 'again'
}

class Overtaken extends Error {}

type Attempted = { readonly verdict: ReceiptVerdict; readonly attempt: Attempt }

/** A sender that heard so long ago that it is the one asks again: it may have stood still since. */
const SURE_MS = 2_000

/** Whether a sender that noted at `markedAt` what it is about to send is still the one sender. */
async function maySendStill(services: Services, sender: Sender, markedAt: Instant): Promise<boolean> {
  const sinceMs = Math.abs(services.clock.now() - instantMs(markedAt))
  return sinceMs < SURE_MS || (await holdsFence(services.db, sender))
}

/** Sends one receipt and writes what came of it. */
async function sendReceipt(
  deps: DeliveryDeps,
  sender: Sender,
  identity: FiscalIdentity,
  receipt: StoredReceipt,
): Promise<ReceiptVerdict | 'replaced'> {
  const { services, tra, endpoint } = deps
  const now = toInstant(services.clock.now())
  if (!(await markSending(services.db, sender, [receipt.gc], now))) return 'replaced'
  services.reached?.('deliver:marked')
  const attempted = { ...receipt, attempts: receipt.attempts + 1 }
  const document = documentOf(deps, identity, identity.registration.routingKey, receipt.signedBytes)
  const attempt = async (isSecond: boolean): Promise<Attempted | 'again' | 'replaced'> => {
    let sent = false
    const outcome = await deps
      .sendWithToken(
        { endpoint, credentials: credentialsOf(deps, identity), shelf: deps.shelfOf(identity.id) },
        async (accessToken) => {
          if (!(await maySendStill(services, sender, now))) throw new Overtaken()
          sent = true
          return await tra.sendReceipt(endpoint, { ...document, accessToken })
        },
      )
      .catch((error: unknown) => {
        if (error instanceof Overtaken) return 'replaced' as const
        throw error
      })
    if (outcome === 'replaced') return 'replaced'
    services.reached?.('deliver:answered')
    const judged = judgeDelivery(outcome, sent)
    const refusedForItself = judged.kind === 'aside' || (judged.kind === 'stop' && judged.code !== null)
    const verdict = refusedForItself ? await lookCloser(deps, identity, attempted, judged, isSecond) : judged
    return verdict === 'again' ? 'again' : { verdict, attempt: outcome.attempt }
  }
  const first = await attempt(false)
  const last = first === 'again' ? await attempt(true) : first
  if (last === 'replaced' || last === 'again') return 'replaced'
  const { verdict } = last
  if (verdict.kind === 'aside') {
    services.log({ event: 'receipt-parked', rctvnum: receipt.rctvnum, code: verdict.code })
  }
  const settled = await settleReceipt(deps, sender, attempted, verdict, last.attempt)
  if (settled) services.reached?.('deliver:committed')
  return settled ? verdict : 'replaced'
}

/**
 * Sends the open receipts of an identity in the order of their numbers, one at a time (TRA guide), until nothing is
 * left or something stops it. `goOn` is asked before each.
 */
export async function drainReceipts(
  deps: DeliveryDeps,
  sender: Sender,
  goOn: GoOn = () => true,
): Promise<DrainEnd> {
  while (await goOn()) {
    const identity = await sendingIdentity(deps, sender.identityId)
    if (identity === undefined) return 'stopped'
    const now = toInstant(deps.services.clock.now())
    const patience = {
      attempts: PATIENCE_ATTEMPTS,
      since: toInstant(instantMs(now) - PATIENCE_MS),
    }
    const receipt = await nextOpenReceipt(deps.services.db, identity.id, now, patience)
    if (receipt === undefined) return 'idle'
    if (receipt.nextAttemptAt !== null && receipt.nextAttemptAt > now) return 'waiting'
    const verdict = await sendReceipt(deps, sender, identity, receipt)
    if (verdict === 'replaced') return 'replaced'
  }
  return 'waiting'
}
