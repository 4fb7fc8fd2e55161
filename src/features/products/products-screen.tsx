import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { CatalogueList } from '#blocks/catalogue-list/catalogue-list.tsx'
import { StandingFilter } from '#blocks/catalogue-list/standing-filter.tsx'
import { ImportButton } from '#blocks/csv-import/import-button.tsx'
import { NoCompany } from '#blocks/no-company.tsx'
import { NewProductForm } from '#blocks/product-form/new-product-form.tsx'
import { RecordSheet } from '#blocks/record-form/record-sheet.tsx'
import { useInside } from '#blocks/search-inside/use-inside.ts'
import { useTaxNames } from '#blocks/use-tax-names.ts'
import { saveProduct } from '#commands/catalogue.ts'
import { listRefusedFields } from '#data/outbox-entries.ts'
import { findProduct } from '#data/products.ts'
import type { ProductRow } from '#data/rows.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { quantityText, toQuantity } from '#domain/money/quantity.ts'
import { categoryColour } from '#domain/products/category-colour.ts'
import type { ProductForm as Fields } from '#domain/products/check-product.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { isLowStock } from '#domain/stock/stock.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { saveFile } from '#ui/save-file.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useWide } from '#ui/use-wide.ts'
import { listShownProducts } from './list-shown.ts'
import { NoProducts } from './no-products.tsx'
import { FoundProductDetails, ProductDetails } from './product-details.tsx'

const PAGE = 50
const NO_STOCK: ReadonlyMap<string, number> = new Map()

const ImportSheet = lazyComponent(
  async () => (await import('./import/import-products-sheet.tsx')).ImportProductsSheet,
)

const ProductsTable = lazyComponent(async () => (await import('./table/products-table.tsx')).ProductsTable)

type Props = {
  /** A product to open at once, to correct what the server refused. */
  readonly openId?: string | undefined
  readonly onClosed: () => void
}

