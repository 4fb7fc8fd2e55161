/** More than are seen on a phone at first. */
const FIRST_ROWS = 12

/**
 * The rows to render at once: the first ones, and below them those that were there before (`known`), so that the page
 * does not become shorter. The others follow when `known` are these very entries.
 */
export function rowsNow<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  known: readonly Entry[],
): readonly Entry[] {
  if (known === entries) return entries
  const knownIds = new Set(known.map(({ id }) => id))
  return entries.filter(({ id }, at) => at < FIRST_ROWS || knownIds.has(id))
}
