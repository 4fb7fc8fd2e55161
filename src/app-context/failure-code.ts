import type { CallFailure } from '#api/failure.ts'

/** The code under which a failed call is shown. */
export function failureCode(failure: CallFailure): string {
  switch (failure.kind) {
    case 'refused':
      return failure.code
    case 'unreachable':
      return 'NETWORK_UNREACHABLE'
    case 'too-slow':
      return 'NETWORK_TOO_SLOW'
    case 'unreadable':
      return 'ANSWER_UNREADABLE'
  }
}

/** `UNEXPECTED` is also what the server says when it failed midway, or this phone with its answer. */
const OUTCOME_UNKNOWN: ReadonlySet<string> = new Set([
  'NETWORK_UNREACHABLE',
  'NETWORK_TOO_SLOW',
  'ANSWER_UNREADABLE',
  'UNEXPECTED',
])

/** Whether the server may have done what was asked although the call failed: its answer was lost. */
export function isOutcomeUnknown(code: string): boolean {
  return OUTCOME_UNKNOWN.has(code)
}
