import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useToday } from '#app-context/app-context.ts'
import type { Debt } from '#data/collections.ts'
import { dayText, fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { debtAge } from '#domain/collections/owed.ts'
import { moneyText } from '#domain/money/money-text.ts'
import classes from './debt-rows.module.css'

type Props = { readonly debts: readonly Debt[]; readonly onCollect: (debt: Debt) => void }

/** Invoices that are not fully paid, oldest first, each with its age and the button that records a payment. */
export function DebtRows({ debts, onCollect }: Props) {
  const { t } = useLingui()
  const today = useToday()
  return (
    <ul className={classes.debts}>
      {debts.map((debt) => {
        const { row, owed } = debt
        const age = debtAge(row, today)
        const day = dayText(fiscalDayOf(row.saleAt))
        return (
          <li key={row.id}>
            <Link to="/invoice/$id" params={{ id: row.id }} className="link-button">
              {moneyText(owed)}
              <br />
              {/* Only the amount is underlined: the line does not go into a box of its own. */}
              <span className="dim small" style={{ display: 'inline-block' }}>
                {day} · {t`Days: ${age}`}
              </span>
            </Link>
            <Button variant="default" onClick={() => onCollect(debt)}>
              {t`Record a payment`}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
