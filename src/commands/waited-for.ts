import { isUnsent } from '#data/outbox-entry.ts'
import type { OutboxEntry } from '#data/rows.ts'

/** What the unsent work of a record waits for: a save that replaces it in its position waits for the same. */
export function waitedFor(entries: readonly OutboxEntry[]): string[] {
  return entries.filter(isUnsent).flatMap((entry) => entry.dependsOn)
}
