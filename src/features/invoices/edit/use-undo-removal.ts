import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { StoreApi } from 'zustand'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { type Editor, withLinesBack } from './editor-store.ts'
import { notAddedMessage } from './not-added-message.ts'

type Removed = Pick<InvoiceContent, 'lines' | 'amountType'> & {
  /** Where they were among the lines. */
  readonly at: number
  /** What else comes back with them. */
  readonly onRestored?: () => void
}

/**
 * Says that lines left the cart and offers to undo it. Where lines added since leave no room for them, says so and offers it
 * again: what was removed is not lost while the person makes room.
 */
export function useUndoRemoval(store: StoreApi<Editor>) {
  const { t } = useLingui()
  const translate = useTranslate()
  const toast = useToasts((state) => state.show)
  return useCallback(
    (text: string, { lines, amountType, at, onRestored }: Removed) => {
      const undo = () => {
        const { content, change } = store.getState()
        const back = withLinesBack(content, { lines, amountType }, at)
        if (back.kind === 'refused') {
          const [first] = lines
          const reason = translate(notAddedMessage(back.because, first?.description ?? ''))
          toast({ tone: 'bad', subject: store, text: reason, action })
          return
        }
        change(() => back.content)
        onRestored?.()
      }
      const action = { label: t`Undo`, run: undo }
      toast({ tone: 'good', subject: store, text, action })
    },
    [store, toast, t, translate],
  )
}
