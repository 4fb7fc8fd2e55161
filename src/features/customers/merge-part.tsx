import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { SearchField } from '#blocks/pickers/search-field.tsx'
import { useCustomerDetail } from '#blocks/use-customer-detail.ts'
import { mergeCustomer } from '#commands/merge-customers.ts'
import { searchCustomers } from '#data/customers.ts'
import type { CustomerRow } from '#data/rows.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FailureNote } from '#ui/failure-note.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'

const SHOWN = 8

/** Merges another record of the same customer into this one. */
export function MergePart({ row }: { readonly row: CustomerRow }) {
  const { t } = useLingui()
  const { account, commands, db } = useAppContext()
  const toast = useToasts((state) => state.show)
  const detailOf = useCustomerDetail()
  const [busy, run] = useAction()
  const [text, setText] = useState('')
  const [other, setOther] = useState<CustomerRow>()
  const [refusal, setRefusal] = useState<string>()
  const found = useLiveQuery(
    async () => (text.trim() === '' ? [] : await searchCustomers(db, text, SHOWN)),
    [db, text],
  )
  const merge = async (merged: CustomerRow) => {
    const input = { customerId: merged.id, intoId: row.id }
    const result = await run(() => mergeCustomer(account, commands, input))
    setOther(undefined)
    if (result?.ok) {
      setText('')
      setRefusal(undefined)
      toast({ tone: 'good', text: t`Customers merged` })
    } else if (result) {
      setRefusal(result.refusals[0]?.code)
    }
  }
  return (
    <details>
      <summary>{t`The same customer twice?`}</summary>
      <div className="stack" style={{ marginTop: '0.75rem' }}>
        <p className="dim">
          {t`Find the other record of this customer. Its invoices, payments and balance move here; receipts stay as they were issued.`}
        </p>
        {refusal === undefined ? null : <FailureNote code={refusal} />}
        <SearchField value={text} onChange={setText} label={t`Search by name or number`} />
        {found
          ?.filter(({ id }) => id !== row.id)
          .map((one) => (
            <Button key={one.id} variant="default" onClick={() => setOther(one)}>
              {[one.name, detailOf(one)].filter(Boolean).join(' · ')}
            </Button>
          ))}
      </div>
      <ConfirmDialog
        title={t`Merge ${other?.name ?? ''} into ${row.name}?`}
        opened={other !== undefined}
        confirmLabel={t`Merge`}
        busy={busy}
        onConfirm={() => other && void merge(other)}
        onClose={() => setOther(undefined)}
      >
        <p>{t`The other record leaves the list. This cannot be undone.`}</p>
      </ConfirmDialog>
    </details>
  )
}
