import { msg } from '@lingui/core/macro'

/** What is said when the browser was asked to keep this phone's records for good, and when room runs out. */
export const STORAGE_WORDS = {
  granted: msg`The browser promised to keep what Risiti stores on this phone.`,
  refused: msg`The browser did not promise to keep what Risiti stores. Send what waits soon.`,
  low: msg`The phone is almost full. Send what waits, then delete what nobody needs.`,
  none: msg`The phone is full: the next sale may not be kept. Delete what nobody needs now.`,
} as const
