/** Hues that differ clearly from each other, in degrees. */
const HUES = [210, 28, 145, 340, 265, 50, 185, 0]

/**
 * The colour of a category, always the same for the same name on every phone; its word stays beside it. Readable on
 * light and on dark.
 */
export function categoryColour(category: string): string {
  let hash = 0
  for (const sign of category.toLowerCase()) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 65_521
  return `hsl(${HUES[hash % HUES.length] ?? 0} 65% 45%)`
}
