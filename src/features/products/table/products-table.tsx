import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { RecordMarks } from '#blocks/catalogue-list/record-marks.tsx'
import { TablePage, type TableProps } from '#blocks/record-table/table-page.tsx'
import { useInside } from '#blocks/search-inside/use-inside.ts'
import { saveProduct } from '#commands/catalogue.ts'
import { findProduct } from '#data/products.ts'
import type { ProductRow } from '#data/rows.ts'
import { FOUND_AT_MOST } from '#data/sorted-rows.ts'
import { throttledQuery } from '#data/watch.ts'
import type { Sort } from '#domain/lists/sort-rows.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { quantityText, toQuantity } from '#domain/money/quantity.ts'
import { isLowStock } from '#domain/stock/stock.ts'
import { saveFile } from '#ui/save-file.ts'
import { codeOf, INDEXED, type ProductColumn, readProducts } from './read-products.ts'

const PAGE = 50

/** The price list as a table, for a wide screen; all from this phone. */
export function ProductsTable({ text, off, ...rest }: TableProps) {
  const { t } = useLingui()
  const { account, commands, db } = useAppContext()
  const today = useToday()
  const [limit, setLimit] = useState(PAGE)
  const [sort, setSort] = useState<Sort<ProductColumn>>({ by: 'name', descending: false })
  const { ids: inside, searching } = useInside(db, 'products', text, FOUND_AT_MOST)
  const read = useMemo(
    () => throttledQuery(() => readProducts(db, { text, inactive: off, inside, limit, sort }), db.ports),
    [db, text, off, inside, limit, sort],
  )
  const shown = useLiveQuery(read, [read])
  const levelOf = ({ id }: ProductRow) => shown?.stock.get(id)
  const stockText = (row: ProductRow) => {
    const level = levelOf(row)
    return level === undefined ? '' : quantityText(toQuantity(level))
  }
  const isLow = (row: ProductRow) => {
    const level = levelOf(row)
    return level !== undefined && isLowStock(level, row.lowStock)
  }
  const onSwitch = async (id: string) => {
    const row = await findProduct(db, id)
    if (!row) return false
    const result = await saveProduct(account, commands, { productId: id, form: row, active: off })
    return result.ok
  }
  const onExport = async (ids: readonly string[]) => {
    const { exportChosenProducts } = await import('../export-products.ts')
    const name = t({ context: 'start of a file name', message: 'products' })
    saveFile(await exportChosenProducts(db, ids), `${name}-${today}.csv`)
  }
  return (
    <TablePage
      {...rest}
      text={text}
      off={off}
      label={t`Products and services`}
      detailsLabel={t`Product details`}
      nameTitle={t`Name`}
      shown={shown}
      busy={searching}
      sort={sort}
      onSort={setSort}
      largestFirst={['price']}
      indexed={INDEXED}
      onMore={() => setLimit(limit + PAGE)}
      onExport={onExport}
      bulk={{
        label: off ? t`Make active` : t`Make inactive`,
        onSwitch,
        doneText: (count) => (off ? t`Products active again: ${count}` : t`Products made inactive: ${count}`),
        failedText: (count) => t`Products that could not be saved: ${count}`,
      }}
      columns={[
        { key: 'code', title: t`SKU or barcode`, space: 'wide', cell: codeOf },
        { key: 'category', title: t`Category`, space: 'wide', cell: ({ category }) => category },
        { key: 'stock', title: t`Stock`, end: true, space: 'medium', cell: stockText },
        {
          key: 'price',
          title: t`Price`,
          end: true,
          cell: ({ unitPrice }) => (unitPrice === 0 ? t`Variable price` : moneyText(unitPrice)),
        },
        {
          title: t`Status`,
          space: 'wide',
          cell: (row) => (
            <>
              {off ? null : `${t({ context: 'products', message: 'Active' })} `}
              <RecordMarks pending={row.pending.kind} low={isLow(row)} inactive={off} />
            </>
          ),
        },
      ]}
    />
  )
}
