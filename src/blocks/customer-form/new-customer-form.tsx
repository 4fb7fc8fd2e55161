import type { AccountDatabase } from '#data/account-database.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { CustomerForm as Fields } from '#domain/customers/check-customer.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { RestoredNotice } from '../half-filled/restored-notice.tsx'
import { useHalfFilled } from '../half-filled/use-half-filled.ts'
import { CustomerForm } from './customer-form.tsx'

type Props = {
  readonly db: AccountDatabase
  readonly today: FiscalDay
  /** What was written already where somebody asked for a new customer. */
  readonly asked: Partial<Fields>
  readonly onSave: (form: Fields) => Promise<readonly FieldRefusal<string>[]>
}

/** The form of a new customer; what is typed survives a reload. */
export function NewCustomerForm({ db, today, asked, onSave }: Props) {
  const half = useHalfFilled(db, 'new-customer', asked)
  if (!half) return <div aria-busy="true" />
  return (
    <div className="stack">
      {half.restored ? <RestoredNotice onDrop={half.drop} /> : null}
      <CustomerForm
        key={String(half.restored)}
        today={today}
        initial={half.initial}
        onChange={half.keep}
        onSave={async (form) => {
          const refusals = await onSave(form)
          if (refusals.length === 0) half.drop()
          return refusals
        }}
      />
    </div>
  )
}
