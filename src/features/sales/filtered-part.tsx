import { useLingui } from '@lingui/react/macro'
import { moneyText } from '#domain/money/money-text.ts'
import { quantityText, toQuantity } from '#domain/money/quantity.ts'
import { totalFigures } from '#domain/reports/invoice-deltas.ts'
import type { SalesReport } from '#domain/reports/sales-report.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { BreakdownPart } from './breakdown-part.tsx'
import { FilteredDownloads } from './downloads.tsx'
import { useDrill } from './drill.ts'
import { FigureButton } from './figure-button.tsx'
import { REPORT_NAMES } from './report-tables.ts'
import classes from './sales.module.css'
import type { SoldNames } from './sold-names.ts'
import type { Sold } from './use-breakdown-rows.ts'

type Props = {
  readonly report: SalesReport
  /** With the rows of the chosen products. */
  readonly sold: Sold
  readonly read: SoldNames
  readonly title: string
}

/** The sales of the chosen products: what is stored about products, so no payments and no hours of the day. */
export function FilteredPart({ report, sold, read, title }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const drill = useDrill()
  const total = totalFigures(sold.rows)
  const ids = new Set(sold.rows.map(({ key }) => key))
  const lines = [
    [translate(REPORT_NAMES.net), moneyText(total.net)],
    [translate(REPORT_NAMES.vat), moneyText(total.vat)],
    [translate(REPORT_NAMES.discount), moneyText(total.discount)],
    [t`Quantity sold`, quantityText(toQuantity(total.quantity))],
  ] as const
  return (
    <>
      <section className="stack" aria-label={t`Totals`}>
        <div className={classes.main}>
          <h2 className="section-title">{translate(REPORT_NAMES.gross)}</h2>
          <p className={classes.mainSum}>
            <FigureButton
              onClick={() => drill({ figure: { by: 'product', ids }, title, amount: total.gross })}
            >
              {moneyText(total.gross)}
            </FigureButton>
          </p>
        </div>
        <dl className={classes.lines}>
          {lines.map(([name, value]) => (
            <div key={name} className={classes.line}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <FilteredDownloads report={report} sold={sold} read={read} title={title} />
      <BreakdownPart sold={sold} read={read} onlyProducts />
    </>
  )
}
