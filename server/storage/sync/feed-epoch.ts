import { parseInteger } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** The position of a company's feed: a cursor of another epoch, or ahead of `last`, is not one of this feed. */
export type FeedHead = { readonly epoch: string; readonly last: number }

/** The epoch of the server, or the company's own since its data was found to have gone back. */
export async function getFeedHead(db: Db, scope: CompanyScope): Promise<FeedHead> {
  const row = await db
    .selectFrom('company_feeds as feed')
    .innerJoin('server_state', (join) => join.on('server_state.id', '=', 1))
    .select(['feed.change_seq', 'feed.feed_epoch', 'server_state.epoch'])
    .where('feed.company_id', '=', scope.companyId)
    .executeTakeFirstOrThrow()
  return { epoch: row.feed_epoch ?? row.epoch, last: parseInteger(row.change_seq) }
}

/** Begins the feed of a company that was just stored. */
export async function insertFeed(db: Db, { companyId }: CompanyScope): Promise<void> {
  await db.insertInto('company_feeds').values({ company_id: companyId, feed_epoch: null }).execute()
}

/** Begins a new feed of a company: every cursor that was given out before is void. */
export async function updateFeedEpoch(db: Db, scope: CompanyScope, epoch: string): Promise<void> {
  await db
    .updateTable('company_feeds')
    .set({ feed_epoch: epoch })
    .where('company_id', '=', scope.companyId)
    .executeTakeFirstOrThrow()
}
