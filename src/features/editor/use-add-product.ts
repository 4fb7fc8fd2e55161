import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { StoreApi } from 'zustand'
import { MAX_QUANTITY, type Quantity, quantityText, toQuantity } from '#domain/money/quantity.ts'
import type { Product } from '#domain/products/product.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useSay } from '#i18n/use-say.ts'
import { useEnvironment } from '#ui/environment.ts'
import { tick } from '#ui/tick.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useToday, useWorkplace } from '../workplace.ts'
import { type Editor, withProduct } from './editor-store.ts'
import { lineMark } from './judge-draft.ts'

const NO_RATE = errorMessage('INVOICE_LINE_RATE_OUTDATED')

/** Puts a product into the cart, one more each time; gives the line it stands on, nothing when it was refused. */
export function useAddProduct(store: StoreApi<Editor>) {
  const { t } = useLingui()
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
      if (next.kind === 'refused') {
        const most = quantityText(toQuantity(MAX_QUANTITY))
        const full = next.because === 'line-full'
        const text = full ? t`The largest quantity of one item is ${most}` : say(NO_RATE)
        toast({ tone: 'bad', text })
        return undefined
      }
      const held = content.lines.find((line) => line.productId === product.id)
      if (held) mark(lineMark(held.id, 'quantity'), false)
      change(() => next.content)
      tick()
      return next.content.lines.find((line) => line.productId === product.id)
    },
    [store, day, rates, vatRegistered, newId, toast, say, t],
  )
}
