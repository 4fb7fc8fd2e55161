import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { StoreApi } from 'zustand'
import type { InvoiceLine } from '#domain/invoices/invoice.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useSay } from '#i18n/use-say.ts'
import { saveProduct } from '#sync/commands/catalogue.ts'
import { useWorkplace } from '../workplace.ts'
import { type Editor, withLine } from './editor-store.ts'
import { BROKEN, unbroken } from './unbroken.ts'

type Props = { readonly store: StoreApi<Editor>; readonly line: InvoiceLine; readonly refusal: string }

/** An item that the price list does not have (spec §5): one touch puts it there, also without a line. */
export function SaveProductFirst({ store, line, refusal }: Props) {
  const { t } = useLingui()
  const say = useSay()
  const { account, commands, note } = useWorkplace()
  const [failed, setFailed] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const { description: name, unitPrice, taxType } = line
    const form = { name, unit: '', unitPrice, taxType }
    const kept = await unbroken(() => saveProduct(account, commands, { form }), BROKEN)
    setBusy(false)
    if (kept.kind === 'kept') {
      store.getState().change((content) => withLine(content, line.id, { productId: kept.value.id }))
      note({ name: 'product_created' })
      return
    }
    setFailed(kept.kind === 'not-kept' ? kept.code : (kept.refusals[0]?.code ?? 'UNEXPECTED'))
  }
  return (
    <div>
      <p className="field-error">{failed === undefined ? refusal : say(errorMessage(failed))}</p>
      <Button variant="light" onClick={() => void save()} loading={busy} data-refused="true">
        {t`Save the product`}
      </Button>
    </div>
  )
}
