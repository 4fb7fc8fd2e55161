import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { DOWNLOAD_OUTLINE } from '#blocks/report/download-outline.ts'
import { TableView } from '#blocks/report/table-view.tsx'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import type { ServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { ReportTotals } from '#contract/invoices-report-endpoints.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './invoices-report.module.css'
import type { ReportQuery } from './report-query.ts'
import { totalsTables } from './report-tables.ts'
import { SpreadsheetDownload } from './spreadsheet-download.tsx'

type Props = { readonly query: ReportQuery; readonly answer: ServerAnswer<ReportTotals> }

/** What the invoices of the report come to, and the report as a file. */
export function TotalsSection({ query, answer }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const [writing, setWriting] = useState(false)
  const { value: totals, loading, failure, reload } = answer
  return (
    <section className="stack" aria-label={t`Totals`} aria-busy={loading}>
      {failure === undefined ? null : (
        <ServerFailure code={failure} onRetry={reload} above={totals !== undefined} />
      )}
      {totals === undefined ? (
        <div className={classes.waiting} />
      ) : (
        <>
          <div className={classes.tables} data-stale={loading || undefined}>
            {totalsTables(totals, translate)
              .filter(({ rows }) => rows.length > 0)
              .map((table) => (
                <div key={table.title} className={classes.table}>
                  <TableView table={table} />
                </div>
              ))}
          </div>
          {totals.refundedCount + totals.canceledCount === 0 ? null : (
            <p className="dim small">
              {t`Sales are counted as TRA counts them: refunded and canceled amounts are still in them.`}
            </p>
          )}
          <div className="actions">
            <Button
              variant="default"
              leftSection={<Icon name={{ outline: DOWNLOAD_OUTLINE }} size={18} />}
              disabled={loading || failure !== undefined}
              onClick={() => setWriting(true)}
            >
              {t`Download Excel`}
            </Button>
          </div>
          {writing ? (
            <SpreadsheetDownload query={query} totals={totals} onEnd={() => setWriting(false)} />
          ) : null}
        </>
      )}
    </section>
  )
}
