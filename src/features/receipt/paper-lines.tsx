import { useLingui } from '@lingui/react/macro'
import type { InvoiceRow } from '#data/rows.ts'
import { chargedLine, lineAmounts } from '#domain/invoices/line-amounts.ts'
import { percentText } from '#domain/money/basis-points.ts'
import { amountText } from '#domain/money/money-text.ts'
import { quantityText } from '#domain/money/quantity.ts'
import { taxLetter } from '#domain/tax/tax-type.ts'
import classes from './receipt.module.css'

/** What was sold: description, quantity × price, and the amount with its tax letter. */
export function PaperLines({ row }: { row: InvoiceRow }) {
  const { t } = useLingui()
  return (
    <ul className={classes.lines}>
      {row.lines.map((line) => {
        const amounts = lineAmounts(chargedLine(line, row.vatRegistered), row.amountType)
        const percent = percentText(line.discount)
        return (
          <li key={line.id}>
            <span className={classes.sold}>{line.description}</span>
            <span className={classes.split}>
              <span>
                {quantityText(line.quantity)} × {amountText(line.unitPrice, true)}
                {row.amountType === 'EXCLUSIVE' ? ` ${t`(without VAT)`}` : ''}
              </span>
              <span>
                {amountText(amounts.before, true)} {taxLetter(line.taxType, row.vatRegistered)}
              </span>
            </span>
            {amounts.discount > 0 ? (
              <span className={classes.split}>
                <span>{t`Discount ${percent}%`}</span>
                <span>-{amountText(amounts.discount, true)}</span>
              </span>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
