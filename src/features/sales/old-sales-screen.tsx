import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { NoCompany } from '#blocks/no-company.tsx'
import { DOWNLOAD_OUTLINE } from '#blocks/report/download-outline.ts'
import tableClasses from '#blocks/report/report-table.module.css'
import { dailyTotals, haveDayTotals } from '#data/aggregates.ts'
import { addDays, dayText } from '#domain/calendar/east-africa.ts'
import { amountText } from '#domain/money/money-text.ts'
import { salesReport } from '#domain/reports/sales-report.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { saveFile } from '#ui/save-file.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { startTable } from '#workers/export-invoices/start-table.ts'
import { REPORT_NAMES, reportTables } from './report-tables.ts'
import classes from './sales.module.css'

/** A page has so many days; older ones follow page by page. */
const PAGE_DAYS = 31

/** The earlier page of sales, light for weak phones: a table of days and a CSV file, without charts. */
export function OldSalesScreen() {
  const { t } = useLingui()
  const translate = useTranslate()
  const { db, company } = useAppContext()
  const today = useToday()
  const toast = useToasts((state) => state.show)
  const [page, setPage] = useState(0)
  const [busy, run] = useAction()
  const to = addDays(today, -page * PAGE_DAYS)
  const from = addDays(to, 1 - PAGE_DAYS)
  const report = useLiveQuery(async () => {
    const range = { from, to }
    const [fetched, rows] = await Promise.all([haveDayTotals(db), dailyTotals(db, range)])
    return fetched ? salesReport(range, rows) : null
  }, [db, from, to])
  if (company === null)
    return (
      <NoCompany icon="paper">{t`Your account is not linked to a company, so there are no sales to show.`}</NoCompany>
    )
  const saveCsv = async () => {
    const days = report && reportTables(report, { translate, taxName: String, monthName: String }).at(-1)
    if (!days) return
    const table = await startTable({ format: 'csv', sheet: '', columns: days.columns, wide: [] })
    try {
      await table.add(days.rows)
      const name = t({ context: 'start of a file name', message: 'sales' })
      saveFile(await table.finish(), `${name}-${from}-${to}.csv`)
      toast({ tone: 'good', text: t`The file is in your downloads` })
    } finally {
      table.close()
    }
  }
  return (
    <div className="page stack">
      <h1>{t`Sales by day`}</h1>
      <p className="notice" data-tone="info">
        <Icon name="info" size={20} />
        <span>
          {t`There is a new sales report with charts, Excel and PDF.`}{' '}
          <Link to="/sales">{t`Open the new report`}</Link>
        </span>
      </p>
      {report === undefined ? <div className={classes.skeleton} aria-busy="true" /> : null}
      {report === null ? (
        <EmptyOrFetching>
          <div className={classes.skeleton} aria-busy="true" />
        </EmptyOrFetching>
      ) : null}
      {report && report.parts.length === 0 ? (
        <EmptyState icon="receipt" title={t`No sales on these days`}>
          {`${dayText(from)} – ${dayText(to)}`}
        </EmptyState>
      ) : null}
      {report && report.parts.length > 0 ? (
        <table className={tableClasses.table}>
          <caption>{t`Sales including VAT and the VAT in them, in Tsh`}</caption>
          <thead>
            <tr>
              <th scope="col">{translate(REPORT_NAMES.day)}</th>
              <th scope="col">{translate(REPORT_NAMES.vat)}</th>
              <th scope="col">{translate(REPORT_NAMES.including)}</th>
            </tr>
          </thead>
          <tbody>
            {report.parts.map(({ from: day, figures }) => (
              <tr key={day}>
                <th scope="row">{dayText(day)}</th>
                <td>{amountText(figures.vat)}</td>
                <td>{amountText(figures.gross)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <div className="actions">
        <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
          {t`Newer days`}
        </Button>
        <Button variant="default" onClick={() => setPage(page + 1)}>
          {t`Older days`}
        </Button>
        <Button
          variant="default"
          loading={busy}
          disabled={!report}
          leftSection={<Icon name={{ outline: DOWNLOAD_OUTLINE }} size={18} />}
          onClick={() => void run(saveCsv)}
        >
          {t`Download CSV`}
        </Button>
      </div>
    </div>
  )
}
