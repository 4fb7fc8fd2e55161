import type { EndpointRequest } from '#contract/endpoints.ts'
import { PULL_MAX_CHANGES, type PullAnswer } from '#contract/sync.ts'
import { DAY_MS, toInstant } from '#domain/calendar/east-africa.ts'
import { findUser } from '../../storage/accounts/users.ts'
import { findEnvironment } from '../../storage/fiscal/identities.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import {
  type FeedEntry,
  listChanges,
  listChangesBefore,
  listEntriesNeededFirst,
} from '../../storage/sync/changes.ts'
import { getFeedHead } from '../../storage/sync/feed-epoch.ts'
import { getTombstonesDeletedUpTo } from '../../storage/sync/feed-pruning.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { companyScope, requireRight, type ServiceContext } from '../context.ts'
import { noticeRollback } from '../recovery/notice-rollback.ts'
import { recoverHint } from '../recovery/recover-hint.ts'
import { onlySalesOf } from '../visible-sales.ts'
import { listRecordChanges } from './list-record-changes.ts'
import { type PullCursor, readCursor, writeCursor } from './pull-cursor.ts'

/** A phone gets this many days of invoices; drafts and what is owed it gets whatever their age. */
const WINDOW_DAYS = 400

/** Of each kind that is needed first. */
const MOST_NEEDED_FIRST = 1_000

type Start = { readonly cursor: PullCursor; readonly first: boolean; readonly reset: boolean }

/** What of a pull was found: its entries, and the cursor behind them. */
type Found = { readonly entries: FeedEntry[]; readonly cursor: PullCursor; readonly more: boolean }

type Feed = {
  readonly epoch: string
  readonly last: number
  readonly deletedUpTo: number
  readonly ownSales: boolean
  /** Whether a first sync goes from the newest change to the oldest. */
  readonly newestFirst: boolean
}

/**
 * Where the pull continues. It begins at the start without a cursor, and starts over when the cursor belongs
 * to another epoch, is older than deleted tombstones, or was written before the person was given the right to see all
 * sales or lost it. A first sync that began after those tombstones never had the records they removed.
 */
function startOf(
  text: string | undefined,
  { epoch, last, deletedUpTo: goneTo, ownSales, newestFirst }: Feed,
): Start {
  const from = newestFirst ? { changeId: last, backTo: last } : { changeId: 0, backTo: 0 }
  const beginning = { epoch, windowUpTo: last, ownSales, ...from }
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

/** What phones stored at the login and what may have changed since: the person's name and the company's authority. */
async function readPersonAndEnvironment(
  { actor, db, environmentByDefault }: ServiceContext & Pick<AuthServices, 'environmentByDefault'>,
  scope: CompanyScope,
): Promise<Pick<PullAnswer, 'person' | 'environment'>> {
  const [user, environment = environmentByDefault] = await Promise.all([
    findUser(db, actor.userId),
    findEnvironment(db, scope),
  ])
  return { ...(user && { person: { firstName: user.first_name, lastName: user.last_name } }), environment }
}

/** The changes behind a cursor: first the new ones in commit order, then backwards those a first sync still lacks. */
async function findChanges(
  context: ServiceContext,
  scope: CompanyScope,
  cursor: PullCursor,
  {
    last,
    limit,
    only,
  }: { readonly last: number; readonly limit: number; readonly only: EndpointRequest<'sync.pull'>['only'] },
): Promise<Found> {
  const after = { after: cursor.changeId, upTo: last, ...(only && { only }) }
  const fresh = await listChanges(context.db, scope, { ...after, limit: limit + 1 })
  if (fresh.length > limit) {
    const entries = fresh.slice(0, limit)
    const changeId = entries.at(-1)?.changeId ?? last
    return { entries, cursor: { ...cursor, changeId }, more: true }
  }
  const room = limit - fresh.length
  if (cursor.backTo === 0 || room === 0)
    return { entries: fresh, cursor: { ...cursor, changeId: last }, more: cursor.backTo > 0 }
  const older = await listChangesBefore(context.db, scope, cursor.backTo, room + 1)
  const more = older.length > room
  const entries = [...fresh, ...older.slice(0, room)]
  const backTo = more ? (older.at(room)?.changeId ?? 0) : 0
  return { entries, cursor: { ...cursor, changeId: last, backTo }, more }
}

/**
 * One page of what changed in the company, in commit order, with the current records. The number of the last
 * change is read first, so that nothing committed later can be skipped; a record that changes meanwhile comes
 * again. A first sync may go backwards (spec §9: the app is usable at once): the newest changes come first.
 */
export async function pull(
  context: ServiceContext & Pick<AuthServices, 'environmentByDefault'>,
  request: EndpointRequest<'sync.pull'>,
): Promise<PullAnswer> {
  const scope = companyScope(context)
  requireRight(context, 'invoice.read', scope)
  await noticeRollback(context, scope, request.cursor)
  const { epoch, last } = await getFeedHead(context.db, scope)
  const deletedUpTo = await getTombstonesDeletedUpTo(context.db, scope)
  const operatorId = onlySalesOf(context)
  const ownSales = operatorId !== undefined
  const { only } = request
  const newestFirst = request.order === 'newest' && only === undefined
  const feed = { epoch, last, deletedUpTo, ownSales, newestFirst }
  const { cursor, first, reset } = startOf(request.cursor, feed)
  const found = await findChanges(context, scope, cursor, { last, limit: pageSize(request.limit), only })
  const { more } = found
  const { changeId: upTo, backTo } = found.cursor
  const isNew = first && !reset && newestFirst
  const needed = isNew ? await listEntriesNeededFirst(context.db, scope, MOST_NEEDED_FIRST) : []
  const entries = [...needed, ...found.entries]
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
    next: writeCursor(found.cursor),
    upTo,
    ...(backTo > 0 && { from: backTo }),
    last,
    more,
    rights: context.rights,
    ...(await readPersonAndEnvironment(context, scope)),
    ...(reset && { reset: true }),
    ...(recover && { recover }),
  }
}
