import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { StoreApi } from 'zustand'
import { useAppContext } from '#app-context/app-context.ts'
import { findCurrentProducts } from '#data/current-products.ts'
import { isOffered } from '#data/search-rows.ts'
import type { Quantity } from '#domain/money/quantity.ts'
import type { Product } from '#domain/products/product.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { catchUnexpected } from './catch-unexpected.ts'
import type { Editor } from './editor-store.ts'
import { useAddProduct } from './use-add-product.ts'

/**
 * Puts a product that is on the screen into the cart as the phone has it now: another phone may have changed its price, or
 * deleted it, since it was painted.
 */
export function useAddShownProduct(store: StoreApi<Editor>) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const toast = useToasts((state) => state.show)
  const addToCart = useAddProduct(store)
  return useCallback(
    async (shown: Product, quantity?: Quantity) => {
      const read = async (): Promise<Product | undefined> => {
        const [row] = await findCurrentProducts(db, [shown.id])
        return row && isOffered(row) ? row : undefined
      }
      const product = await catchUnexpected(read, shown)
      if (product) return addToCart(product, quantity)
      toast({ tone: 'bad', text: t`No longer in the price list` })
      return undefined
    },
    [db, addToCart, toast, t],
  )
}
