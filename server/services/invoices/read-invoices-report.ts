import type { EndpointRequest } from '#contract/endpoints.ts'
import { EXPORTED_ROWS, type ReportRow, type ReportTotals } from '#contract/invoices-report-endpoints.ts'
import type { Page } from '#contract/pages.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { FISCAL_PAYMENT_TYPES, PAYMENT_OF } from '#domain/fiscal/fiscal-receipt.ts'
import { type Cents, minusCents, sumCents, ZERO_CENTS } from '#domain/money/cents.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import {
  listExportRows,
  listReportRows,
  type ReportFilter,
  sumReport,
} from '../../storage/invoices/invoices-report.ts'
import type { AdministrationScope } from '../../storage/scope.ts'
import { administrationScope, subjectOf } from '../administration-scope.ts'
import { actedBy, requireRight, type ServiceContext } from '../context.ts'
import { pageQuery } from '../page-query.ts'

/** The companies whose sales the caller may see together; refuses operators, who have the sales report. */
function reportScope(context: ServiceContext): AdministrationScope {
  const scope = administrationScope(context)
  requireRight(context, 'invoice.report', subjectOf(scope))
  return scope
}

function filterOf(input: EndpointRequest<'invoices-report.totals'>): ReportFilter {
  const { from, to, search = '', filter: status, companyId, letter, payment } = input
  return { from, to, search, status, companyId, letter, payment }
}

/** One page of the invoices report: numbered invoices by the day of their receipt. */
export async function readReportPage(
  context: ServiceContext,
  input: EndpointRequest<'invoices-report.list'>,
): Promise<Page<ReportRow>> {
  const scope = reportScope(context)
  const { search, sort, page } = input
  const query = pageQuery<'-day' | 'day' | '-total' | 'total', never>({ search, sort, page }, '-day')
  return await listReportRows(context.db, scope, filterOf(input), query)
}

/** What all invoices of the report come to, with the parts of each company, tax letter and payment type. */
export async function readReportTotals(
  context: ServiceContext,
  input: EndpointRequest<'invoices-report.totals'>,
): Promise<ReportTotals> {
  const scope = reportScope(context)
  const { paid, ...found } = await sumReport(context.db, scope, filterOf(input))
  const { companies } = found
  const gross = sumCents(companies.map((company) => company.gross))
  const paidAs = new Map<string, Cents>(paid.map(({ type, amount }) => [PAYMENT_OF[type], amount]))
  // What no payment covers was sold on credit: the authority's INVOICE, as in `fiscalPayments`.
  paidAs.set('INVOICE', minusCents(gross, sumCents(paid.map(({ amount }) => amount))))
  return {
    ...found,
    count: companies.reduce((sum, company) => sum + company.count, 0),
    net: sumCents(companies.map((company) => company.net)),
    vat: sumCents(companies.map((company) => company.vat)),
    gross,
    perPayment: FISCAL_PAYMENT_TYPES.map((type) => ({
      type,
      amount: paidAs.get(type) ?? ZERO_CENTS,
    })).filter(({ amount }) => amount !== 0),
  }
}

/** The next rows for a file. The first batch is recorded: who took which sales out of the system. */
export async function exportReportRows(
  context: ServiceContext,
  { after, ...input }: EndpointRequest<'invoices-report.export'>,
): Promise<{ readonly rows: ReportRow[]; readonly more: boolean }> {
  const scope = reportScope(context)
  const filter = filterOf(input)
  if (after === undefined) {
    const { from, to, companyId } = filter
    await insertAuditEntry(context.db, {
      companyId: context.actor.companyId,
      ...actedBy(context),
      at: toInstant(context.clock.now()),
      action: 'invoices-report.export',
      subject: 'invoices-report',
      detail: { from, to, ...(companyId === undefined ? {} : { companyId }) },
    })
  }
  const found = await listExportRows(context.db, scope, filter, { after, limit: EXPORTED_ROWS + 1 })
  return { rows: found.slice(0, EXPORTED_ROWS), more: found.length > EXPORTED_ROWS }
}
