import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { DOWNLOAD_OUTLINE } from '#blocks/report/download-outline.ts'
import { monthName } from '#blocks/report/month-name.ts'
import { useReportPdf } from '#blocks/report/use-report-pdf.ts'
import type { ReportTable } from '#domain/reports/report-table.ts'
import type { SalesReport } from '#domain/reports/sales-report.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { breakdownTables, filteredTables } from './breakdown-tables.ts'
import { FilteredSpreadsheet } from './filtered-spreadsheet.tsx'
import { rangeText, reportTables } from './report-tables.ts'
import type { SoldNames } from './sold-names.ts'
import { SpreadsheetProgress } from './spreadsheet-progress.tsx'
import type { Sold } from './use-breakdown-rows.ts'
import { useCanceledVat } from './use-canceled-vat.ts'
import { useTaxName } from './use-tax-name.ts'

type ButtonsProps = {
  /** Whether everything that the files contain is read. */
  readonly isRead: boolean
  readonly tables: () => readonly ReportTable[]
  /** What the PDF file is about. */
  readonly about: string
  readonly fileName: (ending: string) => string
  /** Writes the spreadsheet and shows how far it is. */
  readonly spreadsheet: (onEnd: () => void) => ReactNode
}

function Buttons({ isRead, tables, about, fileName, spreadsheet }: ButtonsProps) {
  const { t } = useLingui()
  const [busy, savePdf] = useReportPdf(useAppContext().company)
  const [writing, setWriting] = useState(false)
  const icon = <Icon name={{ outline: DOWNLOAD_OUTLINE }} size={18} />
  return (
    <div className="actions">
      <Button
        variant="default"
        px="xs"
        leftSection={icon}
        disabled={!isRead}
        onClick={() => setWriting(true)}
      >
        {t`Download Excel`}
      </Button>
      <Button
        variant="default"
        px="xs"
        leftSection={icon}
        disabled={!isRead}
        loading={busy}
        onClick={() =>
          savePdf({ title: t`Sales report`, days: about, tables: tables(), fileName: fileName('pdf') })
        }
      >
        {t`Download PDF`}
      </Button>
      {writing ? spreadsheet(() => setWriting(false)) : null}
    </div>
  )
}

type Props = {
  readonly report: SalesReport
  /** While this phone fetches the company's records the first time, the files have the totals only. */
  readonly isFetched: boolean
  readonly sold: Sold | undefined
  readonly read: SoldNames | undefined
}

/** The report as files, made on this phone: Excel with the invoices behind the totals, and PDF (spec §9). */
export function Downloads({ report, isFetched, sold, read }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { range, total } = report
  const taxName = useTaxName(range)
  const canceled = useCanceledVat(report)
  const tables = () => [
    ...reportTables(
      report,
      { translate, taxName, monthName: (day) => monthName(day, translate) },
      canceled ?? undefined,
    ),
    ...(sold && read ? breakdownTables(sold, read, translate) : []),
  ]
  const start = t({ context: 'start of a file name', message: 'sales' })
  const fileName = (ending: string) => `${start}-${range.from}-${range.to}.${ending}`
  return (
    <Buttons
      // Lists that were read before the latest sale do not add up to the totals.
      isRead={
        canceled !== undefined && (!isFetched || (sold?.all === total.count && read?.operators !== undefined))
      }
      tables={tables}
      about={rangeText(range)}
      fileName={fileName}
      spreadsheet={(onEnd) => (
        <SpreadsheetProgress report={report} tables={tables()} fileName={fileName('xlsx')} onEnd={onEnd} />
      )}
    />
  )
}

type FilteredProps = {
  readonly report: SalesReport
  /** With the rows of the chosen products. */
  readonly sold: Sold
  readonly read: SoldNames
  readonly title: string
}

/** What a filter chose as files. They list no invoices: those have other products too. */
export function FilteredDownloads({ report: { range }, sold, read, title }: FilteredProps) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { totals, products } = filteredTables(sold, read, translate)
  const start = t({ context: 'start of a file name', message: 'sales-products' })
  const fileName = (ending: string) => `${start}-${range.from}-${range.to}.${ending}`
  return (
    <Buttons
      isRead
      tables={() => [totals, products]}
      about={`${title}, ${rangeText(range)}`}
      fileName={fileName}
      spreadsheet={(onEnd) => (
        <FilteredSpreadsheet
          totals={{ ...totals, title: `${title}, ${rangeText(range)}: ${totals.title}` }}
          products={products}
          fileName={fileName('xlsx')}
          onEnd={onEnd}
        />
      )}
    />
  )
}
