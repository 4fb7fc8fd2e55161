import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { TableView } from '#blocks/report/table-view.tsx'
import type { AggregateRow } from '#domain/reports/aggregate.ts'
import { BREAKDOWNS, type Breakdown, breakdown, soldRows } from '#domain/reports/breakdown.ts'
import type { Figure } from '#domain/reports/figure-part.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useDrill } from './drill.ts'
import { REPORT_NAMES } from './report-tables.ts'
import classes from './sales.module.css'
import type { SoldNames } from './use-sold-names.ts'

const AT_FIRST = 10

const NAMES = {
  product: msg`Product`,
  category: msg`Category`,
  customer: msg`Customer`,
  operator: msg`Operator`,
}

type Props = {
  readonly rows: readonly AggregateRow[] | undefined
  readonly read: SoldNames | undefined
  /** Only the products of what was filtered for. */
  readonly onlyProducts?: boolean
}

/** What was sold by product, category, customer or operator, largest first; each opens its invoices. */
export function BreakdownPart({ rows, read, onlyProducts = false }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const drill = useDrill()
  const [by, setBy] = useState<Breakdown>('product')
  const [isWhole, setWhole] = useState(false)
  const lines =
    rows && read ? breakdown(rows, by, (key) => (by === 'category' ? read.categoryOf(key) : key)) : undefined
  const unnamed: Record<Breakdown, string> = {
    product: t`Unsaved product`,
    category: t`Without category`,
    customer: t`Walk-in customer`,
    operator: t`Operator`,
  }
  const nameOf = (key: string) =>
    key === '' ? unnamed[by] : by === 'category' ? key : (read?.names.get(key) ?? t`Deleted`)
  const figureOf = (key: string): Figure => {
    if (by === 'customer' || by === 'operator') return { by, id: key }
    const own = soldRows(rows ?? [], { [by]: key }, (id) => read?.categoryOf(id) ?? '')
    return { by: 'product', ids: new Set(own.map((row) => row.key)) }
  }
  const shown = isWhole ? lines : lines?.slice(0, AT_FIRST)
  const count = lines?.length ?? 0
  return (
    <section className={classes.part} aria-labelledby="sales-by-what" aria-busy={lines === undefined}>
      <h2 className="section-title" id="sales-by-what">
        {t`What was sold`}
      </h2>
      {onlyProducts ? null : (
        <NativeSelect
          label={t`Listed by`}
          value={by}
          onChange={({ currentTarget: { value } }) => {
            setBy(BREAKDOWNS.find((known) => known === value) ?? 'product')
            setWhole(false)
          }}
          data={BREAKDOWNS.map((value) => ({ value, label: translate(NAMES[value]) }))}
        />
      )}
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
          onRow={(at) => {
            const key = shown[at]?.key
            if (key !== undefined) drill({ figure: figureOf(key), title: nameOf(key) })
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
