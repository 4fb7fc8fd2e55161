import { useCallback } from 'react'
import type { StoreApi } from 'zustand'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import type { Quantity } from '#domain/money/quantity.ts'
import type { Product } from '#domain/products/product.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { hapticTick } from '#ui/haptic-tick.ts'
import { usePorts } from '#ui/ports.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { type Editor, withProduct } from './editor-store.ts'
import { notAddedMessage } from './not-added-message.ts'
import { lineFieldKey } from './validate-draft.ts'

/** Puts a product into the cart, one more each time; returns its line, nothing when it was refused. */
export function useAddProduct(store: StoreApi<Editor>) {
  const translate = useTranslate()
  const { newId } = usePorts()
  const toast = useToasts((state) => state.show)
  const { session, vatRegistered } = useAppContext()
  const { rates } = session
  const day = useToday()
  return useCallback(
    (product: Product, quantity?: Quantity) => {
      const { content, change, markUnreadable } = store.getState()
      const pricing = { day, rates, vatRegistered, amountType: content.amountType }
      const next = withProduct(content, product, pricing, newId(), quantity)
      if (next.kind === 'refused') {
        toast({ tone: 'bad', text: translate(notAddedMessage(next.because, product.name)) })
        return undefined
      }
      const existing = content.lines.find((line) => line.productId === product.id)
      if (existing) markUnreadable(lineFieldKey(existing.id, 'quantity'), false)
      change(() => next.content)
      hapticTick()
      return next.content.lines.find((line) => line.productId === product.id)
    },
    [store, day, rates, vatRegistered, newId, toast, translate],
  )
}
