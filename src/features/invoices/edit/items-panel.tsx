import { useLingui } from '@lingui/react/macro'
import { memo, type RefObject, Suspense, useCallback, useDeferredValue, useState } from 'react'
import type { StoreApi } from 'zustand'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { SearchField } from '#blocks/pickers/search-field.tsx'
import { findInside } from '#blocks/search-inside/find-inside.ts'
import { saveProduct } from '#commands/catalogue.ts'
import { findByBarcode, searchProducts } from '#data/product-search.ts'
import { isOffered } from '#data/search-rows.ts'
import { looksScanned } from '#domain/products/barcode.ts'
import type { ProductForm as Fields } from '#domain/products/check-product.ts'
import { readCountedSearch } from '#domain/products/counted-search.ts'
import type { Product } from '#domain/products/product.ts'
import { beep } from '#ui/beep.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { catchUnexpected, UNEXPECTED_FAILURE } from './catch-unexpected.ts'
import type { Editor } from './editor-store.ts'
import classes from './items.module.css'
import { ProductTile } from './product-tile.tsx'
import { useAddProduct } from './use-add-product.ts'
import { useProductSuggestions } from './use-product-suggestions.ts'

const NewProduct = lazyComponent(async () => (await import('./new-product.tsx')).NewProduct)
const ScanBarcode = lazyComponent(
  async () => (await import('#blocks/scan-barcode/scan-barcode-sheet.tsx')).ScanBarcodeSheet,
)

const BARCODE = { outline: 'M4 6v12M7.500 6v12M11 6v12M13.500 6v12M17 6v12M20 6v12' }

/** A product that the price list does not have: the text that was typed, or the code that a scanner read. */
type Asked = { readonly written: string; readonly scanned: boolean }

/** The new product begins with its code, or with the name that was searched. */
function prefillOf({ written, scanned }: Asked) {
  const text = readCountedSearch(written).text.trim()
  if (scanned) return { barcode: text }
  return text === '' ? {} : { name: text }
}

type Props = {
  readonly store: StoreApi<Editor>
  readonly field: RefObject<HTMLInputElement | null>
  /** Shows a line of the cart expanded. */
  readonly onOpenLine: (lineId: string) => void
}

