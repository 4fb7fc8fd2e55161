import { useLingui } from '@lingui/react/macro'
import classes from '#blocks/report/report-table.module.css'
import type { Cents } from '#domain/money/cents.ts'
import { amountText } from '#domain/money/money-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { REPORT_NAMES } from './report-tables.ts'

type Props = {
  readonly heading: string
  readonly rows: readonly { readonly name: string; readonly amount: Cents }[]
}

/** Names and their amounts; rows without sales are left out. */
export function AmountsTable({ heading, rows }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{t`${heading}, in Tsh`}</caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">{translate(REPORT_NAMES.amount)}</th>
        </tr>
      </thead>
      <tbody>
        {rows
          .filter(({ amount }) => amount !== 0)
          .map(({ name, amount }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{amountText(amount)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
