import { useLingui } from '@lingui/react/macro'
import { useDeferredValue } from 'react'
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
import { TableView } from '#blocks/report/table-view.tsx'
import type { AccountDatabase } from '#data/account-database.ts'
import { type FiscalDay, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { isSameRange, PERIOD_PRESETS } from '#domain/calendar/period-presets.ts'
import { hasExpenses } from '#domain/reports/expense-groups.ts'
import { expenseReport } from '#domain/reports/expense-report.ts'
import { sellerAfterMerges } from '#domain/vendors/merge-vendors.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { useAddressState, useWriteAddress } from '#ui/use-address-state.ts'
import { useCategoryName } from '../categories/use-categories.ts'
import { EXPENSE_STATUS_NAMES } from '../expense-names.ts'
import classes from '../expenses.module.css'
import { expenseTables, expenseTaxNames } from './expense-tables.ts'
import { ReportDownloads } from './report-downloads.tsx'
import { type AskedReport, prepareReport, prepareReports, type ReadReport, useReport } from './use-report.ts'

type Search = Readonly<Record<string, unknown>>

/** What an address asks for. */
function askedIn(search: Search, today: FiscalDay): AskedReport {
  return rangeFromParams(parseReportParams(search), today)
}

/** The reports of all periods that have a name. */
function namedReports(today: FiscalDay): readonly AskedReport[] {
  return PERIOD_PRESETS.map((period) => askedIn({ period }, today))
}

/** Reads what the report shows when it opens, by the query of its address. */
export function prepareFirstReport(db: AccountDatabase, search: Search): Promise<void> {
  // A phone with a wrong clock reads other days in vain; the screen then reads the right ones.
  return prepareReport(db, askedIn(search, fiscalDayOf(toInstant(db.ports.clock.now()))))
}

type Props = {
  /** The query of the address. */
  readonly search: Search
  /** Puts a period into the address. */
  readonly onSearch: (search: ReportSearchParams) => void
}

/** The expense report (spec §1, §9): what a company spent in a period, from what this phone holds. */
export function ExpenseReportScreen(props: Props) {
  const { t } = useLingui()
  const { company } = useAppContext()
  if (company === null) {
    return (
      <NoCompany icon="cash">{t`Your account is not linked to a company, so there are no expenses.`}</NoCompany>
    )
  }
  return <CompanyReport {...props} />
}

function CompanyReport({ search: inAddress, onSearch }: Props) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const today = useToday()
  const { shown: search, choose, unwritten } = useAddressState<Search>(inAddress)
  const asked = askedIn(search, today)
  const read = useReport(asked)
  const isWaiting = read !== undefined && !isSameRange(read.asked.range, asked.range)
  useWriteAddress(isWaiting ? undefined : unwritten, onSearch)
  // The days above are those of the sums below them, also while other days are read.
  const { preset, range } = isWaiting ? read.asked : asked
  return (
    <div className="page stack">
      <div className="page-head">
        <h1>{t`Expense report`}</h1>
        <PeriodChoice
          preset={preset}
          range={range}
          today={today}
          onOpen={() => void prepareReports(db, namedReports(today))}
          onTouch={(touched) => void prepareReport(db, askedIn(paramsOfPeriod(touched, today), today))}
          onChoose={(period) => choose(paramsOfPeriod(period, today))}
        />
      </div>
      {read ? (
        <Report read={read} />
      ) : (
        <div className={classes.waiting} aria-busy="true">
          <span />
          <span />
          <span />
        </div>
      )}
    </div>
  )
}

/** The sums of one period. */
function Report({ read }: { readonly read: ReadReport }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { session } = useAppContext()
  const today = useToday()
  const { range } = read.asked
  const { months } = read.months
  const taxNames = expenseTaxNames(range, today, session, translate)
  const categoryName = useCategoryName()
  const isWhole = useDeferredValue<ReadReport | null>(read, null) === read
  if (!hasExpenses(months)) {
    return (
      <EmptyOrFetching>
        <EmptyState icon="cash" title={t`No expenses in this period`}>
          {t`Choose another period, or record the first expense of this one.`}
        </EmptyState>
      </EmptyOrFetching>
    )
  }
  const names = {
    translate,
    categoryName,
    taxNames,
    statusName: ({ status }: { readonly status: keyof typeof EXPENSE_STATUS_NAMES }) =>
      translate(EXPENSE_STATUS_NAMES[status]),
  }
  const sellerOf = sellerAfterMerges(read.merged)
  const tables = expenseTables(expenseReport(range, months, sellerOf), names)
  return (
    <>
      <ReportDownloads range={range} sellerOf={sellerOf} tables={tables} names={names} />
      <p className="dim small">
        {t`Input VAT is proven when TRA has the receipt with the same amount. Canceled expenses are not counted.`}
      </p>
      {/* What is below the first sight is rendered after it is painted. */}
      {tables.slice(0, isWhole ? undefined : 1).map((table) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll sideways on a phone, and so they must be reachable by keyboard (axe, scrollable-region-focusable).
        <section key={table.title} className={classes.table} tabIndex={0} aria-label={table.title}>
          <TableView table={table} />
        </section>
      ))}
    </>
  )
}