/** The price list of the company: search, add, change. */
export function ProductsScreen({ openId, onClosed }: Props) {
  const { t } = useLingui()
  const { account, commands, company, db, session, vatRegistered, trackUsage } = useAppContext()
  const today = useToday()
  const taxNames = useTaxNames(session.rates, today)
  const [importing, setImporting] = useState(false)
  const toast = useToasts((state) => state.show)
  const [text, setText] = useState('')
  const [limit, setLimit] = useState(PAGE)
  const [open, setOpen] = useState<ProductRow | 'new'>()
  const [inactive, setInactive] = useState(false)
  const [unsaved, setUnsaved] = useState(false)
  // A window that becomes narrow keeps the table as long as something is typed beside it.
  const wide = useWide() || unsaved
  const search = useRef<HTMLInputElement>(null)
  const { ids: inside, searching } = useInside(db, 'products', wide ? '' : text, limit)
  const shown = useLiveQuery(
    () => (wide ? undefined : listShownProducts(db, { text, inactive, limit, inside })),
    [db, wide, text, inactive, limit, inside],
  )
  const rows = shown?.rows
  const stock = shown?.stock ?? NO_STOCK
  const stockText = (level: number | undefined) => {
    if (level === undefined) return ''
    const left = quantityText(toQuantity(level))
    return t`Stock: ${left}`
  }
  const isLow = (row: ProductRow) => {
    const level = stock.get(row.id)
    return level !== undefined && isLowStock(level, row.lowStock)
  }
  const [refused, setRefused] = useState<readonly FieldRefusal<string>[]>([])
  useEffect(() => {
    if (openId === undefined) return
    let current = true
    void Promise.all([findProduct(db, openId), listRefusedFields(db, `prod:${openId}`)]).then(
      ([row, fields]) => {
        if (!current || !row) return
        setRefused(fields)
        setOpen(row)
      },
    )
    return () => {
      current = false
    }
  }, [db, openId])
  const exportAll = async () => {
    try {
      const { exportProducts } = await import('./export-products.ts')
      const name = t({ context: 'start of a file name', message: 'products' })
      saveFile(await exportProducts(db, inactive), `${name}-${today}.csv`)
      toast({ tone: 'good', text: t`The file is in your downloads` })
    } catch {
      toast({ tone: 'bad', text: t`The file could not be created. Try again` })
    }
  }
  const empty = (
    <EmptyOrFetching>
      <NoProducts inactive={inactive} />
    </EmptyOrFetching>
  )
  const edited = open === 'new' ? undefined : open
  const close = () => {
    setOpen(undefined)
    setRefused([])
    if (openId !== undefined) onClosed()
  }
  const add = async (form: Fields) => {
    const result = await saveProduct(account, commands, { form, endsDraft: true })
    if (!result.ok) return result.refusals
    close()
    trackUsage({ name: 'product_created' })
    toast({ tone: 'good', text: t`Product saved` })
    return []
  }
  if (company === null) {
    return (
      <NoCompany icon="box">{t`Your account is not linked to a company, so there are no products.`}</NoCompany>
    )
  }
  return (
    <>
      <CatalogueList
        title={t`Products and services`}
        addLabel={t`New product`}
        searchLabel={t`Search products and services`}
        text={text}
        onText={setText}
        searching={searching}
        entries={rows?.map((row) => ({
          id: row.id,
          name: row.name,
          detail: [
            row.sku,
            row.category,
            row.unit,
            vatRegistered ? taxNames[row.taxType] : '',
            stockText(stock.get(row.id)),
          ]
            .filter(Boolean)
            .join(' · '),
          ...(row.category ? { colour: categoryColour(row.category) } : {}),
          favourite: row.favourite === true,
          low: isLow(row),
          end: row.unitPrice === 0 ? t`Variable price` : moneyText(row.unitPrice),
          pending: row.pending.kind,
        }))}
        onAdd={() => setOpen('new')}
        onOpen={(id) => setOpen(rows?.find((row) => row.id === id))}
        empty={empty}
        search={search}
        table={
          wide ? (
            <ProductsTable
              text={text}
              off={inactive}
              search={search}
              empty={empty}
              unsaved={unsaved}
              details={(id, { close: onDone, leave: onSwitched }) => (
                <FoundProductDetails
                  key={id}
                  id={id}
                  onDone={onDone}
                  onSwitched={onSwitched}
                  onUnsaved={setUnsaved}
                />
              )}
            />
          ) : undefined
        }
        tools={
          <>
            <StandingFilter
              label={t`Which products`}
              onLabel={t({ context: 'products', message: 'In use' })}
              offLabel={t`Inactive`}
              off={inactive}
              onChange={setInactive}
            />
            <div className="tools" style={{ flex: '1 1 17rem', marginTop: '0.75rem' }}>
              <ImportButton db={db} table="products" onOpen={() => setImporting(true)} />
              <Button variant="default" onClick={() => void exportAll()}>
                {t`Export CSV`}
              </Button>
            </div>
          </>
        }
        onMore={shown?.more ? () => setLimit(limit + PAGE) : undefined}
      />
      {importing ? (
        <Suspense>
          <ImportSheet onClose={() => setImporting(false)} />
        </Suspense>
      ) : null}
      <RecordSheet
        title={edited ? t`Product details` : t`New product`}
        opened={open !== undefined}
        onClose={close}
      >
        {({ onUnsaved, leave }) =>
          edited ? (
            <ProductDetails
              key={edited.id}
              row={edited}
              refused={refused}
              onDone={close}
              onSwitched={leave}
              onUnsaved={onUnsaved}
            />
          ) : (
            <NewProductForm
              db={db}
              taxNames={taxNames}
              vatRegistered={vatRegistered}
              prefill={{}}
              onSave={add}
            />
          )
        }
      </RecordSheet>
    </>
  )
}
