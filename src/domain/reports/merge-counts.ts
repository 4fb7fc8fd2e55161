import type { Instant } from '../calendar/east-africa.ts'

/** Counts of this phone and those of the server, each once, the newest first: a count has the same id in both. */
export function mergeCounts<Count extends { readonly id: string; readonly at: Instant }>(
  own: readonly Count[],
  fetched: readonly Count[],
): Count[] {
  const byId = new Map([...fetched, ...own].map((count) => [count.id, count]))
  return [...byId.values()].sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
}
