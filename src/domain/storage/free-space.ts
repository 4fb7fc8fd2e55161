/** What the browser reports about this app's storage, in bytes. */
export type StorageUsage = { readonly usage: number; readonly quota: number }

const MEGABYTE = 1024 * 1024
/** A busy shop writes some megabytes a day: below this, a week or so is left. */
const LOW_BYTES = 100 * MEGABYTE
/** So little that the next save may fail. */
const CRITICAL_BYTES = 10 * MEGABYTE
const LOW_SHARE = 0.9

/**
 * Whether there is enough space: `low` while there is time to act, `none` when a save may fail. Browsers that report
 * the same large quota for every site do not show a full disk; those give `plenty` until it is full.
 */
export function classifyFreeSpace({ usage, quota }: StorageUsage): 'plenty' | 'low' | 'none' {
  const freeBytes = quota - usage
  if (freeBytes < CRITICAL_BYTES) return 'none'
  return freeBytes < LOW_BYTES || usage > quota * LOW_SHARE ? 'low' : 'plenty'
}
