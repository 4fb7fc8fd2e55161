import { useCallback } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { insertReceiptCopy, type ReceiptCopyMedium } from '#data/receipt-copies.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { DeviceStorageFailure } from '#data/storage-failure.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { usePorts } from '#ui/ports.ts'
import { useToasts } from '#ui/toast/toast-store.ts'

/** What is known once a paper was counted: the first of the phone that issued it is the original, all others are copies. */
export type CountedHandover = { readonly copy: boolean }

/**
 * Counts a paper or file of a receipt before it is printed or shared, so that there is one original whatever happens.
 * An invoice without fiscal numbers is not counted. Returns `undefined`, after showing why, when the count could not
 * be stored.
 */
export function useCountHandover(
  db: AccountDatabase,
): (row: InvoiceRow, as: ReceiptCopyMedium) => Promise<CountedHandover | undefined> {
  const translate = useTranslate()
  const { clock } = usePorts()
  const toast = useToasts((state) => state.show)
  return useCallback(
    async (row, as) => {
      if (row.receipt === null) return { copy: false }
      try {
        return { copy: await insertReceiptCopy(db, row.id, as, toInstant(clock.now())) }
      } catch (error) {
        if (!(error instanceof DeviceStorageFailure)) throw error
        toast({ tone: 'bad', code: error.code, text: translate(errorMessage(error.code)) })
        return undefined
      }
    },
    [db, clock, translate, toast],
  )
}
