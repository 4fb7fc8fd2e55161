import type { Invoice } from '#domain/invoices/invoice.ts'
import { type AggregateRow, mergeAggregates } from '#domain/reports/aggregate.ts'
import { allDeltas, countedDay } from '#domain/reports/invoice-deltas.ts'
import { listInvoicesOfMonth, listRefundedInMonth } from '../../storage/invoices/counted-invoices.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'

/** A month may have more invoices than the memory of a small server holds. */
const PAGE = 500

async function* invoicesOf(db: Db, scope: CompanyScope, month: string): AsyncGenerator<Invoice[]> {
  for (let after: { day: string; id: string } | undefined; ; ) {
    const page = await listInvoicesOfMonth(db, scope, month, { after, limit: PAGE })
    yield page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) break
    after = { day: countedDay(last), id: last.id }
  }
  for (let after: string | undefined; ; ) {
    const page = await listRefundedInMonth(db, scope, month, { after, limit: PAGE })
    yield page
    if (page.length < PAGE) return
    after = page.at(-1)?.id
  }
}

/** The totals of a month (`YYYY-MM`) of a company, counted from its invoices: of days, products, customers and operators. */
export async function countMonth(db: Db, scope: CompanyScope, month: string): Promise<AggregateRow[]> {
  let counted: AggregateRow[] = []
  for await (const invoices of invoicesOf(db, scope, month)) {
    const rows = invoices.flatMap(allDeltas).filter(({ period }) => period.slice(0, 7) === month)
    counted = mergeAggregates([...counted, ...rows])
  }
  return counted
}
