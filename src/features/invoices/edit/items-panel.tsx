import { useLingui } from '@lingui/react/macro'
import { memo, type RefObject, Suspense, useCallback, useDeferredValue, useState } from 'react'
import type { StoreApi } from 'zustand'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { SearchField } from '#blocks/pickers/search-field.tsx'
import { saveProduct } from '#commands/catalogue.ts'
import type { ProductForm as Fields } from '#domain/products/check-product.ts'
import { type CountedSearch, readCountedSearch } from '#domain/products/counted-search.ts'
import type { Product } from '#domain/products/product.ts'
import { beep } from '#ui/beep.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { catchUnexpected, UNEXPECTED_FAILURE } from './catch-unexpected.ts'
import type { Editor } from './editor-store.ts'
import { findEntered, findWanted, type Wanted, wantedCode } from './find-entered.ts'
import classes from './items.module.css'
import { ProductTile } from './product-tile.tsx'
import { useAddProduct } from './use-add-product.ts'
import { useKeyBurst } from './use-key-burst.ts'
import { useProductSuggestions } from './use-product-suggestions.ts'

const NewProduct = lazyComponent(async () => (await import('./new-product.tsx')).NewProduct)
const ScanBarcode = lazyComponent(
  async () => (await import('#blocks/scan-barcode/scan-barcode-sheet.tsx')).ScanBarcodeSheet,
)

const BARCODE = { outline: 'M4 6v12M7.500 6v12M11 6v12M13.500 6v12M17 6v12M20 6v12' }

/** A product that the price list does not have: the text that was typed, or the code that a scanner read. */
type Asked = { readonly written: string; readonly wanted: Wanted }

/** The new product begins with its code, or with the name that was searched. */
function prefillOf({ text, scanned }: Wanted) {
  if (scanned) return { barcode: text }
  const name = text.trim()
  return name === '' ? {} : { name }
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
  const burst = useKeyBurst()
  const addCountedToCart = (product: Product, count: CountedSearch['quantity']) => {
    const line = addToCart(product, count)
    if (line?.unitPrice === 0) onOpenLine(line.id)
  }
  const addCounted = (product: Product) => {
    addCountedToCart(product, readCountedSearch(typed).quantity)
    setTyped('')
  }
  const ask = (written: string, wanted: Wanted) =>
    setCreating((now) =>
      now.some((other) => other.written === written) ? now : [...now, { written, wanted }],
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
  const seeCode = async (wanted: string) => {
    const found = await catchUnexpected(() => findWanted(db, wantedCode(wanted)), undefined)
    const product = found?.[0]
    if (!product) {
      setCamera(undefined)
      if (found) ask(wanted, wantedCode(wanted))
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
    if (readCountedSearch(written).text.trim() === '') return
    setTyped('')
    const keys = burst.current
    const entered = await catchUnexpected(() => findEntered(db, written, keys), undefined)
    const first = entered?.found[0]
    if (first && (!entered.wanted.scanned || entered.found.length === 1)) {
      if (entered.wanted.scanned) beep()
      addCountedToCart(first, entered.wanted.quantity)
      return
    }
    // The text stays visible, unless the next code is arriving.
    setTyped((now) => (now === '' ? written : now))
    if (entered?.found.length === 0) ask(written, entered.wanted)
    // Two phones saved the same code: the person chooses.
    else if (entered) return
    else {
      const wanted = written.trim()
      toast({ tone: 'bad', text: t`“${wanted}” was not added. Scan or type it again` })
    }
  }
  const [asked] = creating
  const create = async (form: Fields) => {
    const result = await catchUnexpected(
      () => saveProduct(account, commands, { form, endsDraft: true }),
      UNEXPECTED_FAILURE,
    )
    if (!result.ok) return result.refusals
    endAsking()
    addCountedToCart(result.value, asked?.wanted.quantity)
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
      <ul className={classes.tiles} aria-label={t`Price list`} aria-busy={found === undefined}>
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
            <button
              type="button"
              className={classes.tile}
              data-new="true"
              onClick={() => ask(typed, { ...readCountedSearch(typed), scanned: false })}
            >
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
          <NewProduct
            key={asked.written}
            prefill={prefillOf(asked.wanted)}
            onSave={create}
            onClose={endAsking}
          />
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
