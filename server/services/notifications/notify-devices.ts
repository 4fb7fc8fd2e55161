import * as v from 'valibot'
import { type PushAddress, pushAddressSchema } from '#contract/notifications.ts'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { type CompanyNotification, notificationFilter } from '#domain/notifications/notification.ts'
import type { PushGateway, PushOutcome } from '../../gateways/push/gateway.ts'
import { listNotifications } from '../../storage/notifications/notifications.ts'
import {
  type DueRegistration,
  listDueRegistrations,
  updatePushOutcome,
} from '../../storage/notifications/push-registrations.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { getLastChangeId } from '../../storage/sync/changes.ts'
import type { Services } from '../context.ts'

export type NotifyDeps = { readonly services: Services; readonly gateway: PushGateway }

const PAGE = 100
/** Never more notifications than this are read for one message; more would not change it. */
const NOTIFICATION_LIMIT = 500
/** Between two messages to one device: what happens meanwhile goes with the second. */
const MIN_INTERVAL_MS = 10_000
const MIN_BACK_OFF_MS = 30_000
const MAX_BACK_OFF_MS = 60 * 60_000
/** After so many refusals in a row a device counts as lost; it registers again when the app is opened. */
const MAX_REFUSALS = 5

type PushDecision = Parameters<typeof updatePushOutcome>[3]

/** What a push service said means for the registration. */
export function classifyPushOutcome(
  outcome: PushOutcome,
  {
    attempts,
    refusals,
    upTo,
    now,
  }: Pick<DueRegistration, 'attempts' | 'refusals'> & { readonly upTo: number; readonly now: number },
): PushDecision {
  const after = (ms: number): Instant => toInstant(now + ms)
  const next = attempts + 1
  const backOff = Math.min(MAX_BACK_OFF_MS, MIN_BACK_OFF_MS * 2 ** Math.min(attempts, 10))
  switch (outcome.kind) {
    case 'sent':
      return { kind: 'told', upTo, nextAt: after(MIN_INTERVAL_MS) }
    case 'gone':
      return { kind: 'ended', at: after(0), reason: 'gone' }
    case 'later':
      return {
        ...{ kind: 'later', attempts: next, refusals },
        nextAt: after(Math.max(backOff, outcome.retryAfterMs ?? 0)),
      }
    case 'refused':
      return refusals + 1 >= MAX_REFUSALS
        ? { kind: 'ended', at: after(0), reason: 'refused' }
        : { kind: 'later', attempts: next, refusals: refusals + 1, nextAt: after(MAX_BACK_OFF_MS) }
  }
}

const URGENT: ReadonlySet<CompanyNotification['event']> = new Set([
  'invoice-refused',
  'company-blocked',
  'work-lost',
  'phone-copied',
])

/** `undefined` for an address that cannot be read: it is damaged, or encrypted with another key. */
function readAddress(
  { encryption, log }: Services,
  { id, encryptedAddress }: DueRegistration,
): PushAddress | undefined {
  try {
    return v.parse(v.pipe(v.string(), v.parseJson(), pushAddressSchema), encryption.decrypt(encryptedAddress))
  } catch (error) {
    log({ event: 'push-address-unreadable', registration: id, error })
    return undefined
  }
}

async function notifyDevice(
  { services, gateway }: NotifyDeps,
  scope: CompanyScope,
  registration: DueRegistration,
  upTo: number,
): Promise<void> {
  const { db, clock } = services
  const { id } = registration
  if (!registration.mayReceive) {
    const at = toInstant(clock.now())
    await updatePushOutcome(db, scope, id, { kind: 'ended', at, reason: 'session-ended' })
    return
  }
  const filter = notificationFilter(registration)
  const relevant = await listNotifications(db, scope, filter, registration.pushedUpTo, NOTIFICATION_LIMIT)
  if (relevant.length === 0) {
    await updatePushOutcome(db, scope, id, { kind: 'told', upTo, nextAt: null })
    return
  }
  const address = readAddress(services, registration)
  const message = {
    account: registration.account,
    cursor: String(upTo),
    urgent: relevant.some(({ event }) => URGENT.has(event)),
  }
  const outcome: PushOutcome = address
    ? await gateway.send(address, message)
    : { kind: 'refused', reason: 'not readable' }
  const { kind } = outcome
  const reason = 'reason' in outcome ? outcome.reason : undefined
  services.log({ event: 'push', kind, to: address?.kind, registration: id, ...(reason && { reason }) })
  const decision = classifyPushOutcome(outcome, { ...registration, upTo, now: clock.now() })
  await updatePushOutcome(db, scope, id, decision)
}

/**
 * Notifies the devices of a company about changes: one message to each, however many changes there are, that
 * contains only the position of the feed. A device that may no longer get messages is removed. Two processes
 * may run it at once: a device then shows the same change once. Returns how many devices were processed.
 */
export async function notifyDevices(
  deps: NotifyDeps,
  companyId: string,
  shouldContinue: () => boolean = () => true,
): Promise<number> {
  const { db, clock, log } = deps.services
  const scope = { companyId }
  const now = clock.now()
  // Read before the notifications: later changes are for the next message.
  const upTo = await getLastChangeId(db, scope)
  const due = await listDueRegistrations(db, scope, toInstant(now), PAGE)
  for (const registration of due) {
    if (!shouldContinue()) break
    try {
      await notifyDevice(deps, scope, registration, upTo)
    } catch (error) {
      // A fault here, such as of the database or of a key, is no refusal of this device, and must not stop the others.
      const { id } = registration
      log({ event: 'push-failed', registration: id, error })
      const outcome = { kind: 'later', reason: 'failed here', retryAfterMs: null } as const
      const decision = classifyPushOutcome(outcome, { ...registration, upTo, now: clock.now() })
      await updatePushOutcome(db, scope, id, decision)
    }
  }
  return due.length
}
