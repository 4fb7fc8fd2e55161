import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { StoreApi } from 'zustand'
import { useAppContext } from '#app-context/app-context.ts'
import { saveProduct } from '#commands/catalogue.ts'
import type { InvoiceLine } from '#domain/invoices/invoice.ts'
import { listPriceOf } from '#domain/invoices/price-line.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useAction } from '#ui/use-action.ts'
import { catchUnexpected, UNEXPECTED_FAILURE } from './catch-unexpected.ts'
import { type Editor, withLine } from './editor-store.ts'

type Props = { readonly store: StoreApi<Editor>; readonly line: InvoiceLine; readonly refusal: ReactNode }

/** Saves an item that the price list does not have (spec §5) with one touch, also offline. */
export function SaveProductFirst({ store, line, refusal }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { account, commands, trackUsage } = useAppContext()
  const [failed, setFailed] = useState<string>()
  const [busy, run] = useAction()
  const save = async () => {
    const { description: name, taxType } = line
    const unitPrice = listPriceOf(line, store.getState().content.amountType)
    const form = { name, unit: '', unitPrice, taxType }
    const result = await catchUnexpected(() => saveProduct(account, commands, { form }), UNEXPECTED_FAILURE)
    if (result.ok) {
      store.getState().change((content) => withLine(content, line.id, { productId: result.value.id }))
      trackUsage({ name: 'product_created' })
      return
    }
    setFailed(result.refusals[0]?.code ?? 'UNEXPECTED')
  }
  return (
    <div>
      <p className="field-error">{failed === undefined ? refusal : translate(errorMessage(failed))}</p>
      <Button variant="light" onClick={() => void run(save)} loading={busy} data-refused="true">
        {t`Save the product`}
      </Button>
    </div>
  )
}
