/** What the browser says about the place of this app, in bytes. */
export type StorageUsage = { readonly usage: number; readonly quota: number }

const MEGABYTE = 1024 * 1024
/** A busy shop writes some megabytes a day: below this, a week or so is left. */
const LOW_BYTES = 100 * MEGABYTE
/** So little that the next save may fail. */
const CRITICAL_BYTES = 10 * MEGABYTE
const LOW_SHARE = 0.9

/**
 * Whether there is room to go on: `low` while there is time to do something, `none` when a save may fail. Browsers
 * that give every site the same large quota know nothing of a full disk; those say `plenty` to the end.
 */
export function classifyFreeSpace({ usage, quota }: StorageUsage): 'plenty' | 'low' | 'none' {
  const freeBytes = quota - usage
  if (freeBytes < CRITICAL_BYTES) return 'none'
  return freeBytes < LOW_BYTES || usage > quota * LOW_SHARE ? 'low' : 'plenty'
}
