import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { TableView } from '#blocks/report/table-view.tsx'
import { BREAKDOWNS, type Breakdown, soldRows } from '#domain/reports/breakdown.ts'
import type { Figure } from '#domain/reports/figure-part.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { breakdownTable } from './breakdown-tables.ts'
import { useDrill } from './drill.ts'
import { OnlyCounted } from './only-counted.tsx'
import classes from './sales.module.css'
import { BREAKDOWN_NAMES, type SoldNames, soldLines, soldName } from './sold-names.ts'
import type { Sold } from './use-breakdown-rows.ts'

const AT_FIRST = 10

type Props = {
  readonly sold: Sold | undefined
  readonly read: SoldNames | undefined
  /** Only the products of what was filtered for. */
  readonly onlyProducts?: boolean
}

/** What was sold by product, category, customer or operator, largest first; each opens its invoices. */
export function BreakdownPart({ sold, read, onlyProducts = false }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const drill = useDrill()
  const [by, setBy] = useState<Breakdown>('product')
  const [isWhole, setWhole] = useState(false)
  const lines = sold && read && soldLines(sold.rows, by, read)
  const figureOf = (key: string): Figure => {
    if (by === 'operator') return { by, id: key }
    if (by === 'customer') return { by, ids: sold?.idsOf(key) ?? new Set([key]) }
    const own = soldRows(sold?.rows ?? [], { [by]: key }, (id) => read?.categoryOf(id) ?? '')
    return { by: 'product', ids: new Set(own.map((row) => row.key)) }
  }
  const shown = isWhole ? lines : lines?.slice(0, AT_FIRST)
  const count = lines?.length ?? 0
  return (
    <section className={classes.part} aria-labelledby="sales-by-what" aria-busy={lines === undefined}>
      <h2 className="section-title" id="sales-by-what">
        {t`What was sold`}
      </h2>
      {sold ? <OnlyCounted counted={sold.counted} isPart={sold.counted < sold.all} /> : null}
      {onlyProducts ? null : (
        <NativeSelect
          label={t`Listed by`}
          value={by}
          onChange={({ currentTarget: { value } }) => {
            setBy(BREAKDOWNS.find((known) => known === value) ?? 'product')
            setWhole(false)
          }}
          data={BREAKDOWNS.map((value) => ({ value, label: translate(BREAKDOWN_NAMES[value]) }))}
        />
      )}
      {shown === undefined || read === undefined ? null : (
        <TableView
          table={breakdownTable(by, shown, read, translate)}
          onRow={(at) => {
            const line = shown[at]
            if (line === undefined) return
            const { key, figures } = line
            drill({ figure: figureOf(key), title: soldName(by, key, read, translate), amount: figures.gross })
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
