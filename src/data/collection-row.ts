import type { Collection } from '#domain/collections/collection.ts'
import type { CollectionRow } from './rows.ts'

/** The collection without what this phone derives. */
export function collectionFromRow(row: CollectionRow): Collection {
  const { pending: _, ...collection } = row
  return collection
}
