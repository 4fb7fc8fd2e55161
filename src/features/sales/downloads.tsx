import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { DOWNLOAD_OUTLINE } from '#blocks/report/download-outline.ts'
import { monthName } from '#blocks/report/month-name.ts'
import { useReportPdf } from '#blocks/report/use-report-pdf.ts'
import { earlierDay } from '#domain/calendar/east-africa.ts'
import type { SalesReport } from '#domain/reports/sales-report.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { rangeText, reportTables } from './report-tables.ts'
import { SpreadsheetProgress } from './spreadsheet-progress.tsx'
import { useTaxName } from './use-tax-name.ts'

/** The report as files, made on this phone: Excel with the invoices behind the totals, and PDF (spec §9). */
export function Downloads({ report }: { report: SalesReport }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const { range } = report
  const taxName = useTaxName(earlierDay(range.to, today))
  const [busy, savePdf] = useReportPdf(useAppContext().company)
  const [writing, setWriting] = useState(false)
  const tables = () =>
    reportTables(report, { translate, taxName, monthName: (day) => monthName(day, translate) })
  const start = t({ context: 'start of a file name', message: 'sales' })
  const fileName = (ending: string) => `${start}-${range.from}-${range.to}.${ending}`
  const icon = <Icon name={{ outline: DOWNLOAD_OUTLINE }} size={18} />
  return (
    <div className="actions">
      <Button variant="default" px="xs" leftSection={icon} onClick={() => setWriting(true)}>
        {t`Download Excel`}
      </Button>
      <Button
        variant="default"
        px="xs"
        leftSection={icon}
        loading={busy}
        onClick={() =>
          savePdf({
            title: t`Sales report`,
            days: rangeText(range),
            tables: tables(),
            fileName: fileName('pdf'),
          })
        }
      >
        {t`Download PDF`}
      </Button>
      {writing ? (
        <SpreadsheetProgress
          report={report}
          tables={tables()}
          fileName={fileName('xlsx')}
          onEnd={() => setWriting(false)}
        />
      ) : null}
    </div>
  )
}
