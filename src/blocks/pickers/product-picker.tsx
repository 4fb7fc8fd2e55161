import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { listProducts, recentProducts, searchProducts } from '#data/products.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { type Quantity, quantityText } from '#domain/money/quantity.ts'
import type { ProductForm as Fields } from '#domain/products/check-product.ts'
import type { Product } from '#domain/products/product.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import type { TaxType } from '#domain/tax/tax-type.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { ProductForm } from '../product-form/product-form.tsx'
import classes from './pickers.module.css'
import { SearchField } from './search-field.tsx'

const SHOWN = 40

/** What was used lately first, then the list by name, so that a new phone does not begin with an empty page. */
async function suggestProducts(db: AccountDatabase) {
  const [recent, byName] = await Promise.all([recentProducts(db, SHOWN), listProducts(db, { limit: SHOWN })])
  return [...new Map([...recent, ...byName].map((row) => [row.id, row])).values()].slice(0, SHOWN)
}

type Props = {
  readonly db: AccountDatabase
  readonly opened: boolean
  readonly onClose: () => void
  /** How many of a product the invoice holds already. */
  readonly quantityOf: (productId: string) => Quantity | undefined
  readonly lineCount: number
  readonly onPick: (product: Product) => void
  /** Keeps a new product and puts it on the invoice; gives what stood in the way. */
  readonly onCreate: (form: Fields) => Promise<readonly FieldRefusal<string>[]>
  readonly taxNames: Record<TaxType, string>
  readonly vatRegistered: boolean
}

/** Search the price list and tap what is sold: each tap adds one, the sheet stays open until Done. */
export function ProductPicker({
  db,
  opened,
  onClose,
  quantityOf,
  lineCount,
  onPick,
  onCreate,
  ...form
}: Props) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [creating, setCreating] = useState(false)
  const found = useLiveQuery(
    () => (text.trim() === '' ? suggestProducts(db) : searchProducts(db, text, SHOWN)),
    [db, text],
  )
  const close = () => {
    setText('')
    setCreating(false)
    onClose()
  }
  const create = async (fields: Fields) => {
    const refusals = await onCreate(fields)
    if (refusals.length === 0) {
      setCreating(false)
      setText('')
    }
    return refusals
  }
  if (creating) {
    return (
      <Sheet title={t`New product`} opened={opened} onClose={() => setCreating(false)}>
        <ProductForm {...form} initial={{ name: text.trim() }} onSave={create} />
      </Sheet>
    )
  }
  return (
    <Sheet title={t`Add items`} opened={opened} onClose={close}>
      <div className={classes.top}>
        <SearchField value={text} onChange={setText} label={t`Search products and services`} autoFocus />
      </div>
      <ul className={classes.results}>
        {found?.map((product) => {
          const held = quantityOf(product.id)
          return (
            <li key={product.id}>
              <button
                type="button"
                className={classes.row}
                data-chosen={held !== undefined}
                onClick={() => onPick(product)}
              >
                <span className={classes.picture}>
                  {held === undefined ? <Icon name="plus" /> : quantityText(held)}
                </span>
                <span className={classes.words}>
                  <span className={classes.name}>{product.name}</span>
                  {product.unit === '' ? null : <span className={classes.detail}>{product.unit}</span>}
                </span>
                <span className={classes.price}>
                  {product.unitPrice === 0 ? t`Ask for the price` : moneyText(product.unitPrice)}
                </span>
              </button>
            </li>
          )
        })}
        <li>
          <button type="button" className={classes.row} onClick={() => setCreating(true)}>
            <span className={classes.picture}>
              <Icon name="box" />
            </span>
            <span className={classes.words}>
              <span className={classes.name}>
                {text.trim() === '' ? t`New product or service` : t`New product: ${text.trim()}`}
              </span>
              <span className={classes.detail}>{t`It is saved in your price list`}</span>
            </span>
          </button>
        </li>
      </ul>
      {found?.length === 0 && text.trim() !== '' ? <p className={classes.none}>{t`No results`}</p> : null}
      <div className={classes.foot}>
        <Button fullWidth onClick={close}>
          {lineCount === 0 ? (
            t`Done`
          ) : (
            <Plural
              value={lineCount}
              one="Done: # item on the invoice"
              other="Done: # items on the invoice"
            />
          )}
        </Button>
      </div>
    </Sheet>
  )
}
