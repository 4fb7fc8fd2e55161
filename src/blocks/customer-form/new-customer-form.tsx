import type { AccountDatabase } from '#data/account-database.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { CustomerForm as Fields } from '#domain/customers/check-customer.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { RestoredNotice } from '../form-draft/restored-notice.tsx'
import { useFormDraft } from '../form-draft/use-form-draft.ts'
import { CustomerForm } from './customer-form.tsx'

type Props = {
  readonly db: AccountDatabase
  readonly today: FiscalDay
  /** Values entered before the person asked for a new customer. */
  readonly prefill: Partial<Fields>
  readonly onSave: (form: Fields) => Promise<readonly FieldRefusal<string>[]>
}

/** The form of a new customer; typed values survive a reload. */
export function NewCustomerForm({ db, today, prefill, onSave }: Props) {
  const draft = useFormDraft(db, 'new-customer', prefill)
  if (!draft) return <div aria-busy="true" />
  return (
    <div className="stack">
      {draft.restored ? <RestoredNotice onDrop={draft.discard} /> : null}
      <CustomerForm
        key={String(draft.restored)}
        today={today}
        initial={draft.initial}
        onChange={draft.save}
        onSave={async (form) => {
          const refusals = await onSave(form)
          if (refusals.length === 0) draft.discard()
          return refusals
        }}
      />
    </div>
  )
}
