import * as v from 'valibot'
import { pushAddressSchema } from '#contract/notifications.ts'
import { DAY_MS, type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { type CompanyNews, isFor } from '#domain/notifications/notification.ts'
import type { PushGateway, PushOutcome } from '../../gateways/push/gateway.ts'
import { lastChange } from '../../storage/changes.ts'
import { forgetNotifications, readNotifications } from '../../storage/notifications.ts'
import { type DueRegistration, dueRegistrations, keepPushOutcome } from '../../storage/push-registrations.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { Services } from '../context.ts'

export type TellDeps = { readonly services: Services; readonly gateway: PushGateway }

const PAGE = 100
/** Never more news than this is looked at for one message; more would say nothing more. */
const NEWS_LIMIT = 500
const KEPT_DAYS = 30
/** Between two messages to one device: what happens meanwhile goes with the second. */
const QUIET_MS = 10_000
const SHORTEST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 60 * 60_000
/** After so many refusals in a row a device counts as lost; it registers anew when the app is opened. */
const ATTEMPTS_REFUSED = 5

type Verdict = Parameters<typeof keepPushOutcome>[3]

/** What a push service said means for the registration. */
export function judgePush(
  outcome: PushOutcome,
  { attempts, upTo, now }: { readonly attempts: number; readonly upTo: number; readonly now: number },
): Verdict {
  const after = (ms: number): Instant => toInstant(now + ms)
  const next = attempts + 1
  const backOff = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** Math.min(attempts, 10))
  switch (outcome.kind) {
    case 'sent':
      return { kind: 'told', upTo, nextAt: after(QUIET_MS) }
    case 'gone':
      return { kind: 'ended', at: after(0), reason: 'gone' }
    case 'later':
      return { kind: 'later', attempts: next, nextAt: after(Math.max(backOff, outcome.retryAfterMs ?? 0)) }
    case 'refused':
      return next >= ATTEMPTS_REFUSED
        ? { kind: 'ended', at: after(0), reason: 'refused' }
        : { kind: 'later', attempts: next, nextAt: after(LONGEST_WAIT_MS) }
  }
}

const URGENT: ReadonlySet<CompanyNews['event']> = new Set(['invoice-refused', 'company-blocked'])

async function tellOne(
  { services, gateway }: TellDeps,
  scope: CompanyScope,
  registration: DueRegistration,
  upTo: number,
): Promise<void> {
  const { db, clock } = services
  const { id, attempts } = registration
  if (!registration.mayHear) {
    const at = toInstant(clock.now())
    await keepPushOutcome(db, scope, id, { kind: 'ended', at, reason: 'session-ended' })
    return
  }
  const news = await readNotifications(db, scope, registration.pushedUpTo, NEWS_LIMIT)
  const wanted = news.filter((one) => isFor(one, registration))
  if (wanted.length === 0) {
    await keepPushOutcome(db, scope, id, { kind: 'told', upTo, nextAt: null })
    return
  }
  const address = v.parse(
    v.pipe(v.string(), v.parseJson(), pushAddressSchema),
    services.sealer.open(registration.sealedAddress),
  )
  const outcome = await gateway.send(address, {
    account: registration.account,
    cursor: String(upTo),
    urgent: wanted.some(({ event }) => URGENT.has(event)),
  })
  const { kind } = outcome
  const reason = 'reason' in outcome ? outcome.reason : undefined
  services.log({ event: 'push', kind, to: address.kind, registration: id, ...(reason && { reason }) })
  await keepPushOutcome(db, scope, id, judgePush(outcome, { attempts, upTo, now: clock.now() }))
}

/**
 * Tells the devices of a company that there is news: one message to each, however much happened, with how far the
 * feed is and nothing else. Whoever may not hear any more is taken off the list. May be run by two at once: a device
 * then shows the same news once. Gives how many devices were looked at.
 */
export async function tellDevices(
  deps: TellDeps,
  companyId: string,
  goOn: () => boolean = () => true,
): Promise<number> {
  const { db, clock, log } = deps.services
  const scope = { companyId }
  const now = clock.now()
  await forgetNotifications(db, scope, toInstant(now - KEPT_DAYS * DAY_MS))
  // Read before the news: what comes later is for the next message.
  const upTo = await lastChange(db, scope)
  const due = await dueRegistrations(db, scope, toInstant(now), PAGE)
  for (const registration of due) {
    if (!goOn()) break
    try {
      await tellOne(deps, scope, registration, upTo)
    } catch (error) {
      // One registration that cannot be read must not keep the others from hearing.
      log({ event: 'push-failed', registration: registration.id, error })
      const nextAt = toInstant(clock.now() + LONGEST_WAIT_MS)
      await keepPushOutcome(db, scope, registration.id, {
        kind: 'later',
        attempts: registration.attempts + 1,
        nextAt,
      })
    }
  }
  return due.length
}
