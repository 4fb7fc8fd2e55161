import { useLingui } from '@lingui/react/macro'
import { useAppContext } from '#app-context/app-context.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { RecordActions } from '#blocks/catalogue-list/record-actions.tsx'
import { saveCustomer } from '#commands/catalogue.ts'
import { deleteCustomer } from '#commands/delete-from-catalogue.ts'
import type { CustomerRow } from '#data/rows.ts'
import { useToasts } from '#ui/toast/toast-store.ts'

type Props = {
  readonly row: CustomerRow
  readonly onSwitched: () => void
  readonly onDeleted: () => void
}

/** Archives a customer or brings it back, and deletes one without invoices. */
export function CustomerActions({ row, onSwitched, onDeleted }: Props) {
  const { t } = useLingui()
  const { account, commands } = useAppContext()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const change = async () => {
    const result = await saveCustomer(account, commands, {
      customerId: row.id,
      form: row,
      active: !row.active,
    })
    if (!result.ok) {
      showFailure(
        result.refusals[0]?.code ?? 'UNEXPECTED',
        (reason) => `${t`Error saving the customer`}: ${reason}`,
      )
      return
    }
    toast({ tone: 'good', text: row.active ? t`Customer archived` : t`Customer is back on the list` })
    onSwitched()
  }
  const remove = async () => {
    const result = await deleteCustomer(account, commands, row.id)
    if (!result.ok) {
      const code = result.refusals[0]?.code ?? 'UNEXPECTED'
      return code === 'CUSTOMER_HAS_INVOICES' ? { code } : { code, what: t`Error deleting the customer:` }
    }
    toast({ tone: 'good', text: t`Customer deleted` })
    onDeleted()
    return undefined
  }
  const { name } = row
  return (
    <RecordActions
      switchLabel={row.active ? t`Archive` : t`Put back on the list`}
      onSwitch={change}
      deleteLabel={t`Delete`}
      deleteTitle={t`Delete ${name}?`}
      onDelete={remove}
    >
      {t`Only a customer without invoices can be deleted. This cannot be undone.`}
    </RecordActions>
  )
}
