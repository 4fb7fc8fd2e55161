import { createHash } from 'node:crypto'
import { canonicalJson } from '#contract/canonical-json.ts'
import { UNSTORED_REFUSALS } from '#contract/unstored-refusals.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { Refusal } from '../../ports/refusal.ts'
import type { PublicCaller } from '../../services/public-api/public-caller.ts'
import { openApiRequest, saveApiAnswer } from '../../storage/api/requests.ts'
import { STATUS_OF_CODE } from '../status-of-code.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

/** The key of a write, 1 to 255 visible ASCII characters; refuses a request without one. */
export function readIdempotencyKey(header: string | undefined): string {
  if (header === undefined || !KEY.test(header)) throw new Refusal('IDEMPOTENCY_KEY_REQUIRED')
  return header
}

/** An answer as it was sent. */
export type SentAnswer = { readonly status: number; readonly text: string }

/** The earlier answer of a key; refuses the key with another request than the first. */
export async function findEarlierAnswer(
  { context, scope, client }: PublicCaller,
  key: string,
  request: { readonly method: string; readonly path: string; readonly body: unknown },
): Promise<SentAnswer | undefined> {
  const text = `${request.method} ${request.path}\n${canonicalJson(request.body)}`
  const known = await openApiRequest(context.db, scope, {
    ...{ clientId: client.id, key, at: toInstant(context.clock.now()) },
    fingerprint: createHash('sha256').update(text).digest('hex'),
  })
  if (known.fingerprint !== createHash('sha256').update(text).digest('hex')) {
    throw new Refusal('IDEMPOTENCY_KEY_REUSED')
  }
  return known.answer
}

/** Whether a refusal is the last word under its key; what may pass is tried again under the same one. */
export function isFinalRefusal({ code, detail }: Refusal): boolean {
  const status = STATUS_OF_CODE[code]
  if (detail.data?.['retryAfterSeconds'] !== undefined || UNSTORED_REFUSALS.has(code)) return false
  return [404, 409, 422].includes(status)
}

/** Keeps the final answer of a key and returns the one that is kept: of requests at once the first. */
export async function keepAnswer(
  { context, scope, client }: PublicCaller,
  key: string,
  answer: SentAnswer,
): Promise<SentAnswer> {
  return await saveApiAnswer(context.db, scope, { clientId: client.id, key, ...answer })
}
