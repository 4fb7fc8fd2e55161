// Virtual minutes that a day has, after all faults, to come to rest.

/** No wait of the product is longer than fifteen minutes; two of them, and some slack. */
export const ROUNDS = 45
/**
 * For a day with a planted mistake, which may never come to rest: enough for each day that finds one, as it shows without
 * the mistake.
 */
export const ROUNDS_WITH_MISTAKE = 16
