import type { nextAttemptId as next } from '#sync/outbox/attempt-id.ts'

let attempts = 0

/** Planted: each phone that sends refused work again gives it its own id. */
export const nextAttemptId: typeof next = (opId) => {
  attempts += 1
  return opId.slice(0, -6) + attempts.toString(16).padStart(6, '0')
}
