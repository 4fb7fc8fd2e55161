import { useLingui } from '@lingui/react/macro'
import { memo, type ReactNode, Suspense, useState } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { customerRefusals } from '#blocks/customer-form/customer-refusals.ts'
import { useCustomerDetail } from '#blocks/use-customer-detail.ts'
import { saveCustomer } from '#commands/catalogue.ts'
import type { CustomerRow } from '#data/rows.ts'
import type { CustomerForm } from '#domain/customers/check-customer.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import classes from './cart.module.css'
import { catchUnexpected, UNEXPECTED_FAILURE } from './catch-unexpected.ts'
import { type Editor, withCustomer } from './editor-store.ts'

const CustomerPicker = lazyComponent(
  async () => (await import('#blocks/pickers/customer-picker.tsx')).CustomerPicker,
)

type Props = {
  readonly store: StoreApi<Editor>
  readonly errorAt: (path: string) => ReactNode
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

/** The buyer: one line to tap, a walk-in customer unless another one is chosen. */
export const SelectedCustomer = memo(function CustomerLine({ store, errorAt }: Props) {
  const { t } = useLingui()
  const { account, commands, db, trackUsage } = useAppContext()
  const today = useToday()
  const formatCustomerDetail = useCustomerDetail()
  const customer = useStore(store, (state) => state.content.customer)
  const [choosing, setChoosing] = useState(false)
  const error = FIELDS.map((field) => errorAt(`customer.${field}`)).find((found) => found !== undefined)
  const create = async (form: CustomerForm, archived?: CustomerRow) => {
    const result = await catchUnexpected(
      () =>
        saveCustomer(account, commands, {
          form,
          endsDraft: true,
          ...(archived && { customerId: archived.id, active: true }),
        }),
      UNEXPECTED_FAILURE,
    )
    if (!result.ok) return customerRefusals(result.refusals)
    store.getState().change((content) => withCustomer(content, result.value))
    if (!archived) trackUsage({ name: 'customer_created' })
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
            {walkIn ? t`Tap to choose a customer` : formatCustomerDetail(customer) || t`No identification`}
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
