import { useCallback } from 'react'
import type { StoreApi } from 'zustand'
import type { Quantity } from '#domain/money/quantity.ts'
import type { Product } from '#domain/products/product.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useSay } from '#i18n/use-say.ts'
import { useEnvironment } from '#ui/environment.ts'
import { tick } from '#ui/tick.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useToday, useWorkplace } from '../workplace.ts'
import { type Editor, withProduct } from './editor-store.ts'
import { lineMark } from './judge-draft.ts'

/** Puts a product into the cart, one more each time; gives the line it stands on, nothing when it was refused. */
export function useAddProduct(store: StoreApi<Editor>) {
  const say = useSay()
  const { newId } = useEnvironment()
  const toast = useToasts((state) => state.show)
  const { session, vatRegistered } = useWorkplace()
  const { rates } = session
  const day = useToday()
  return useCallback(
    (product: Product, quantity?: Quantity) => {
      const { content, change, mark } = store.getState()
      const pricing = { day, rates, vatRegistered, amountType: content.amountType }
      const next = withProduct(content, product, pricing, newId(), quantity)
      if (!next) {
        toast({ tone: 'bad', text: say(errorMessage('INVOICE_LINE_RATE_OUTDATED')) })
        return undefined
      }
      const held = content.lines.find((line) => line.productId === product.id)
      if (held) mark(lineMark(held.id, 'quantity'), false)
      change(() => next)
      tick()
      return next.lines.find((line) => line.productId === product.id)
    },
    [store, day, rates, vatRegistered, newId, toast, say],
  )
}
