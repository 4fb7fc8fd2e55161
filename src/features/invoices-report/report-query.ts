import {
  parseReportParams,
  type ReportSearchParams,
  rangeFromParams,
} from '#blocks/report/report-search-params.ts'
import type { EndpointInput } from '#contract/endpoints.ts'
import { REPORT_STATUSES } from '#contract/invoices-report-endpoints.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { DayRange, PeriodPreset } from '#domain/calendar/period-presets.ts'
import { FISCAL_PAYMENT_TYPES } from '#domain/fiscal/fiscal-receipt.ts'
import { TAX_LETTERS } from '#domain/tax/tax-type.ts'

/** What narrows the report down, in the words of the server. */
export type ReportQuery = EndpointInput<'invoices-report.totals'>

export type AddressedReport = {
  readonly preset: PeriodPreset | undefined
  readonly range: DayRange
  readonly query: ReportQuery
  /** The part of the address that is not the list's: period, company, tax type, payment type. */
  readonly narrowed: Readonly<Record<string, string>>
}

type Params = Readonly<Record<string, string | undefined>>

/** The report that an address means today; what it does not understand is left out. */
export function parseReport(search: Params, today: FiscalDay): AddressedReport {
  const params: ReportSearchParams = parseReportParams(search)
  const { preset, range } = rangeFromParams(params, today)
  const { company, q = '' } = search
  const letter = TAX_LETTERS.find((known) => known === search['letter'])
  const payment = FISCAL_PAYMENT_TYPES.find((known) => known === search['payment'])
  const status = REPORT_STATUSES.find((known) => known === search['filter'])
  return {
    preset,
    range,
    query: {
      ...range,
      ...(q.trim() === '' ? {} : { search: q.slice(0, 100) }),
      ...(status === undefined ? {} : { filter: status }),
      ...(company === undefined ? {} : { companyId: company }),
      ...(letter === undefined ? {} : { letter }),
      ...(payment === undefined ? {} : { payment }),
    },
    narrowed: {
      ...params,
      ...(company === undefined ? {} : { company }),
      ...(letter === undefined ? {} : { letter }),
      ...(payment === undefined ? {} : { payment }),
    },
  }
}
