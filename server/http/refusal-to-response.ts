import { STATUS_CODES } from 'node:http'
import type { ErrorCode } from '#contract/error-codes.ts'
import { EXPIRED_TOKEN_MESSAGE, type Problem } from '#contract/problem.ts'
import type { Refusal } from '../ports/refusal.ts'
import { STATUS_OF_CODE } from './status-of-code.ts'

/** The answer to a refusal: `application/problem+json` with its code, and the proof of what it answers. */
export function refusalToResponse(refusal: Refusal, requestId: string, proof: object = {}): Response {
  const status = STATUS_OF_CODE[refusal.code]
  const { fields, data } = refusal.detail
  const problem: Problem = {
    type: `urn:risiti:problem:${refusal.code}`,
    title: STATUS_CODES[status] ?? 'Refused',
    status,
    code: refusal.code,
    message: messageOf(refusal.code),
    requestId,
    ...(fields ? { fields: [...fields] } : {}),
    ...(data ? { data: { ...data } } : {}),
  }
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  if (status === 401) headers.set('www-authenticate', 'Bearer')
  const retryAfterSeconds = data?.['retryAfterSeconds']
  if (typeof retryAfterSeconds === 'number') headers.set('retry-after', String(retryAfterSeconds))
  return new Response(JSON.stringify({ ...problem, ...proof }), { status, headers })
}

/** For readers of the protocol; people see the words their app has for the code. */
function messageOf(code: ErrorCode): string {
  if (code === 'TOKEN_EXPIRED') return EXPIRED_TOKEN_MESSAGE
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
