import { useLingui } from '@lingui/react/macro'
import { memo, type RefObject, Suspense, useCallback, useDeferredValue, useState } from 'react'
import type { StoreApi } from 'zustand'
import { SearchField } from '#blocks/pickers/search-field.tsx'
import { searchProducts } from '#data/products.ts'
import type { ProductForm as Fields } from '#domain/products/check-product.ts'
import { readCountedSearch } from '#domain/products/counted-search.ts'
import type { Product } from '#domain/products/product.ts'
import { saveProduct } from '#sync/commands/catalogue.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useWorkplace } from '../workplace.ts'
import type { Editor } from './editor-store.ts'
import classes from './items.module.css'
import { ProductTile } from './product-tile.tsx'
import { BROKEN, unbroken } from './unbroken.ts'
import { useAddProduct } from './use-add-product.ts'
import { useShelf } from './use-shelf.ts'

const NewProduct = lazyPart(async () => (await import('./new-product.tsx')).NewProduct)

type Props = {
  readonly store: StoreApi<Editor>
  readonly field: RefObject<HTMLInputElement | null>
  /** Shows a line of the cart with its fields open. */
  readonly onOpenLine: (lineId: string) => void
}

/** The price list as tiles, the search above it. Enter, or a scanner, adds the first one found. */
export const ItemsPanel = memo(function ItemsPanel({ store, field, onOpenLine }: Props) {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const { account, commands, db, note } = useWorkplace()
  const [typed, setTyped] = useState('')
  /** What was written where new products were asked for; one form at a time, in the order they were scanned. */
  const [creating, setCreating] = useState<readonly string[]>([])
  const { text, quantity } = readCountedSearch(useDeferredValue(typed))
  const shelf = useShelf(db, text)
  const put = useAddProduct(store)
  const add = useCallback(
    (product: Product) => {
      const line = put(product)
      if (line?.unitPrice === 0) onOpenLine(line.id)
    },
    [put, onOpenLine],
  )
  const putCounted = (product: Product, written: string) => {
    const line = put(product, readCountedSearch(written).quantity)
    if (line?.unitPrice === 0) onOpenLine(line.id)
  }
  const addCounted = (product: Product) => {
    putCounted(product, typed)
    setTyped('')
  }
  const ask = (written: string) => setCreating((now) => (now.includes(written) ? now : [...now, written]))
  const endAsking = () => setCreating(([, ...later]) => later)
  const details = useCallback(
    (product: Product) => {
      const held = store.getState().content.lines.find((line) => line.productId === product.id)
      const line = held ?? put(product)
      if (line) onOpenLine(line.id)
    },
    [store, put, onOpenLine],
  )
  /**
   * A scanner is quicker than the list: what it wrote is looked up here and now. The field is free at once, since the
   * next code may arrive before this one is found.
   */
  const enter = async (written: string) => {
    const wanted = readCountedSearch(written).text.trim()
    if (wanted === '') return
    setTyped('')
    const found = await unbroken(() => searchProducts(db, wanted, 1), undefined)
    const first = found?.[0]
    if (first) {
      putCounted(first, written)
      return
    }
    // It stays to be seen, unless the next code is arriving there.
    setTyped((now) => (now === '' ? written : now))
    if (found) ask(written)
    else toast({ tone: 'bad', text: t`“${wanted}” was not added. Scan or type it again` })
  }
  const [asked] = creating
  const create = async (form: Fields) => {
    const kept = await unbroken(() => saveProduct(account, commands, { form }), BROKEN)
    if (kept.kind === 'refused') return kept.refusals
    if (kept.kind === 'not-kept') return [{ path: '', code: kept.code }]
    endAsking()
    putCounted(kept.value, asked ?? '')
    setTyped((now) => (now === asked ? '' : now))
    note({ name: 'product_created' })
    return []
  }
  const wanted = text.trim()
  return (
    <div className={classes.items}>
      <div className={classes.search}>
        <SearchField
          value={typed}
          onChange={setTyped}
          onEnter={(written) => void enter(written)}
          label={t`Search products and services`}
          field={field}
        />
      </div>
      <ul className={classes.tiles} aria-label={t`Price list`}>
        {shelf?.map((product) => (
          <li key={product.id}>
            <ProductTile
              store={store}
              product={product}
              onAdd={quantity === undefined && wanted === '' ? add : addCounted}
              onDetails={details}
            />
          </li>
        ))}
        {shelf ? (
          <li>
            <button type="button" className={classes.tile} data-new="true" onClick={() => ask(typed)}>
              <span className={classes.name}>
                <Icon name="plus" size={18} />
                {wanted === '' ? t`New product or service` : t`Add “${wanted}”`}
              </span>
              <span className={classes.price}>{t`It will be saved in your price list`}</span>
            </button>
          </li>
        ) : null}
      </ul>
      {shelf?.length === 0 && wanted !== '' ? <p className={classes.hint}>{t`No results`}</p> : null}
      {wanted === '' && (shelf?.length ?? 0) > 20 ? (
        <p className={classes.hint}>{t`Type or scan to find other products.`}</p>
      ) : null}
      {asked === undefined ? null : (
        <Suspense>
          <NewProduct
            key={asked}
            name={readCountedSearch(asked).text.trim()}
            onSave={create}
            onClose={endAsking}
          />
        </Suspense>
      )}
    </div>
  )
})
