import { readIdempotencyKey as read } from '#server/http/public-api/idempotency.ts'

let requests = 0

/** Planted: every request of a program is a new one, whatever its key. */
export const readIdempotencyKey: typeof read = (header) => {
  requests += 1
  return `${read(header)} ${requests}`
}
