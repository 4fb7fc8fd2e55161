import { expect, test } from 'vitest'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { PushOutcome } from '#server/gateways/push/gateway.ts'
import { classifyPushOutcome } from '#server/services/notifications/notify-devices.ts'

const AWAY: PushOutcome = { kind: 'later', reason: '503', retryAfterMs: null }
const REFUSED: PushOutcome = { kind: 'refused', reason: '403' }

/** What is decided after each of these outcomes in a row. */
function decisionsAfter(outcomes: readonly PushOutcome[]) {
  let counts = { attempts: 0, refusals: 0 }
  return outcomes.map((outcome) => {
    const decision = classifyPushOutcome(outcome, { ...counts, upTo: 7, now: 0 })
    if (decision.kind === 'later') counts = { attempts: decision.attempts, refusals: decision.refusals }
    return decision
  })
}

test('outages of a push service do not count as refusals: a device is lost after five of these', () => {
  const outcomes = [AWAY, AWAY, AWAY, AWAY, REFUSED, AWAY, REFUSED, REFUSED, REFUSED, REFUSED]
  const decisions = decisionsAfter(outcomes)
  expect(decisions.slice(0, -1).map(({ kind }) => kind)).toEqual(Array(9).fill('later'))
  expect(decisions[8]).toMatchObject({ attempts: 9, refusals: 4 })
  expect(decisions[9]).toEqual({ kind: 'ended', at: toInstant(0), reason: 'refused' })
})
