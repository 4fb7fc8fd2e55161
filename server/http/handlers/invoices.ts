import type { invoicesReportEndpoints } from '#contract/invoices-report-endpoints.ts'
import { startOfDay } from '#domain/calendar/east-africa.ts'
import { Refusal } from '../../ports/refusal.ts'
import {
  exportReportRows,
  readReportPage,
  readReportTotals,
} from '../../services/invoices/read-invoices-report.ts'
import { invoiceChange } from '../../services/operations/feed-changes.ts'
import { companyScopeFor } from '../../services/scope-for.ts'
import { isVisibleSale, onlySalesOf } from '../../services/visible-sales.ts'
import { findInvoice, listOlderInvoices } from '../../storage/invoices/invoices.ts'
import type { Handlers } from './handler-types.ts'

const PAGE = 50

export const invoiceHandlers: Pick<
  Handlers,
  'invoices.find' | 'invoices.older' | keyof typeof invoicesReportEndpoints
> = {
  'invoices-report.list': async (context, input) => await readReportPage(context, input),
  'invoices-report.totals': async (context, input) => await readReportTotals(context, input),
  'invoices-report.export': async (context, input) => await exportReportRows(context, input),
  'invoices.find': async (context, input) => {
    const scope = await companyScopeFor(context, 'invoice.read', input.companyId)
    const invoice = await findInvoice(context.db, scope, input.id)
    const row = invoice && isVisibleSale(context, invoice) && invoiceChange(invoice).row
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  },
  'invoices.older': async (context, input) => {
    const scope = await companyScopeFor(context, 'invoice.read', input.companyId)
    const found = await listOlderInvoices(context.db, scope, {
      beforeSaleAt: input.beforeSaleAt,
      beforeId: input.beforeId,
      since: input.from === undefined ? undefined : startOfDay(input.from),
      status: input.status,
      operatorId: onlySalesOf(context),
      limit: PAGE + 1,
    })
    const invoices = found.slice(0, PAGE).flatMap((invoice) => invoiceChange(invoice).row ?? [])
    return { invoices, more: found.length > PAGE }
  },
}
