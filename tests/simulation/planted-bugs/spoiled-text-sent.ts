import type { listUnsendable as list } from '#sync/outbox/quarantine-entries.ts'

/** Planted: a text leaves without being compared with its hash. */
export const listUnsendable: typeof list = () => []
