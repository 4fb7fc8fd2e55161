import { parseInteger } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** The position of a company's feed: a cursor of another epoch, or ahead of `last`, is not one of this feed. */
export type FeedHead = { readonly epoch: string; readonly last: number }

/** The epoch of the server, or the company's own since its data was found to have gone back. */
export async function getFeedHead(db: Db, scope: CompanyScope): Promise<FeedHead> {
  const row = await db
    .selectFrom('companies')
    .innerJoin('server_state', (join) => join.on('server_state.id', '=', 1))
    .select(['companies.change_seq', 'companies.feed_epoch', 'server_state.epoch'])
    .where('companies.id', '=', scope.companyId)
    .executeTakeFirstOrThrow()
  return { epoch: row.feed_epoch ?? row.epoch, last: parseInteger(row.change_seq) }
}

/** Begins a new feed of a company: every cursor that was given out before is void. */
export async function updateFeedEpoch(db: Db, scope: CompanyScope, epoch: string): Promise<void> {
  await db
    .updateTable('companies')
    .set({ feed_epoch: epoch })
    .where('id', '=', scope.companyId)
    .executeTakeFirstOrThrow()
}
