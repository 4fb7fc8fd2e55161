import type { MessageDescriptor } from '@lingui/core'
import type { InsightState } from '#contract/insight-endpoints.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import type { Loaded } from '../server-list/use-server-answer.ts'

/** What a phone asks the server for where AI is used. */
export type AiStep = 'request' | 'status' | 'consent'

/** `code` says what did not work; `reason` why, where `code` does not say that itself. */
export type AiFailure = { readonly code: string; readonly reason?: string }

const FAILED_STEPS: Readonly<Record<AiStep, string>> = {
  request: 'AI_REQUEST_FAILED',
  status: 'AI_STATUS_FAILED',
  consent: 'AI_CONSENT_NOT_SAVED',
}

/** Refusals after which the quota or the consent is not what the phone shows. */
const OTHER_STATE: ReadonlySet<string> = new Set(['AI_DAILY_LIMIT', 'AI_SERVER_LIMIT', 'AI_CONSENT_REQUIRED'])

function failureOf(step: AiStep, reason: string): AiFailure {
  if (reason === 'TOO_MANY_REQUESTS') return { code: 'AI_TOO_MANY_REQUESTS' }
  return reason.startsWith('AI_') ? { code: reason } : { code: FAILED_STEPS[step], reason }
}

/**
 * Why a step failed with a code, and the state that the server has now where the refusal shows that it changed. The failure is
 * complete only after that look, so that a person reads the reason beside the true quota.
 */
export async function readAiFailure(
  readState: () => Promise<Loaded<InsightState>>,
  step: AiStep,
  reason: string,
): Promise<{ readonly failure: AiFailure; readonly state: InsightState | undefined }> {
  const failure = failureOf(step, reason)
  if (!OTHER_STATE.has(failure.code)) return { failure, state: undefined }
  const read = await readState()
  return { failure, state: 'value' in read ? read.value : undefined }
}

/** What did not work, why, and what to do next. `messageOf` has the sentence of a code where AI is used for one purpose. */
export function aiFailureText(
  { code, reason }: AiFailure,
  messageOf: (code: string) => MessageDescriptor,
  translate: (message: MessageDescriptor) => string,
): string {
  if (reason === undefined) return translate(messageOf(code))
  const step = nextStep(reason)
  const sentences = [messageOf(code), errorMessage(reason), ...(step ? [step] : [])]
  return sentences.map((sentence) => translate(sentence).replace(/\.$/, '')).join('. ')
}
