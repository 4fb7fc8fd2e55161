import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { memo, type ReactNode, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { useSeesAllSales } from '#app-context/use-sees-all-sales.ts'
import type { ReportSearchParams } from '#blocks/report/report-search-params.ts'
import { findMeta } from '#data/meta.ts'
import { type SoldFilter, soldRows } from '#domain/reports/breakdown.ts'
import { needsVatReturn } from '#domain/reports/vat-worksheet.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { useStayed } from '#ui/on-idle.ts'
import { BreakdownPart } from './breakdown-part.tsx'
import { BusyHours } from './busy-hours.tsx'
import { Downloads } from './downloads.tsx'
import { type Drill, DrillContext } from './drill.ts'
import { FilterPart } from './filter-part.tsx'
import { FilteredPart } from './filtered-part.tsx'
import { InvoicesSheet } from './invoices-sheet.tsx'
import { PartsList } from './parts-list.tsx'
import { PaymentPart } from './payment-part.tsx'
import classes from './sales.module.css'
import { Skeleton } from './skeleton.tsx'
import { type SoldNames, soldName } from './sold-names.ts'
import { TaxPart } from './tax-part.tsx'
import { TotalsPart } from './totals-part.tsx'
import { useBreakdownRows } from './use-breakdown-rows.ts'
import type { ShownReport } from './use-sales-report.ts'
import { useSoldNames } from './use-sold-names.ts'
import { VatPart } from './vat-part.tsx'
import { WeekdayMonths } from './weekday-months.tsx'
import { ZReportsPart } from './z-reports-part.tsx'

const NO_NAMES: SoldNames = { saved: new Map(), operators: undefined, categoryOf: () => '' }

/** What is below the first sight: rendered after the totals are painted. */
function Below({ children }: { readonly children: ReactNode }) {
  const stayed = useStayed(true)
  return stayed ? children : <Skeleton />
}

type Props = {
  readonly shown: ShownReport
  readonly category: string | undefined
  readonly product: string | undefined
  readonly onChoose: (search: ReportSearchParams & SoldFilter) => void
}

/** The sales of one period. What reads by itself is mounted again for another one, so that it never shows the old figures. */
export const Report = memo(function SalesReport({ shown, category, product, onChoose }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { db, vatRegistered } = useAppContext()
  const seesAll = useSeesAllSales()
  const today = useToday()
  const { report } = shown
  const { range, total } = report
  const isFetched = useLiveQuery(async () => (await findMeta(db, 'first-pull-done')) === true, [db])
  const sold = useBreakdownRows(report, isFetched === true)
  const rows = sold?.rows
  const read = useSoldNames(rows)
  const [drill, setDrill] = useState<Drill>()
  const filter: SoldFilter = {
    ...(category === undefined ? {} : { category }),
    ...(product === undefined ? {} : { product }),
  }
  const isFiltered = category !== undefined || product !== undefined
  const isEmpty = total.count === 0 && total.refundedCount === 0 && total.canceledCount === 0
  const ofRange = `${range.from} ${range.to}`
  const zReports = seesAll ? <ZReportsPart key={ofRange} range={range} /> : null
  // Purchases have VAT to claim also in a month without sales. Own sales are no sum to take those of the company off.
  const worksheet =
    seesAll && isFetched && needsVatReturn(report, vatRegistered) && range.from <= today ? (
      <VatPart key={`vat ${ofRange}`} report={report} />
    ) : null
  if (isEmpty) {
    return (
      <>
        <EmptyState icon="receipt" title={t`No sales in this period`}>
          {t`Choose another period, or issue the first invoice of this one.`}
        </EmptyState>
        {worksheet}
        {zReports}
      </>
    )
  }
  const whole = (
    <>
      <TotalsPart shown={shown} />
      <Below key={ofRange}>
        <Downloads report={report} isFetched={isFetched === true} sold={sold} read={read} />
        <div className={classes.pair}>
          <TaxPart report={report} />
          <PaymentPart report={report} />
        </div>
        {report.by === 'month' ? <WeekdayMonths range={range} /> : null}
        {isFetched ? (
          <>
            {report.by === 'day' ? <BusyHours report={report} /> : null}
            <BreakdownPart sold={sold} read={read} />
          </>
        ) : (
          <EmptyOrFetching>{null}</EmptyOrFetching>
        )}
        <PartsList report={report} />
        {worksheet}
        {zReports}
      </Below>
    </>
  )
  const title =
    read &&
    (product === undefined
      ? soldName('category', category ?? '', read, translate)
      : soldName('product', product, read, translate))
  const chosen = rows && read ? soldRows(rows, filter, read.categoryOf) : undefined
  return (
    <DrillContext value={setDrill}>
      <FilterPart
        rows={rows ?? []}
        read={read ?? NO_NAMES}
        filter={filter}
        onFilter={(next) => onChoose({ ...shown.asked.params, ...next })}
      />
      {isFiltered ? (
        <>
          {sold && chosen && read && title !== undefined ? (
            <FilteredPart report={report} sold={{ ...sold, rows: chosen }} read={read} title={title} />
          ) : (
            <Skeleton />
          )}
          {zReports}
        </>
      ) : (
        whole
      )}
      {drill ? <InvoicesSheet drill={drill} range={range} onClose={() => setDrill(undefined)} /> : null}
    </DrillContext>
  )
})
