import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useAppContext } from '#app-context/app-context.ts'
import { useExpenseMonths } from '#app-context/use-expense-months.ts'
import { DOWNLOAD_OUTLINE } from '#blocks/report/download-outline.ts'
import { TableView } from '#blocks/report/table-view.tsx'
import { useReportPdf } from '#blocks/report/use-report-pdf.ts'
import { expenseReport } from '#domain/reports/expense-report.ts'
import type { SalesReport } from '#domain/reports/sales-report.ts'
import { vatWorksheet } from '#domain/reports/vat-worksheet.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { rangeText } from './report-tables.ts'
import classes from './sales.module.css'
import { useCanceledVat } from './use-canceled-vat.ts'
import { useTaxName } from './use-tax-name.ts'
import { vatTables } from './vat-tables.ts'

/** The figures for the VAT return of a month, from sales and expenses on this phone. */
export function VatPart({ report }: { report: SalesReport }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { company } = useAppContext()
  const { range } = report
  const taxName = useTaxName(range)
  const [writing, savePdf] = useReportPdf(company)
  const months = useExpenseMonths(range)
  const expenses = months && expenseReport(range, months)
  const canceled = useCanceledVat(report)
  const sheet = expenses && canceled ? vatWorksheet(report, expenses, canceled) : undefined
  const tables = sheet ? vatTables(sheet, taxName, translate) : []
  const title = t`VAT return worksheet`
  return (
    <section className={classes.part} aria-labelledby="vat-worksheet" aria-busy={sheet === undefined}>
      <h2 className="section-title" id="vat-worksheet">
        {title}
      </h2>
      <p className="dim small">
        {t`Only VAT of receipts that TRA confirmed is deducted. Refunds and canceled invoices are adjusted in the VAT return.`}
      </p>
      {tables.map((table) => (
        <TableView key={table.title} table={table} />
      ))}
      <Button
        variant="default"
        loading={writing}
        disabled={sheet === undefined}
        leftSection={<Icon name={{ outline: DOWNLOAD_OUTLINE }} size={18} />}
        onClick={() =>
          savePdf({
            title,
            days: rangeText(range),
            tables,
            fileName: `${t({ context: 'start of a file name', message: 'vat-worksheet' })}-${range.from.slice(0, 7)}.pdf`,
          })
        }
      >
        {t`Download the worksheet`}
      </Button>
    </section>
  )
}
