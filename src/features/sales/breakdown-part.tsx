import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { TableView } from '#blocks/report/table-view.tsx'
import type { AccountDatabase } from '#data/account-database.ts'
import type { AggregateRow } from '#domain/reports/aggregate.ts'
import { BREAKDOWNS, type Breakdown, breakdown } from '#domain/reports/breakdown.ts'
import type { SalesReport } from '#domain/reports/sales-report.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { REPORT_NAMES } from './report-tables.ts'
import classes from './sales.module.css'
import { useBreakdownRows } from './use-breakdown-rows.ts'

const AT_FIRST = 10
/** Enough of the newest invoices to know who sells here. */
const NEWEST = 300

const NAMES = {
  product: msg`Product`,
  category: msg`Category`,
  customer: msg`Customer`,
  operator: msg`Operator`,
}

/** The names of what rows count, and the category of each product; absent for what was deleted. */
async function readNames(db: AccountDatabase, rows: readonly AggregateRow[]) {
  const idsOf = (kind: AggregateRow['kind']) => [
    ...new Set(rows.flatMap((row) => (row.kind === kind && row.key !== '' ? row.key : []))),
  ]
  const [products, customers, newest] = await Promise.all([
    db.run(() => db.products.bulkGet(idsOf('month-product'))),
    db.run(() => db.customers.bulkGet(idsOf('month-customer'))),
    db.run(() => db.invoices.orderBy('orderKey').reverse().limit(NEWEST).toArray()),
  ])
  const named = [...products, ...customers].flatMap((row) => (row ? [[row.id, row.name] as const] : []))
  return {
    names: new Map([...newest.map((row) => [row.operatorId, row.operatorName] as const), ...named]),
    categories: new Map(products.flatMap((row) => (row ? [[row.id, row.category ?? ''] as const] : []))),
  }
}

/** What was sold by product, category, customer or operator, largest first. */
export function BreakdownPart({ report }: { report: SalesReport }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { db } = useAppContext()
  const [by, setBy] = useState<Breakdown>('product')
  const [isWhole, setWhole] = useState(false)
  const rows = useBreakdownRows(report)
  const read = useLiveQuery(async () => (rows ? await readNames(db, rows) : undefined), [db, rows])
  const lines =
    rows && read
      ? breakdown(rows, by, (key) => (by === 'category' ? (read.categories.get(key) ?? '') : key))
      : undefined
  const unnamed: Record<Breakdown, string> = {
    product: t`Unsaved product`,
    category: t`Without category`,
    customer: t`Walk-in customer`,
    operator: t`Operator`,
  }
  const nameOf = (key: string) =>
    key === '' ? unnamed[by] : by === 'category' ? key : (read?.names.get(key) ?? t`Deleted`)
  const shown = isWhole ? lines : lines?.slice(0, AT_FIRST)
  const count = lines?.length ?? 0
  return (
    <section className={classes.part} aria-labelledby="sales-by-what" aria-busy={lines === undefined}>
      <h2 className="section-title" id="sales-by-what">
        {t`What was sold`}
      </h2>
      <NativeSelect
        label={t`Listed by`}
        value={by}
        onChange={({ currentTarget: { value } }) => {
          setBy(BREAKDOWNS.find((known) => known === value) ?? 'product')
          setWhole(false)
        }}
        data={BREAKDOWNS.map((value) => ({ value, label: translate(NAMES[value]) }))}
      />
      {shown === undefined ? null : (
        <TableView
          table={{
            title: translate(NAMES[by]),
            columns: [NAMES[by], REPORT_NAMES.vat, REPORT_NAMES.including].map(translate),
            rows: shown.map(({ key, figures }) => [
              { kind: 'text', text: nameOf(key) },
              { kind: 'amount', amount: figures.vat },
              { kind: 'amount', amount: figures.gross },
            ]),
          }}
        />
      )}
      {count > AT_FIRST && !isWhole ? (
        <Button variant="default" onClick={() => setWhole(true)}>
          {t`Show all (${count})`}
        </Button>
      ) : null}
    </section>
  )
}
