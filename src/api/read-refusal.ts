import * as v from 'valibot'
import { type ErrorCode, isErrorCode } from '#contract/error-codes.ts'
import { problemSchema } from '#contract/problem.ts'
import type { Refused } from './failure.ts'
import { type Asked, isOwnAnswer } from './is-own-answer.ts'
import { retryAfterMs } from './retry-after.ts'

/**
 * Statuses that a server or a proxy before it may answer without our problem document, with the same meaning. Any
 * other refusal without that document was not written by our server: the login page of a Wi-Fi may answer 401 or 404
 * as well as 200.
 */
const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  413: 'REQUEST_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
  500: 'UNEXPECTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
  507: 'UNAVAILABLE',
}

/**
 * Reads an answer outside 2xx; `undefined` when our server did not write it, or not for the request in `asked`.
 * `null`: the answer needs no proof, as for a file, which is named by its hash.
 */
export function readRefusal(
  status: number,
  headers: Headers,
  body: unknown,
  asked: Asked | null,
): Refused | undefined {
  const retryAfter = retryAfterMs(headers.get('retry-after'), headers.get('date'))
  const problem = v.safeParse(problemSchema, body)
  const isOurs = asked === null || isOwnAnswer(body, asked, true)
  if (problem.success && problem.output.status === status && isOurs) {
    const { code, message, fields, data } = problem.output
    return {
      kind: 'refused',
      status,
      code: isErrorCode(code) ? code : 'UNEXPECTED',
      message,
      fields: fields ?? [],
      data: data ?? {},
      retryAfterMs: retryAfter,
    }
  }
  const code = CODE_BY_STATUS[status]
  if (code === undefined) return undefined
  return { kind: 'refused', status, code, message: '', fields: [], data: {}, retryAfterMs: retryAfter }
}
