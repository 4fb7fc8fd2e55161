import type { Generated } from 'kysely'
import type { OperationResult } from '#contract/sync.ts'
import type { BigInteger, GeneratedBigInteger, Json, Moment } from '../column-types.ts'

/** Tables of synchronisation: operations and their results, the change feed, and how far each device came. */

/** The idempotency ledger: one row per executed operation, with its stored result. */
export type OperationsTable = {
  company_id: string
  op_id: string
  user_id: string
  device_id: string
  epoch: string
  device_seq: BigInteger
  written_by: string | null
  written_on: string | null
  type: string
  version: number
  body_hash: string
  result: Json<OperationResult>
  change_id: BigInteger | null
  executed_at: Moment
}

/** Per device and epoch: the highest sequence number up to which all operations are known, and the highest one. */
export type DeviceEpochsTable = {
  company_id: string
  device_id: string
  epoch: string
  user_id: string
  contiguous_seq: BigInteger
  highest_seq: BigInteger
  lost_count: Generated<number>
  lost_noticed_at: Moment | null
  forked_at: Moment | null
}

/** Records that a device created under another id (`from_id`) than the one the company has them under. */
export type RecordAliasesTable = {
  company_id: string
  t: 'customer' | 'product' | 'vendor'
  from_id: string
  to_id: string
}

/** Latest change of every record, in commit order per company. */
export type ChangesTable = {
  company_id: string
  t:
    | 'invoice'
    | 'customer'
    | 'product'
    | 'vendor'
    | 'category'
    | 'expense'
    | 'collection'
    | 'aggregate'
    | 'company'
  row_id: string
  change_id: BigInteger
  deleted: Generated<boolean>
}

/**
 * The position of each company's feed, and what was done to it. A view of `companies` until the tables are distributed: an
 * insert does nothing there.
 */
export type CompanyFeedsTable = {
  company_id: string
  change_seq: GeneratedBigInteger
  tombstones_gone_to: GeneratedBigInteger
  feed_epoch: string | null
}

/** Last change of a company on each day: gives the age of a change without a time on every row. */
export type FeedMarksTable = { company_id: string; day: string; change_id: BigInteger }
