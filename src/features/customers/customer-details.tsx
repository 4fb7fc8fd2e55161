import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { CustomerForm } from '#blocks/customer-form/customer-form.tsx'
import { customerRefusals } from '#blocks/customer-form/customer-refusals.ts'
import { DeletedNotice } from '#blocks/record-form/deleted-notice.tsx'
import { useCurrentRecord } from '#blocks/record-form/use-current-record.ts'
import { useKeptTyping } from '#blocks/record-form/use-kept-typing.ts'
import { saveCustomer } from '#commands/catalogue.ts'
import { findCustomer } from '#data/customers.ts'
import type { CustomerRow } from '#data/rows.ts'
import type { CustomerForm as Fields } from '#domain/customers/check-customer.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { FailureNote } from '#ui/failure-note.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { CustomerActions } from './customer-actions.tsx'
import { MergePart } from './merge-part.tsx'

type Props = {
  readonly row: CustomerRow
  /** What the server refused of it. */
  readonly refused: readonly FieldRefusal<string>[]
  /** It was saved or deleted, or what was typed is discarded. */
  readonly onDone: () => void
  /** It was archived or brought back; what is typed in the form is not saved by that. */
  readonly onSwitched: () => void
  /** Called when something begins or ceases to be typed and not saved; the same function every time. */
  readonly onUnsaved: (unsaved: boolean) => void
}

/** A customer to change: its fields, another record of the same customer, and what is done with it as a whole. */
export function CustomerDetails({ row: opened, refused, onDone, onSwitched, onUnsaved }: Props) {
  const { t } = useLingui()
  const { account, commands, db } = useAppContext()
  const today = useToday()
  const toast = useToasts((state) => state.show)
  const { row = opened, deleted } = useCurrentRecord(db, findCustomer, opened.id, opened)
  const [unsaved, setUnsaved] = useState(false)
  const kept = useKeptTyping(unsaved, deleted, onUnsaved)
  const save = async (form: Fields) => {
    const result = await saveCustomer(account, commands, { form, ...(deleted ? {} : { customerId: row.id }) })
    if (!result.ok) return customerRefusals(result.refusals)
    onDone()
    toast({ tone: 'good', text: t`Customer saved` })
    return []
  }
  if (deleted && !kept) return <FailureNote code="CUSTOMER_NOT_FOUND" />
  return (
    <div className="stack">
      {deleted ? (
        <DeletedNotice onDiscard={onDone}>
          {t`This customer was deleted on another phone. What you typed is still here: save it as a new customer, or discard it.`}
        </DeletedNotice>
      ) : null}
      <CustomerForm
        today={today}
        initial={row}
        serverRefusals={refused}
        onSave={save}
        onUnsaved={setUnsaved}
        saveLabel={deleted ? t`Save as a new customer` : undefined}
      />
      {deleted ? null : (
        <>
          <MergePart row={row} />
          <CustomerActions row={row} onSwitched={onSwitched} onDeleted={onDone} />
        </>
      )}
    </div>
  )
}
