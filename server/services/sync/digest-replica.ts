import type { EndpointAnswer, EndpointRequest } from '#contract/endpoints.ts'
import { addDays, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { digestDocuments } from '../../storage/catalogue/documents.ts'
import { getFeedHead } from '../../storage/sync/feed-epoch.ts'
import { digestCollections, digestInvoices, digestTotals } from '../../storage/sync/replica-digest.ts'
import { companyScope, requireRight, type ServiceContext } from '../context.ts'
import { onlySalesOf } from '../visible-sales.ts'
import { readCursor } from './pull-cursor.ts'

/** A phone keeps 400 days; the first month of them is not whole. */
const COMPARED_DAYS = 365

/**
 * What a phone at this cursor must have: count and digest of the records, table by table, invoices month by
 * month, and of the stored totals. `moved` when the company has changed since that cursor: then nothing can be compared
 * yet.
 */
export async function digestReplica(
  context: ServiceContext,
  request: EndpointRequest<'sync.digest'>,
): Promise<EndpointAnswer<'sync.digest'>> {
  const scope = companyScope(context)
  requireRight(context, 'invoice.read', scope)
  const { db, clock } = context
  const { nonce } = request
  const today = fiscalDayOf(toInstant(clock.now()))
  const fromMonth = addDays(today, -COMPARED_DAYS).slice(0, 7)
  const answer = { proto: 1 as const, nonce, fromMonth }
  const cursor = readCursor(request.cursor)
  const isUpToDate = async () => {
    const { epoch, last } = await getFeedHead(db, scope)
    return cursor?.epoch === epoch && cursor.changeId === last
  }
  if (!(await isUpToDate())) return { ...answer, moved: true, slices: [] }
  const customers = await digestDocuments(db, scope, 'customers')
  const products = await digestDocuments(db, scope, 'products')
  const expenses = await digestDocuments(db, scope, 'expenses')
  const vendors = await digestDocuments(db, scope, 'vendors')
  const categories = await digestDocuments(db, scope, 'expense_categories')
  const ownSalesOf = onlySalesOf(context)
  const invoices = await digestInvoices(db, scope, fromMonth, ownSalesOf)
  const collections = await digestCollections(db, scope, ownSalesOf)
  const totals = ownSalesOf === undefined ? { totals: await digestTotals(db, scope) } : {}
  // A commit during the read is not a difference of the phone.
  if (!(await isUpToDate())) return { ...answer, moved: true, slices: [] }
  return {
    ...answer,
    moved: false,
    slices: [
      { t: 'customer', month: null, ...customers },
      { t: 'product', month: null, ...products },
      { t: 'expense', month: null, ...expenses },
      ...[...invoices].map(([month, digest]) => ({ t: 'invoice' as const, month, ...digest })),
    ],
    laterSlices: [
      { t: 'vendor', ...vendors },
      { t: 'category', ...categories },
    ],
    collections,
    ...totals,
  }
}
