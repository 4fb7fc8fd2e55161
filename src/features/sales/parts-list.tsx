import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useToday } from '#app-context/app-context.ts'
import { monthName } from '#blocks/report/month-name.ts'
import { moneyText } from '#domain/money/money-text.ts'
import type { ReportPart, SalesReport } from '#domain/reports/sales-report.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './sales.module.css'

/** The days of a report with links to their invoices; the months of a long one with links to their own report. */
export function PartsList({ report }: { report: SalesReport }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const content = ({ from, figures }: ReportPart) => {
    const vat = moneyText(figures.vat)
    const { canceledCount } = figures
    const canceled = moneyText(figures.canceledGross)
    return (
      <>
        <span>{report.by === 'day' ? formatDay(from, today, translate) : monthName(from, translate)}</span>
        <strong>{moneyText(figures.gross)}</strong>
        <Icon name="next" size={16} />
        <span className={`${classes.under} dim small`}>
          {t`Invoices: ${figures.count}`}
          {' · '}
          {t`VAT ${vat}`}
          {/* The list behind the link counts them no more, these figures do. */}
          {canceledCount === 0 ? null : ` · ${t`Canceled: ${canceledCount}, ${canceled}`}`}
        </span>
      </>
    )
  }
  return (
    <section aria-labelledby="sales-by-part">
      <h2 className="section-title" id="sales-by-part">
        {report.by === 'day' ? t`Sales by day` : t`Sales by month`}
      </h2>
      <ul className={classes.parts}>
        {report.parts.map((part) => (
          <li key={part.from}>
            {report.by === 'day' ? (
              <Link to="/invoices" search={{ from: part.from, to: part.to }}>
                {content(part)}
              </Link>
            ) : (
              <Link to="/sales" search={{ from: part.from, to: part.to }}>
                {content(part)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
