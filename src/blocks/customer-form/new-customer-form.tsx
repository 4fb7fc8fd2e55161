import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import type { CustomerRow } from '#data/rows.ts'
import { findArchivedMatch } from '#data/same-customer.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { checkCustomer, type CustomerForm as Fields } from '#domain/customers/check-customer.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { Icon } from '#ui/icon.tsx'
import { useAction } from '#ui/use-action.ts'
import { RestoredNotice } from '../form-draft/restored-notice.tsx'
import { useFormDraft } from '../form-draft/use-form-draft.ts'
import { CustomerForm } from './customer-form.tsx'
import { PutBackFailure } from './put-back-failure.tsx'

type Props = {
  readonly db: AccountDatabase
  readonly today: FiscalDay
  /** Values entered before the person asked for a new customer. */
  readonly prefill: Partial<Fields>
  readonly onSave: SaveNewCustomer
}

/**
 * Saves a new customer, or puts an archived one back on the list instead, and deletes the draft in the same transaction;
 * returns the refusals.
 */
export type SaveNewCustomer = (
  form: Fields,
  archived?: CustomerRow,
) => Promise<readonly FieldRefusal<string>[]>

/** The form of a new customer; typed values survive a reload. One who is in the archive can be put back from here. */
export function NewCustomerForm({ db, today, prefill, onSave }: Props) {
  const { t } = useLingui()
  const draft = useFormDraft(db, 'new-customer', prefill)
  const [archived, setArchived] = useState<CustomerRow>()
  const [failed, setFailed] = useState<readonly FieldRefusal<string>[]>([])
  const [busy, run] = useAction()
  if (!draft) return <div aria-busy="true" />
  const putBack = async (customer: CustomerRow) => {
    setFailed(await onSave(customer, customer))
  }
  return (
    <div className="stack">
      {draft.restored ? <RestoredNotice onDrop={draft.discard} /> : null}
      <CustomerForm
        key={String(draft.restored)}
        today={today}
        initial={draft.initial}
        onChange={(form) => {
          setArchived(undefined)
          draft.save(form)
        }}
        onSave={async (form) => {
          const refusals = await onSave(form)
          const checked = checkCustomer(form, today)
          if (checked.ok && refusals.some(({ code }) => code === 'CUSTOMER_ARCHIVED')) {
            setFailed([])
            setArchived(await findArchivedMatch(db, { ...checked.value, id: '' }))
          }
          return refusals
        }}
      />
      {archived ? (
        <div className="notice" role="status">
          <Icon name="info" />
          <div className="stack">
            <span>
              <strong>{archived.name}</strong> {t`This customer is archived.`}
            </span>
            <Button variant="default" loading={busy} onClick={() => void run(() => putBack(archived))}>
              {t`Put back on the list`}
            </Button>
            <PutBackFailure refusals={failed} />
          </div>
        </div>
      ) : null}
    </div>
  )
}
