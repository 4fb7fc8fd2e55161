import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { nextStep } from './next-steps.ts'

/** Failures after which the queue tries again by itself; a form sends nothing unless a person does. */
const SENT_AGAIN: ReadonlySet<string> = new Set(['UNAVAILABLE', 'NETWORK_TOO_SLOW', 'ANSWER_UNREADABLE'])

/** What to do next about work that waits in the queue of this phone; `undefined` when the sentence says it already. */
export function sendingStep(code: string): MessageDescriptor | undefined {
  return SENT_AGAIN.has(code) ? msg`No action needed. It will be sent again automatically` : nextStep(code)
}
