import type { Attempt } from '#domain/fiscal/attempt.ts'
import { type Exchange, retryAfterMs } from './exchange.ts'
import type { TraOutcome } from './gateway.ts'
import { type AnswerBlock, type AnswerFields, plainMessage, readAnswer } from './read-answer.ts'
import { classifyRefusal } from './refusal-kinds.ts'
import { isSignatureValid } from './sign.ts'

/** Our own bound; the authority enlarged its messages once already. */
const MESSAGE_LENGTH = 2000

/** Adds what only the answer contains. */
export type MakeAttempt = (httpStatus: number | null, ack?: { code: string; message: string }) => Attempt

/**
 * Classifies an exchange without a 2xx answer; `undefined` when it has one. 401 concerns the token; 400 and
 * 403 need a person; everything else leaves the document's outcome unknown.
 */
export function classifyFailure(
  exchange: Exchange,
  makeAttempt: MakeAttempt,
  nowMs: number,
): Exclude<TraOutcome<never>, { kind: 'accepted' | 'refused' }> | undefined {
  if (exchange.kind === 'invalid') {
    return {
      kind: 'misconfigured',
      code: 'REQUEST_INVALID',
      message: exchange.message,
      attempt: makeAttempt(null),
    }
  }
  if (exchange.kind === 'lost') {
    const { reason, message, status } = exchange
    return { kind: 'unknown', reason, message, attempt: makeAttempt(status) }
  }
  const { status, headers, text } = exchange
  const attempt = makeAttempt(status)
  if (status >= 200 && status < 300) return undefined
  if (status === 401) return { kind: 'unauthorized', attempt }
  const message = plainMessage(text) || `HTTP ${status}`
  if (status === 400 || status === 403) {
    const code = /cert-?serial|certificate/i.test(message) ? 'CERTIFICATE_NOT_KNOWN' : `HTTP_${status}`
    return { kind: 'misconfigured', code, message, attempt }
  }
  const wait = retryAfterMs(headers, nowMs)
  return {
    kind: 'unknown',
    reason: 'http',
    message,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    attempt,
  }
}

/**
 * Judges a signed XML answer. Only ACKCODE 0 in the awaited block is acceptance; an answer without code, with a
 * signature that does not fit the configured certificate, or of another document is no usable answer.
 */
export function classifyAnswer<T extends object>(
  exchange: Exchange,
  expected: {
    block: AnswerBlock
    read: (fields: AnswerFields) => T | { unusable: string }
    certificatePem: string | undefined
  },
  makeAttempt: MakeAttempt,
  nowMs: number,
): TraOutcome<T> {
  const failure = classifyFailure(exchange, makeAttempt, nowMs)
  if (failure) return failure
  if (exchange.kind !== 'answered') throw new Error('an exchange without answer was not judged a failure')
  const { status, text } = exchange
  const unreadable = (message: string, attempt: Attempt): TraOutcome<T> => ({
    kind: 'unknown',
    reason: 'unreadable',
    message,
    attempt,
  })

  const answer = readAnswer(text)
  if (answer.kind === 'unreadable') return unreadable(answer.message, makeAttempt(status))
  const code = ackCode(answer.fields.text('ACKCODE'))
  const message = answer.fields.text('ACKMSG').slice(0, MESSAGE_LENGTH)
  if (code === '') return unreadable('the answer has no ACKCODE', makeAttempt(status))
  const attempt = makeAttempt(status, { code, message })
  if (expected.certificatePem !== undefined && !isSignedByAuthority(answer, expected.certificatePem)) {
    return unreadable("the answer's signature does not fit the authority's certificate", attempt)
  }
  if (code !== '0') {
    return { kind: 'refused', code, message, stopsDevice: classifyRefusal(code).kind === 'stop', attempt }
  }
  if (answer.block !== expected.block) return unreadable('the answer acknowledges something else', attempt)
  const value = expected.read(answer.fields)
  if ('unusable' in value) return unreadable(value.unusable, attempt)
  const signature = expected.certificatePem === undefined ? 'unverified' : 'verified'
  return { kind: 'accepted', value, signature, attempt }
}

/** `00` and ` 0 ` are 0; what is not a number stays as it came, and is therefore a refusal. */
function ackCode(text: string): string {
  return /^\d{1,9}$/.test(text) ? String(Number(text)) : text.slice(0, 50)
}

function isSignedByAuthority(
  answer: { signedText: string; signature: string },
  certificatePem: string,
): boolean {
  try {
    return isSignatureValid(answer.signedText, answer.signature, certificatePem)
  } catch {
    return false
  }
}
