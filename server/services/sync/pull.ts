import type { EndpointRequest } from '#contract/endpoints.ts'
import { PULL_MAX_CHANGES, type PullAnswer } from '#contract/sync.ts'
import { DAY_MS, toInstant } from '#domain/calendar/east-africa.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { type FeedEntry, listChanges } from '../../storage/sync/changes.ts'
import { getFeedHead } from '../../storage/sync/feed-epoch.ts'
import { getTombstonesDeletedUpTo } from '../../storage/sync/feed-pruning.ts'
import { companyScope, requireRight, type ServiceContext } from '../context.ts'
import { noticeRollback } from '../recovery/notice-rollback.ts'
import { recoverHint } from '../recovery/recover-hint.ts'
import { onlySalesOf } from '../visible-sales.ts'
import { listRecordChanges } from './list-record-changes.ts'
import { type PullCursor, readCursor, writeCursor } from './pull-cursor.ts'

/** A phone keeps this many days of invoices; drafts are kept for ever. */
const WINDOW_DAYS = 400

type Start = { readonly cursor: PullCursor; readonly first: boolean; readonly reset: boolean }

type Feed = {
  readonly epoch: string
  readonly last: number
  readonly deletedUpTo: number
  readonly ownSales: boolean
}

/**
 * Where the pull continues. It begins at the start without a cursor, and starts over when the cursor belongs
 * to another epoch, is older than deleted tombstones, or was written before the person was given the right to see all
 * sales or lost it. A first sync that began after those tombstones never had the records they removed.
 */
function startOf(text: string | undefined, { epoch, last, deletedUpTo: goneTo, ownSales }: Feed): Start {
  const beginning = { epoch, changeId: 0, windowUpTo: last, ownSales }
  if (text === undefined) return { cursor: beginning, first: true, reset: false }
  const cursor = readCursor(text)
  const valid =
    cursor !== undefined &&
    cursor.epoch === epoch &&
    cursor.changeId <= last &&
    cursor.ownSales === ownSales &&
    Math.max(cursor.changeId, cursor.windowUpTo) >= goneTo
  return valid ? { cursor, first: false, reset: false } : { cursor: beginning, first: true, reset: true }
}

function pageSize(limit: string | undefined): number {
  return Math.min(Math.max(Number(limit ?? PULL_MAX_CHANGES), 1), PULL_MAX_CHANGES)
}

/** A first sync begins with the company itself, whether or not it ever changed. */
function withCompany(entries: FeedEntry[], scope: CompanyScope): FeedEntry[] {
  const company: FeedEntry = { t: 'company', id: scope.companyId, deleted: false, changeId: 0 }
  return [company, ...entries.filter((entry) => entry.t !== 'company')]
}

/**
 * One page of what changed in the company, in commit order, with the current records. The number of the last
 * change is read first, so that nothing committed later can be skipped; a record that changes meanwhile comes
 * again.
 */
export async function pull(
  context: ServiceContext,
  request: EndpointRequest<'sync.pull'>,
): Promise<PullAnswer> {
  const scope = companyScope(context)
  requireRight(context, 'invoice.read', scope)
  await noticeRollback(context, scope, request.cursor)
  const { epoch, last } = await getFeedHead(context.db, scope)
  const deletedUpTo = await getTombstonesDeletedUpTo(context.db, scope)
  const operatorId = onlySalesOf(context)
  const ownSales = operatorId !== undefined
  const { cursor, first, reset } = startOf(request.cursor, { epoch, last, deletedUpTo, ownSales })
  const limit = pageSize(request.limit)
  const { only } = request
  const range = { after: cursor.changeId, upTo: last, limit: limit + 1, ...(only && { only }) }
  const found = await listChanges(context.db, scope, range)
  const more = found.length > limit
  const entries = more ? found.slice(0, limit) : found
  const upTo = more ? (entries.at(-1)?.changeId ?? last) : last
  const now = context.clock.now()
  const from = reset ? readCursor(request.cursor ?? '')?.epoch : undefined
  const recover = from === undefined ? undefined : await recoverHint(context.db, scope, from)
  const window = { upTo: cursor.windowUpTo, since: toInstant(now - WINDOW_DAYS * DAY_MS) }
  const changes = await listRecordChanges(
    context.db,
    scope,
    first && !only ? withCompany(entries, scope) : entries,
    { window, operatorId },
  )
  return {
    proto: 1,
    nonce: request.nonce,
    serverTime: toInstant(now),
    changes,
    next: writeCursor({ ...cursor, changeId: upTo }),
    upTo,
    last,
    more,
    rights: context.rights,
    ...(reset && { reset: true }),
    ...(recover && { recover }),
  }
}
