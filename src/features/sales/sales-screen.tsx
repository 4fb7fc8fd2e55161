import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { NoCompany } from '#blocks/no-company.tsx'
import { PeriodChoice } from '#blocks/period/period-choice.tsx'
import {
  paramsOfPeriod,
  parseReportParams,
  type ReportSearchParams,
  rangeFromParams,
} from '#blocks/report/report-search-params.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import { ALL_RIGHTS, seesAllSales } from '#domain/permissions/operator-rights.ts'
import { type SoldFilter, soldRows } from '#domain/reports/breakdown.ts'
import { isMonth } from '#domain/reports/vat-worksheet.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { BreakdownPart } from './breakdown-part.tsx'
import { BusyHours } from './busy-hours.tsx'
import { DayEndButton } from './day-end/day-end-button.tsx'
import { Downloads } from './downloads.tsx'
import { type Drill, DrillContext } from './drill.ts'
import { FilterPart } from './filter-part.tsx'
import { FilteredPart } from './filtered-part.tsx'
import { InvoicesSheet } from './invoices-sheet.tsx'
import { PartsList } from './parts-list.tsx'
import { PaymentPart } from './payment-part.tsx'
import classes from './sales.module.css'
import { TaxPart } from './tax-part.tsx'
import { TotalsPart } from './totals-part.tsx'
import { useBreakdownRows } from './use-breakdown-rows.ts'
import { type ShownReport, useSalesReport } from './use-sales-report.ts'
import { type SoldNames, useSoldNames } from './use-sold-names.ts'
import { VatPart } from './vat-part.tsx'
import { WeekdayMonths } from './weekday-months.tsx'
import { ZReportsPart } from './z-reports-part.tsx'

const NO_NAMES: SoldNames = { names: new Map(), categoryOf: () => '' }

/** The filter of an address; it is kept only while the period is the same. */
function filterIn({ category, product }: Readonly<Record<string, unknown>>): SoldFilter {
  return {
    ...(typeof category === 'string' ? { category } : {}),
    ...(typeof product === 'string' ? { product } : {}),
  }
}

/** No figures are shown before they are read: a wrong sum is worse than none. */
function Skeleton() {
  return (
    <div className={classes.skeleton} aria-busy="true">
      <span />
      <span />
      <span />
    </div>
  )
}

type FilterProps = {
  readonly filter: SoldFilter
  readonly onFilter: (filter: SoldFilter) => void
}

function Report({ shown, filter, onFilter }: FilterProps & { readonly shown: ShownReport }) {
  const { t } = useLingui()
  const { vatRegistered } = useAppContext()
  const { report } = shown
  const { total } = report
  const rows = useBreakdownRows(report)
  const read = useSoldNames(rows)
  const [drill, setDrill] = useState<Drill>()
  const { category, product } = filter
  const isFiltered = category !== undefined || product !== undefined
  const isEmpty = total.count === 0 && total.refundedCount === 0 && total.canceledCount === 0
  if (isEmpty) {
    return (
      <EmptyState icon="receipt" title={t`No sales in this period`}>
        {t`Choose another period, or issue the first invoice of this one.`}
      </EmptyState>
    )
  }
  const whole = (
    <>
      <TotalsPart shown={shown} />
      <Downloads report={report} />
      <div className={classes.pair}>
        <TaxPart report={report} />
        <PaymentPart report={report} />
      </div>
      {report.by === 'day' ? <BusyHours report={report} /> : <WeekdayMonths range={report.range} />}
      <BreakdownPart rows={rows} read={read} />
      <PartsList report={report} />
      {vatRegistered && isMonth(report.range) ? <VatPart report={report} /> : null}
    </>
  )
  const chosen = rows && read ? soldRows(rows, filter, read.categoryOf) : undefined
  const title = (product && read?.names.get(product)) || category || t`What was sold`
  return (
    <DrillContext value={setDrill}>
      <FilterPart rows={rows ?? []} read={read ?? NO_NAMES} filter={filter} onFilter={onFilter} />
      {isFiltered ? (
        chosen && read ? (
          <FilteredPart rows={chosen} read={read} title={title} />
        ) : (
          <Skeleton />
        )
      ) : (
        whole
      )}
      {drill ? (
        <InvoicesSheet drill={drill} range={report.range} onClose={() => setDrill(undefined)} />
      ) : null}
    </DrillContext>
  )
}

type Props = {
  /** The query of the address. */
  readonly search: Readonly<Record<string, unknown>>
  /** Puts a period into the address. */
  readonly onSearch: (search: ReportSearchParams & SoldFilter) => void
}

/** The sales report (spec §1, §9): what a company sold in a period, from the totals stored on this phone. */
export function SalesScreen({ search, onSearch }: Props) {
  const { t } = useLingui()
  const { company } = useAppContext()
  const today = useToday()
  const { preset, range } = rangeFromParams(parseReportParams(search), today)
  if (company === null)
    return (
      <NoCompany icon="paper">{t`Your account is not linked to a company, so there are no sales to show.`}</NoCompany>
    )
  return (
    <div className="page stack">
      <div className="page-head">
        <h1>{t`Sales report`}</h1>
        <PeriodChoice
          preset={preset}
          range={range}
          today={today}
          onChoose={(period) => onSearch(paramsOfPeriod(period, today))}
        />
      </div>
      <DayEndButton />
      <ReportOfRange
        key={`${range.from} ${range.to}`}
        range={range}
        filter={filterIn(search)}
        onFilter={(filter) => onSearch({ ...parseReportParams(search), ...filter })}
      />
    </div>
  )
}

function ReportOfRange({ range, ...filtering }: FilterProps & { readonly range: DayRange }) {
  const { session } = useAppContext()
  const shown = useSalesReport(range)
  if (shown === undefined) return <Skeleton />
  if (shown === 'fetching') {
    return (
      <EmptyOrFetching>
        <Skeleton />
      </EmptyOrFetching>
    )
  }
  return (
    <>
      <Report shown={shown} {...filtering} />
      {seesAllSales(session.rights ?? ALL_RIGHTS) ? <ZReportsPart range={range} /> : null}
    </>
  )
}
