import { useLingui } from '@lingui/react/macro'
import { useDeferredValue } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { useExpenseMonths } from '#app-context/use-expense-months.ts'
import { useReadNow } from '#app-context/use-read-now.ts'
import { NoCompany } from '#blocks/no-company.tsx'
import { PeriodChoice } from '#blocks/period/period-choice.tsx'
import {
  paramsOfPeriod,
  parseReportParams,
  type ReportSearchParams,
  rangeFromParams,
} from '#blocks/report/report-search-params.ts'
import { TableView } from '#blocks/report/table-view.tsx'
import { useTaxNames } from '#blocks/use-tax-names.ts'
import { listMergedVendors } from '#data/vendors.ts'
import { earlierDay } from '#domain/calendar/east-africa.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import { hasExpenses } from '#domain/reports/expense-groups.ts'
import { expenseReport } from '#domain/reports/expense-report.ts'
import { sellerAfterMerges } from '#domain/vendors/merge-vendors.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { useCategoryName } from '../categories/use-categories.ts'
import { EXPENSE_STATUS_NAMES } from '../expense-names.ts'
import classes from '../expenses.module.css'
import { expenseTables } from './expense-tables.ts'
import { preparedMonths, preparedVendors, prepareSums } from './first-sums.ts'
import { ReportDownloads } from './report-downloads.tsx'

/** Begins to read the sums while the screen is on its way. */
export const prepareReport = prepareSums

type Props = {
  /** The query of the address. */
  readonly search: Readonly<Record<string, unknown>>
  /** Puts a period into the address. */
  readonly onSearch: (search: ReportSearchParams) => void
}

/** The expense report (spec §1, §9): what a company spent in a period, from what this phone holds. */
export function ExpenseReportScreen({ search, onSearch }: Props) {
  const { t } = useLingui()
  const { company } = useAppContext()
  const today = useToday()
  const { preset, range } = rangeFromParams(parseReportParams(search), today)
  if (company === null) {
    return (
      <NoCompany icon="cash">{t`Your account is not linked to a company, so there are no expenses.`}</NoCompany>
    )
  }
  return (
    <div className="page stack">
      <div className="page-head">
        <h1>{t`Expense report`}</h1>
        <PeriodChoice
          preset={preset}
          range={range}
          today={today}
          onChoose={(period) => onSearch(paramsOfPeriod(period, today))}
        />
      </div>
      <Report key={`${range.from} ${range.to}`} range={range} />
    </div>
  )
}

function Report({ range }: { readonly range: DayRange }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { db, session } = useAppContext()
  const today = useToday()
  const taxNames = useTaxNames(session.rates, earlierDay(range.to, today))
  const categoryName = useCategoryName()
  const months = useExpenseMonths(range, () => preparedMonths(db, range))
  const merged = useReadNow(
    () => listMergedVendors(db),
    [db],
    () => preparedVendors(db),
  )
  const isWhole = useDeferredValue(months !== undefined && merged !== undefined, false)
  if (months === undefined || merged === undefined) {
    return (
      <div className={classes.waiting} aria-busy="true">
        <span />
        <span />
        <span />
      </div>
    )
  }
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
  const sellerOf = sellerAfterMerges(merged)
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
