import { isDeepStrictEqual } from 'node:util'

/** A field in which an edit overwrote another edit made in the meantime. */
export type OverwrittenField = { readonly field: string; readonly was: unknown; readonly is: unknown }

/**
 * Three-way merge, field by field: what the person changed (`fields` against `base`) is written over the
 * current record. Two edits of one field: the later arrival wins and the other is reported, for the audit.
 * Without a base every field counts as changed.
 */
export function mergeFields<T extends Readonly<Record<string, unknown>>>(
  current: T,
  base: Readonly<Record<string, unknown>> | null,
  fields: T,
): { readonly merged: T; readonly overwritten: readonly OverwrittenField[] } {
  const merged: Record<string, unknown> = { ...current }
  const overwritten: OverwrittenField[] = []
  for (const [field, value] of Object.entries(fields)) {
    if (base !== null && isDeepStrictEqual(base[field], value)) continue
    const was = current[field]
    if (!isDeepStrictEqual(was, value) && (base === null || !isDeepStrictEqual(base[field], was)))
      overwritten.push({ field, was, is: value })
    merged[field] = value
  }
  return { merged: { ...current, ...merged }, overwritten }
}
