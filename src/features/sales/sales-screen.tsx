import { useLingui } from '@lingui/react/macro'
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
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { isSameRange, PERIOD_PRESETS } from '#domain/calendar/period-presets.ts'
import type { SoldFilter } from '#domain/reports/breakdown.ts'
import { useAddressState, useWriteAddress } from '#ui/use-address-state.ts'
import { DayEndButton } from './day-end/day-end-button.tsx'
import { Report } from './report.tsx'
import { Skeleton } from './skeleton.tsx'
import { type AskedReport, prepareReport, prepareReports, useSalesReport } from './use-sales-report.ts'

/** The filter of an address; it is kept only while the period is the same. */
function filterIn({ category, product }: Readonly<Record<string, unknown>>): SoldFilter {
  return {
    ...(typeof category === 'string' ? { category } : {}),
    ...(typeof product === 'string' ? { product } : {}),
  }
}

type Search = Readonly<Record<string, unknown>>

/** The reports of all periods that have a name. */
function namedReports(today: FiscalDay): readonly AskedReport[] {
  return PERIOD_PRESETS.map((period) => askedIn({ period }, today))
}

/** What an address asks for. */
function askedIn(search: Search, today: FiscalDay): AskedReport {
  const params = parseReportParams(search)
  return { ...rangeFromParams(params, today), params, filter: filterIn(search) }
}

type Props = {
  /** The query of the address. */
  readonly search: Search
  /** Puts a period into the address. */
  readonly onSearch: (search: ReportSearchParams & SoldFilter) => void
}

/** The sales report (spec §1, §9): what a company sold in a period, from the totals stored on this phone. */
export function SalesScreen(props: Props) {
  const { t } = useLingui()
  const { company } = useAppContext()
  if (company === null)
    return (
      <NoCompany icon="paper">{t`Your account is not linked to a company, so there are no sales to show.`}</NoCompany>
    )
  return <CompanySales {...props} />
}

function CompanySales({ search: inAddress, onSearch }: Props) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const today = useToday()
  const { shown: search, choose, unwritten } = useAddressState<Search>(inAddress)
  const asked = askedIn(search, today)
  const read = useSalesReport(asked)
  const shown = typeof read === 'object' ? read : undefined
  const isWaiting = shown !== undefined && !isSameRange(shown.report.range, asked.range)
  useWriteAddress(isWaiting ? undefined : unwritten, onSearch)
  // The days above are those of the figures below them, also while other days are read.
  const { preset, range, filter } = isWaiting ? shown.asked : asked
  return (
    <div className="page stack">
      <div className="page-head">
        <h1>{t`Sales report`}</h1>
        <PeriodChoice
          preset={preset}
          range={range}
          today={today}
          onOpen={() => void prepareReports(db, namedReports(today), today)}
          onTouch={(period) => prepareReport(db, askedIn(paramsOfPeriod(period, today), today), today)}
          onChoose={(period) => choose(paramsOfPeriod(period, today))}
        />
      </div>
      <DayEndButton />
      {shown ? (
        <Report shown={shown} category={filter.category} product={filter.product} onChoose={choose} />
      ) : read === 'fetching' ? (
        <EmptyOrFetching>
          <Skeleton />
        </EmptyOrFetching>
      ) : (
        <Skeleton />
      )}
    </div>
  )
}
