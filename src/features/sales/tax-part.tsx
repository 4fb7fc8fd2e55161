import { useLingui } from '@lingui/react/macro'
import tableClasses from '#blocks/report/report-table.module.css'
import { amountText, moneyText } from '#domain/money/money-text.ts'
import { type SalesReport, salesByLetter } from '#domain/reports/sales-report.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useDrill } from './drill.ts'
import { FigureButton } from './figure-button.tsx'
import { REPORT_NAMES } from './report-tables.ts'
import classes from './sales.module.css'
import { useTaxName } from './use-tax-name.ts'

/** Sales by tax type: a bar for each, and the figures in a table beside it. */
export function TaxPart({ report }: { report: SalesReport }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const drill = useDrill()
  const taxName = useTaxName(report.range)
  const sales = salesByLetter(report.total)
  if (sales.length === 0) return null
  const largest = Math.max(1, ...sales.map(({ gross }) => gross))
  return (
    <section className={classes.part} aria-labelledby="sales-by-tax">
      <h2 className="section-title" id="sales-by-tax">
        {t`Sales by tax type`}
      </h2>
      <div className={classes.bars} aria-hidden>
        {sales.map(({ letter, net, tax, gross }) => (
          <div key={letter} className={classes.bar}>
            <span>{taxName(letter)}</span>
            <strong>{moneyText(gross)}</strong>
            <span className={classes.track}>
              <span
                className={classes.piece}
                data-part="net"
                style={{ width: `${(100 * net) / largest}%` }}
              />
              <span
                className={classes.piece}
                data-part="tax"
                style={{ width: `${(100 * tax) / largest}%` }}
              />
            </span>
          </div>
        ))}
        <p className={classes.legend}>
          <span data-part="net">{translate(REPORT_NAMES.excluding)}</span>
          <span data-part="tax">{translate(REPORT_NAMES.vat)}</span>
        </p>
      </div>
      <table className={tableClasses.table}>
        <caption className="visually-hidden">{t`Sales by tax type, in Tsh`}</caption>
        <thead>
          <tr>
            <th scope="col">{translate(REPORT_NAMES.taxType)}</th>
            <th scope="col">{translate(REPORT_NAMES.excluding)}</th>
            <th scope="col">{translate(REPORT_NAMES.vat)}</th>
          </tr>
        </thead>
        <tbody>
          {sales.map(({ letter, net, tax, gross }) => (
            <tr key={letter}>
              <th scope="row">
                <FigureButton
                  onClick={() =>
                    drill({ figure: { by: 'letter', letter }, title: taxName(letter), amount: gross })
                  }
                >
                  {taxName(letter)}
                </FigureButton>
              </th>
              <td>{amountText(net)}</td>
              <td>{amountText(tax)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
