import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { StoreApi } from 'zustand'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { MAX_LINES } from '#domain/invoices/invoice.ts'
import { MAX_QUANTITY, type Quantity, quantityText, toQuantity } from '#domain/money/quantity.ts'
import type { Product } from '#domain/products/product.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { hapticTick } from '#ui/haptic-tick.ts'
import { usePorts } from '#ui/ports.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { type Editor, withProduct } from './editor-store.ts'
import { lineFieldKey } from './validate-draft.ts'

const NO_RATE = errorMessage('INVOICE_LINE_RATE_OUTDATED')

/** Puts a product into the cart, one more each time; returns its line, nothing when it was refused. */
export function useAddProduct(store: StoreApi<Editor>) {
  const { t } = useLingui()
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
        const most = quantityText(toQuantity(MAX_QUANTITY))
        const lines = MAX_LINES
        const texts = {
          'no-rate': translate(NO_RATE),
          'line-full': t`The largest quantity of one item is ${most}`,
          'invoice-full': t`An invoice has ${lines} different items at most. Put the rest on another invoice`,
        }
        toast({ tone: 'bad', text: texts[next.because] })
        return undefined
      }
      const existing = content.lines.find((line) => line.productId === product.id)
      if (existing) markUnreadable(lineFieldKey(existing.id, 'quantity'), false)
      change(() => next.content)
      hapticTick()
      return next.content.lines.find((line) => line.productId === product.id)
    },
    [store, day, rates, vatRegistered, newId, toast, translate, t],
  )
}
