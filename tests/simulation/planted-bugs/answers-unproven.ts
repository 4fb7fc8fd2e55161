import type { isOwnAnswer as isOwn } from '#api/is-own-answer.ts'

/** Planted: an answer of the right shape is believed, also one that was made for another account. */
export const isOwnAnswer: typeof isOwn = () => true
