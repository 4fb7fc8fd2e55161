import { useLingui } from '@lingui/react/macro'
import { memo, Suspense, useState } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { useCustomerDetail } from '#blocks/use-customer-detail.ts'
import type { CustomerForm } from '#domain/customers/check-customer.ts'
import { saveCustomer } from '#sync/commands/catalogue.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useToday, useWorkplace } from '../workplace.ts'
import classes from './cart.module.css'
import { type Editor, withCustomer } from './editor-store.ts'
import { BROKEN, unbroken } from './unbroken.ts'

const CustomerPicker = lazyPart(
  async () => (await import('#blocks/pickers/customer-picker.tsx')).CustomerPicker,
)

type Props = {
  readonly store: StoreApi<Editor>
  readonly errorAt: (path: string) => string | undefined
}

const FIELDS = [
  'customerId',
  'name',
  'identificationType',
  'identificationNumber',
  'phone',
  'email',
  'vatRegistrationNumber',
]

/** Who buys: one line to tap, a walk-in customer unless somebody is chosen. */
export const CustomerLine = memo(function CustomerLine({ store, errorAt }: Props) {
  const { t } = useLingui()
  const { account, commands, db, note } = useWorkplace()
  const today = useToday()
  const detailOf = useCustomerDetail()
  const customer = useStore(store, (state) => state.content.customer)
  const [choosing, setChoosing] = useState(false)
  const error = FIELDS.map((field) => errorAt(`customer.${field}`)).find((found) => found !== undefined)
  const create = async (form: CustomerForm) => {
    const kept = await unbroken(() => saveCustomer(account, commands, { form }), BROKEN)
    if (kept.kind === 'refused') return kept.refusals
    if (kept.kind === 'not-kept') return [{ path: '', code: kept.code }]
    store.getState().change((content) => withCustomer(content, kept.value))
    note({ name: 'customer_created' })
    return []
  }
  const walkIn = customer.name === ''
  return (
    <section aria-label={t`Customer`}>
      <button
        type="button"
        className={classes.customer}
        onClick={() => setChoosing(true)}
        aria-haspopup="dialog"
        data-refused={error !== undefined}
      >
        <Icon name="person" />
        <span className={classes.words}>
          <span className={classes.strong}>{walkIn ? t`Walk-in customer` : customer.name}</span>
          <span className="dim small">
            {walkIn ? t`Tap to choose a customer` : detailOf(customer) || t`No identification`}
          </span>
        </span>
        <Icon name="next" size={16} />
      </button>
      {error ? <p className="field-error">{error}</p> : null}
      {choosing ? (
        <Suspense>
          <CustomerPicker
            db={db}
            today={today}
            opened
            onClose={() => setChoosing(false)}
            onPick={(chosen) => store.getState().change((content) => withCustomer(content, chosen))}
            onCreate={create}
          />
        </Suspense>
      ) : null}
    </section>
  )
})
