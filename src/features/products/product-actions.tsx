import { useLingui } from '@lingui/react/macro'
import { useAppContext } from '#app-context/app-context.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { RecordActions } from '#blocks/catalogue-list/record-actions.tsx'
import { saveProduct } from '#commands/catalogue.ts'
import { deleteProduct } from '#commands/delete-from-catalogue.ts'
import type { ProductRow } from '#data/rows.ts'
import { useToasts } from '#ui/toast/toast-store.ts'

type Props = {
  readonly row: ProductRow
  readonly onSwitched: () => void
  readonly onDeleted: () => void
}

/** Makes a product inactive or active again, and deletes one that is on no invoice. */
export function ProductActions({ row, onSwitched, onDeleted }: Props) {
  const { t } = useLingui()
  const { account, commands } = useAppContext()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const change = async () => {
    const result = await saveProduct(account, commands, { productId: row.id, form: row, active: !row.active })
    if (!result.ok) {
      showFailure(
        result.refusals[0]?.code ?? 'UNEXPECTED',
        (reason) => `${t`The product could not be saved`}: ${reason}`,
      )
      return
    }
    toast({ tone: 'good', text: row.active ? t`Product is inactive` : t`Product is active` })
    onSwitched()
  }
  const remove = async () => {
    const result = await deleteProduct(account, commands, row.id)
    if (!result.ok) return { code: result.refusals[0]?.code ?? 'UNEXPECTED' }
    toast({ tone: 'good', text: t`Product deleted` })
    onDeleted()
    return undefined
  }
  const { name } = row
  return (
    <RecordActions
      switchLabel={row.active ? t`Make inactive` : t`Make active`}
      onSwitch={change}
      deleteLabel={t`Delete`}
      deleteTitle={t`Delete ${name}?`}
      onDelete={remove}
    >
      {t`Only a product that was never sold can be deleted. This cannot be undone.`}
    </RecordActions>
  )
}
