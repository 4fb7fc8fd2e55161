import { type RawBuilder, sql } from 'kysely'

/**
 * The ids of the invoices or collections of a company that the feed has after a number. The feed is in the order of the
 * commits, which no clock is.
 */
export function changedIds(
  t: 'invoice' | 'collection',
  companyId: string,
  after: number,
): RawBuilder<string> {
  // Rows of other kinds have texts that are no UUID, and the order of conditions is the database's choice.
  return sql<string>`(select case when h.t = ${t} then h.row_id::uuid end from changes h
    where h.company_id = ${companyId} and h.t = ${t} and h.change_id > ${after})`
}
