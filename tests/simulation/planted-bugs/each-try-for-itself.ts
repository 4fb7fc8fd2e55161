import type { nextTry as next } from '#sync/outbox/next-try.ts'

let tries = 0

/** Planted: whoever sends refused work again gives it an id of their own. */
export const nextTry: typeof next = (opId) => {
  tries += 1
  return opId.slice(0, -6) + tries.toString(16).padStart(6, '0')
}
