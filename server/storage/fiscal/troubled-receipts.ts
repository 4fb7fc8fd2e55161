import type { EndpointAnswer } from '#contract/endpoints.ts'
import type { Db } from '../../services/context.ts'
import { parseInteger } from '../row-values.ts'
import type { CompanyScope } from '../scope.ts'

export type TroubledReceipt = NonNullable<EndpointAnswer<'fiscal.status'>['troubled']>[number]

/** As many as a person can go through. */
const MAX_LISTED = 50

/**
 * Receipts of a company that do not come right by waiting alone, in the order of their numbers: refused, set aside,
 * or acknowledged and then not shown by the authority's portal.
 */
export async function listTroubledReceipts(db: Db, scope: CompanyScope): Promise<TroubledReceipt[]> {
  const rows = await db
    .selectFrom('receipts')
    .select(['invoice_id', 'gc', 'rctvnum', 'delivery', 'ack_code', 'ack_message'])
    .where('company_id', '=', scope.companyId)
    .where('delivery', 'in', ['rejected', 'parked', 'missing'])
    .orderBy('gc')
    .limit(MAX_LISTED)
    .execute()
  return rows.flatMap((row) => {
    const { delivery } = row
    if (delivery !== 'rejected' && delivery !== 'parked' && delivery !== 'missing') return []
    return [
      {
        invoiceId: row.invoice_id,
        gc: parseInteger(row.gc),
        rctvnum: row.rctvnum,
        delivery,
        ackCode: row.ack_code,
        ackMessage: row.ack_message,
      },
    ]
  })
}
