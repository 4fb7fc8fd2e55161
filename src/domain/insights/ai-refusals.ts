/** Refusals of wording by AI (spec §8), besides those of the request itself. */
export const AI_REFUSALS = [
  'AI_CONSENT_REQUIRED',
  'AI_TOO_MANY_REQUESTS',
  'AI_DAILY_LIMIT',
  'AI_SERVER_LIMIT',
  'AI_GENERATION_FAILED',
  'AI_REQUEST_FAILED',
  'AI_STATUS_FAILED',
  'AI_TASK_FAILED',
  'AI_ANALYSIS_FAILED',
  'AI_CONSENT_NOT_SAVED',
] as const

/** Why a task of the server ended without a result. */
export const AI_TASK_FAILURES = ['AI_GENERATION_FAILED', 'AI_TASK_FAILED', 'AI_ANALYSIS_FAILED'] as const
export type AiTaskFailure = (typeof AI_TASK_FAILURES)[number]

/** The version of the text that a person agrees to; another text needs another one. */
export const CONSENT_VERSION = '2026-11-29'

/** The first version that says what is sent for categories of expenses; who agreed before is asked again. */
export const CATEGORY_CONSENT_FROM = '2026-11-29'
