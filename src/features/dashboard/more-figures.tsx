import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useExpenseMonths } from '#app-context/use-expense-months.ts'
import { monthlyTotals } from '#data/aggregates.ts'
import { listDebts } from '#data/collections.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { presetRange } from '#domain/calendar/period-presets.ts'
import { totalsOfMonths } from '#domain/expenses/expense-filter.ts'
import { sumCents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { topOfMonth } from '#domain/reports/top-of-month.ts'
import classes from './dashboard.module.css'
import { NBSP } from './figures.tsx'
import { TaxTipCard } from './tax-tip-card.tsx'

const MOST_SHOWN = 5

function useMoreFigures(today: FiscalDay) {
  const { db } = useAppContext()
  const debts = useLiveQuery(() => listDebts(db), [db])
  const months = useExpenseMonths(presetRange('this-month', today))
  const expenses = months && totalsOfMonths(months, {})
  const top = useLiveQuery(async () => {
    const month = today.slice(0, 7)
    const rows = topOfMonth(await monthlyTotals(db, 'month-product', { from: month, to: month }), MOST_SHOWN)
    const products = await db.run(() => db.products.bulkGet(rows.map(({ key }) => key)))
    return rows.map((row, index) => ({ ...row, name: products[index]?.name }))
  }, [db, today])
  return { debts, expenses, top }
}

type TileProps = {
  readonly to: '/debts' | '/expenses-report'
  readonly title: string
  readonly sum: string | undefined
  readonly under: string
}

function LinkTile({ to, title, sum, under }: TileProps) {
  return (
    <Link to={to} className={classes.tile} aria-busy={sum === undefined}>
      <span className={classes.tileTitle}>{title}</span>
      <strong className={classes.sales}>{sum ?? NBSP}</strong>
      <span className={classes.under}>{sum === undefined ? NBSP : under}</span>
    </Link>
  )
}

type Props = {
  readonly today: FiscalDay
  /** What follows is shown once these figures have their place. */
  readonly children: ReactNode
}

/** What customers owe, what was spent this month, and what sold best (spec §1). */
export function MoreFigures({ today, children }: Props) {
  const { t } = useLingui()
  const { debts, expenses, top } = useMoreFigures(today)
  const unpaid = debts?.length ?? 0
  const spent = expenses?.count ?? 0
  return (
    <>
      <div className={classes.tiles}>
        <LinkTile
          to="/debts"
          title={t`Owed to you`}
          sum={debts && moneyText(sumCents(debts.map(({ owed }) => owed)))}
          under={t`Unpaid invoices: ${unpaid}`}
        />
        <LinkTile
          to="/expenses-report"
          title={t`Expenses this month`}
          sum={expenses && moneyText(expenses.total)}
          under={t`Expenses: ${spent}`}
        />
      </div>
      {top === undefined ? null : (
        <>
          {top.length === 0 ? null : (
            <section aria-labelledby="top-products">
              <h2 className="section-title" id="top-products">
                {t`Best sellers this month`}
              </h2>
              <ol className={classes.counts}>
                {top.map(({ key, name, gross }) => (
                  <li key={key} className={classes.count}>
                    <span>{name ?? t`Deleted product`}</span>
                    <strong>{moneyText(gross)}</strong>
                  </li>
                ))}
              </ol>
            </section>
          )}
          {children}
          <TaxTipCard today={today} />
        </>
      )}
    </>
  )
}
