import { stillOwed as owed } from '#domain/collections/owed.ts'

/** Planted: what was paid for an invoice before is forgotten at the next payment. */
export const stillOwed: typeof owed = (invoice) => owed(invoice, [])
