import * as v from 'valibot'
import type { SyncNotice } from './connection/sync-deps.ts'

/** Name of the BroadcastChannel on which pages and the worker inform each other what a sync did. */
export const SYNC_CHANNEL = 'risiti-sync'

const noticeSchema = v.object({
  kind: v.literal('synced'),
  accountId: v.string(),
  pendingCount: v.number(),
})

/**
 * Reads a message of the channel; `undefined` for anything else. A lost message does no harm: screens read the
 * database.
 */
export function readNotice(data: unknown): SyncNotice | undefined {
  const parsed = v.safeParse(noticeSchema, data)
  return parsed.success ? parsed.output : undefined
}
