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