/** The price list as tiles, with a search field above. Enter, or a scanner, adds the first one found. */
export const ItemsPanel = memo(function ItemsPanel({ store, field, onOpenLine }: Props) {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const { account, commands, db, trackUsage } = useAppContext()
  const today = useToday()
  const [typed, setTyped] = useState('')
  /** The texts for which new products were requested; one form at a time, in the order they were scanned. */
  const [creating, setCreating] = useState<readonly Asked[]>([])
  const [camera, setCamera] = useState<{ readonly message?: string }>()
  const { text, quantity } = readCountedSearch(useDeferredValue(typed))
  const suggestions = useProductSuggestions(db, text, today)
  const found = suggestions?.rows
  const addToCart = useAddProduct(store)
  const add = useCallback(
    (product: Product) => {
      const line = addToCart(product)
      if (line?.unitPrice === 0) onOpenLine(line.id)
    },
    [addToCart, onOpenLine],
  )
  const addCountedToCart = (product: Product, written: string) => {
    const line = addToCart(product, readCountedSearch(written).quantity)
    if (line?.unitPrice === 0) onOpenLine(line.id)
  }
  const addCounted = (product: Product) => {
    addCountedToCart(product, typed)
    setTyped('')
  }
  const ask = (written: string, scanned = false) =>
    setCreating((now) =>
      now.some((other) => other.written === written) ? now : [...now, { written, scanned }],
    )
  const endAsking = () => setCreating(([, ...later]) => later)
  const details = useCallback(
    (product: Product) => {
      const existing = store.getState().content.lines.find((line) => line.productId === product.id)
      const line = existing ?? addToCart(product)
      if (line) onOpenLine(line.id)
    },
    [store, addToCart, onOpenLine],
  )
  /** A code must be the whole code; a name is found by its beginning. */
  const findWanted = async (wanted: string, scanned: boolean) => {
    const withCode = (await findByBarcode(db, wanted)).filter(isOffered)
    if (withCode.length > 0) return withCode
    const found = await searchProducts(db, wanted, scanned ? 5 : 1)
    if (scanned) return found.filter(({ sku, name }) => sku === wanted || name === wanted)
    return found.length > 0
      ? found
      : searchProducts(db, wanted, 1, await findInside(db, 'products', wanted, 1))
  }
  const seeCode = async (wanted: string) => {
    const found = await catchUnexpected(() => findWanted(wanted, true), undefined)
    const product = found?.[0]
    if (!product) {
      setCamera(undefined)
      if (found) ask(wanted, true)
      else toast({ tone: 'bad', text: t`“${wanted}” was not added. Scan or type it again` })
      return
    }
    beep()
    const { name } = product
    const line = addToCart(product)
    if (line?.unitPrice === 0) {
      setCamera(undefined)
      onOpenLine(line.id)
    } else setCamera({ message: line ? t`In the cart: ${name}` : '' })
  }
  /**
   * A scanner is quicker than the list: its text is searched here directly. The field is cleared at once, because the
   * next code may arrive before this one is found.
   */
  const enter = async (written: string) => {
    const wanted = readCountedSearch(written).text.trim()
    if (wanted === '') return
    setTyped('')
    const scanned = looksScanned(wanted)
    const found = await catchUnexpected(() => findWanted(wanted, scanned), undefined)
    const first = found?.[0]
    if (first && (!scanned || found.length === 1)) {
      if (scanned) beep()
      addCountedToCart(first, written)
      return
    }
    // The text stays visible, unless the next code is arriving.
    setTyped((now) => (now === '' ? written : now))
    if (found?.length === 0) ask(written, scanned)
    // Two phones saved the same code: the person chooses.
    else if (found) return
    else toast({ tone: 'bad', text: t`“${wanted}” was not added. Scan or type it again` })
  }
  const [asked] = creating
  const create = async (form: Fields) => {
    const result = await catchUnexpected(
      () => saveProduct(account, commands, { form, endsDraft: true }),
      UNEXPECTED_FAILURE,
    )
    if (!result.ok) return result.refusals
    endAsking()
    addCountedToCart(result.value, asked?.written ?? '')
    setTyped((now) => (now === asked?.written ? '' : now))
    trackUsage({ name: 'product_created' })
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
        <button
          type="button"
          className="icon-button"
          onClick={() => setCamera({})}
          aria-label={t`Scan a barcode`}
        >
          <Icon name={BARCODE} size={24} />
        </button>
      </div>
      <ul className={classes.tiles} aria-label={t`Price list`}>
        {found?.map((product) => (
          <li key={product.id}>
            <ProductTile
              store={store}
              product={product}
              onAdd={quantity === undefined && wanted === '' ? add : addCounted}
              onDetails={details}
            />
          </li>
        ))}
        {/* Not before all is found: what is found later would move it under a finger. */}
        {suggestions?.isComplete && suggestions.text === text ? (
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
      {found?.length === 0 && wanted !== '' ? <p className={classes.hint}>{t`No results`}</p> : null}
      {wanted === '' && (found?.length ?? 0) > 20 ? (
        <p className={classes.hint}>{t`Type or scan to find other products.`}</p>
      ) : null}
      {asked === undefined ? null : (
        <Suspense>
          <NewProduct key={asked.written} prefill={prefillOf(asked)} onSave={create} onClose={endAsking} />
        </Suspense>
      )}
      {camera ? (
        <Suspense>
          <ScanBarcode
            onCode={(code) => void seeCode(code)}
            message={camera.message}
            onClose={() => setCamera(undefined)}
          />
        </Suspense>
      ) : null}
    </div>
  )
})
