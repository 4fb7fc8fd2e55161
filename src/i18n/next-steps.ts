import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StartCode } from './error-messages.ts'

const WAIT_AND_RETRY = msg`Please wait a moment and try again`
const TELL_THE_OWNER = msg`Tell the owner of the company or contact us`

/**
 * What a person can do about a code before the login, where its own sentence does not say it already. What waits in
 * the queue is sent again automatically: its steps are in `sending-steps.ts`.
 */
const START_STEPS: Readonly<Partial<Record<StartCode, MessageDescriptor>>> = {
  INVALID_CREDENTIALS: msg`Check the username and the password, then try again`,
  GRANT_REFUSED: msg`Nothing is lost. Unsent records will be sent after you log in`,
  USER_DISABLED: TELL_THE_OWNER,
  COMPANY_DISABLED: msg`Contact us to reactivate it`,
  TOO_MANY_REQUESTS: WAIT_AND_RETRY,
  FORBIDDEN: TELL_THE_OWNER,
  UPGRADE_REQUIRED: msg`Update the app. Nothing will be lost`,
  UNAVAILABLE: WAIT_AND_RETRY,
  DEVICE_STORAGE_FULL: msg`Do not close the app. Free up some space on the phone, then save again`,
  DEVICE_STORAGE_BROKEN: msg`Do not close the app. What you typed is still on the screen. Try to save again`,
  NETWORK_TOO_SLOW: WAIT_AND_RETRY,
  NETWORK_PORTAL: msg`Open the browser, sign in to the network, then come back`,
  ANSWER_UNREADABLE: WAIT_AND_RETRY,
}

const known: Record<string, MessageDescriptor | undefined> = { ...START_STEPS }

/** Adds the steps for codes that only screens loaded later can meet. */
export function addNextSteps(steps: Readonly<Record<string, MessageDescriptor>>): void {
  Object.assign(known, steps)
}

/** What to do next about a code; `undefined` when its sentence says it already. */
export function nextStep(code: string): MessageDescriptor | undefined {
  return known[code]
}
