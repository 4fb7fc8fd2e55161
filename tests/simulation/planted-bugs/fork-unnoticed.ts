import type { noteFork as note } from '#server/services/sync/note-fork.ts'

/** Planted: two operations under one number of a phone are nothing to wonder about. */
export const noteFork: typeof note = async () => false
