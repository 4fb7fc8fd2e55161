import type { AiGateway } from './gateway.ts'

const MOST_FAILURES = 5
const PAUSE_MS = 5 * 60_000

/**
 * Asks a provider that failed five times in a row no more for five minutes: people get their answer at once, and it is
 * not paid for. Every question after the pause is an attempt; the first that is answered ends it.
 */
export function withBreaker(ai: AiGateway, now: () => number): AiGateway {
  let failures = 0
  let pausedUntil = 0
  return {
    ...ai,
    ask: async (request) => {
      if (now() < pausedUntil) return { kind: 'unasked', reason: 'paused after failures' }
      const outcome = await ai.ask(request)
      failures = outcome.kind === 'later' ? failures + 1 : 0
      if (failures >= MOST_FAILURES) pausedUntil = now() + PAUSE_MS
      return outcome
    },
  }
}
