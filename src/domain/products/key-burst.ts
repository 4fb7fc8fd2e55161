/** Keys that came so quickly one after another that only a scanner types like that; `at` is the time of the last one. */
export type KeyBurst = { readonly text: string; readonly at: number }

/** The longest pause between two keys of a scanner; people need more than twice as long. */
const SCANNER_PAUSE_MS = 50

/** The keys of a burst after one more character. */
export function continueBurst(before: KeyBurst | undefined, character: string, at: number): KeyBurst {
  const goesOn = before !== undefined && at - before.at <= SCANNER_PAUSE_MS
  return { text: goesOn ? before.text + character : character, at }
}

/**
 * Whether a text that reads like a count, such as `5X1234567`, is a shop's own label: typed all at once, while a person
 * types `5x` and then scans the code.
 */
export function isScannedLabel(typed: string, burst: KeyBurst | undefined): boolean {
  return /^\d+x\d{6,}$/i.test(typed) && burst?.text === typed
}
