/** Words of a search that count; more would only make the query longer. */
const MAX_WORDS = 5

/**
 * The words of a search as LIKE patterns on a lower-case search text; a row must match each. A number keeps its digits
 * only, so that `999-000-001` finds a TIN and `+255 700…` a phone number.
 */
export function searchPatterns(search: string): string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .map((word) => (/^[+\d-]+$/.test(word) ? word.replace(/\D/g, '') : word))
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}
