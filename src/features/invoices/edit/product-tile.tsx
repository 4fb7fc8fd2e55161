import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { type StoreApi, useStore } from 'zustand'
import type { ProductRow } from '#data/rows.ts'
import { isOffered } from '#data/search-rows.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { quantityText } from '#domain/money/quantity.ts'
import { categoryColour } from '#domain/products/category-colour.ts'
import { useLongPress } from '#ui/use-long-press.ts'
import type { Editor } from './editor-store.ts'
import classes from './items.module.css'

type Props = {
  readonly store: StoreApi<Editor>
  readonly product: ProductRow
  readonly onAdd: (product: ProductRow) => unknown
  readonly onDetails: (product: ProductRow) => unknown
}

/** One product as a tile: a tap adds one, a long press opens price, discount, tax and note. */
export const ProductTile = memo(function ProductTile({ store, product, onAdd, onDetails }: Props) {
  const { t } = useLingui()
  const quantityInCart = useStore(
    store,
    ({ content }) => content.lines.find((line) => line.productId === product.id)?.quantity,
  )
  const offered = isOffered(product)
  const touch = useLongPress(
    () => onAdd(product),
    () => onDetails(product),
  )
  const price = product.unitPrice === 0 ? t`Variable price` : moneyText(product.unitPrice)
  return (
    <button
      type="button"
      className={classes.tile}
      data-chosen={quantityInCart !== undefined}
      disabled={!offered}
      {...(product.category
        ? { style: { boxShadow: `inset 0.25rem 0 ${categoryColour(product.category)}` } }
        : {})}
      {...touch}
    >
      <span className={classes.name}>{product.name}</span>
      <span className={classes.price}>
        {offered ? price : t`No longer in the price list`}
        {!offered || product.unit === '' ? null : <span className={classes.unit}> / {product.unit}</span>}
        {product.category ? <span className={classes.unit}> · {product.category}</span> : null}
      </span>
      {quantityInCart === undefined ? null : (
        // A new element for each count, so that the change is animated.
        <span className={classes.count} key={quantityInCart}>
          {quantityText(quantityInCart)}
        </span>
      )}
    </button>
  )
})
