import { msg } from '@lingui/core/macro'

/** Messages about the browser's promise never to clear this phone's records, and about low space. */
export const STORAGE_MESSAGES = {
  granted: msg`The browser will keep Risiti's data on this phone.`,
  refused: msg`The browser may delete Risiti's data. Send your unsent records soon.`,
  low: msg`The phone is almost full. Send your unsent records, then free up space.`,
  none: msg`The phone is full: your next sale may not be saved. Free up space now.`,
} as const
