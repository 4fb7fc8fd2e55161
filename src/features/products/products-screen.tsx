import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { Suspense, useEffect, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { CatalogueList } from '#blocks/catalogue-list/catalogue-list.tsx'
import { StandingFilter } from '#blocks/catalogue-list/standing-filter.tsx'
import { NewProductForm } from '#blocks/product-form/new-product-form.tsx'
import { ProductForm } from '#blocks/product-form/product-form.tsx'
import { useProductCategories } from '#blocks/product-form/use-product-categories.ts'
import { useTaxNames } from '#blocks/use-tax-names.ts'
import { saveProduct } from '#commands/catalogue.ts'
import { listRefusedFields } from '#data/outbox-entries.ts'
import { findProduct } from '#data/products.ts'
import type { ProductRow } from '#data/rows.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { categoryColour } from '#domain/products/category-colour.ts'
import type { ProductForm as Fields } from '#domain/products/check-product.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { listShownProducts } from './list-shown.ts'
import { ProductActions } from './product-actions.tsx'

const PAGE = 50

const ImportSheet = lazyComponent(
  async () => (await import('./import/import-products-sheet.tsx')).ImportProductsSheet,
)

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
  const shown = useLiveQuery(
    () => listShownProducts(db, { text, inactive, limit }),
    [db, text, inactive, limit],
  )
  const rows = shown?.rows
  const categories = useProductCategories(db)
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
      saveFile(await exportProducts(db), `${name}-${today}.csv`)
      toast({ tone: 'good', text: t`The file is in your downloads` })
    } catch {
      toast({ tone: 'bad', text: t`The file could not be created. Try again` })
    }
  }
  const edited = open === 'new' ? undefined : open
  const close = () => {
    setOpen(undefined)
    setRefused([])
    if (openId !== undefined) onClosed()
  }
  const save = async (form: Fields) => {
    const result = await saveProduct(account, commands, { form, ...(edited ? { productId: edited.id } : {}) })
    if (result.kind === 'refused') return result.refusals
    if (result.kind === 'not-kept') return [{ path: '', code: result.code }]
    close()
    if (!edited) trackUsage({ name: 'product_created' })
    toast({ tone: 'good', text: t`Product saved` })
    return []
  }
  if (company === null) {
    return (
      <div className="page">
        <EmptyState standalone icon="box" title={t`No company`}>
          {t`Your account is not linked to a company, so there are no products.`}
        </EmptyState>
      </div>
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
        entries={rows?.map((row) => ({
          id: row.id,
          name: row.name,
          detail: [row.sku, row.category, row.unit, vatRegistered ? taxNames[row.taxType] : '']
            .filter(Boolean)
            .join(' · '),
          ...(row.category ? { colour: categoryColour(row.category) } : {}),
          favourite: row.favourite === true,
          end: row.unitPrice === 0 ? t`Variable price` : moneyText(row.unitPrice),
          pending: row.pending.kind,
        }))}
        onAdd={() => setOpen('new')}
        onOpen={(id) => setOpen(rows?.find((row) => row.id === id))}
        empty={
          <EmptyOrFetching>
            <EmptyState icon="box" title={t`No products yet`}>
              {t`Save your products once, with their prices. Then an invoice takes a few taps.`}
            </EmptyState>
          </EmptyOrFetching>
        }
        tools={
          <>
            <StandingFilter
              label={t`Which products`}
              onLabel={t`In use`}
              offLabel={t`Inactive`}
              off={inactive}
              onChange={setInactive}
            />
            <div className="actions" style={{ marginTop: '0.75rem' }}>
              <Button variant="default" onClick={() => setImporting(true)}>
                {t`Import CSV`}
              </Button>
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
      <Sheet title={edited ? t`Product details` : t`New product`} opened={open !== undefined} onClose={close}>
        {edited ? (
          <div className="stack">
            <ProductForm
              key={edited.id}
              taxNames={taxNames}
              categories={categories}
              vatRegistered={vatRegistered}
              initial={edited}
              serverRefusals={refused}
              onSave={save}
            />
            <ProductActions row={edited} onDone={close} />
          </div>
        ) : (
          <NewProductForm
            db={db}
            taxNames={taxNames}
            vatRegistered={vatRegistered}
            prefill={{}}
            onSave={save}
          />
        )}
      </Sheet>
    </>
  )
}
