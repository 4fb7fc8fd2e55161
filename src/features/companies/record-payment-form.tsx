import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { DateField } from '#blocks/date-field/date-field.tsx'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import type { Subscription } from '#contract/subscription-endpoints.ts'
import { PAYMENT_TYPES } from '#domain/invoices/invoice.ts'
import {
  checkSubscriptionPayment,
  MAX_YEARS,
  type SubscriptionPaymentForm,
} from '#domain/subscription/check-payment.ts'
import { priceOf } from '#domain/subscription/prices.ts'
import { isInstallationDue, subscriptionState } from '#domain/subscription/subscription.ts'
import { PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { MoneyInput } from '#ui/money-input/money-input.tsx'
import { usePorts } from '#ui/ports.ts'
import { Switch } from '#ui/switch/switch.tsx'

type Props = {
  readonly companyId: string
  readonly subscription: Subscription
  readonly onRecorded: (answer: Subscription) => void
}

/** Records money received from a company. The amount is filled in from the prices and can be corrected. */
export function RecordPaymentForm({ companyId, subscription, onRecorded }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call } = useAppContext()
  const today = useToday()
  const { newId } = usePorts()
  const [id] = useState(newId)
  const { prices, payments } = subscription
  const installationDue = isInstallationDue(subscriptionState(payments, today))
  const initial: SubscriptionPaymentForm = {
    years: 1,
    installation: installationDue,
    amount: priceOf(prices, { years: 1, installation: installationDue }).gross,
    day: today,
    type: 'e-money',
    reference: '',
    receiptNumber: '',
  }
  const recording = useServerForm({
    initial,
    check: (written) => checkSubscriptionPayment(written, today),
    send: (fields) => call('subscription.record-payment', { id, companyId, fields }),
    onDone: onRecorded,
  })
  const { form, change, errorAt, textField } = recording
  const buy = (bought: { readonly years: number; readonly installation: boolean }) =>
    change({ ...bought, amount: priceOf(prices, bought).gross })
  const years = Array.from({ length: MAX_YEARS + 1 }, (_, count) => String(count))
  return (
    <ServerFormFrame of={recording} action={t`Record`} failure={t`The payment was not recorded`}>
      <NativeSelect
        label={t`Years of use`}
        value={String(form.years)}
        onChange={({ currentTarget }) =>
          buy({ years: Number(currentTarget.value), installation: form.installation })
        }
        error={errorAt('years')}
        data={years}
      />
      <Switch
        label={t`Installation`}
        on={form.installation}
        onChange={(installation) => buy({ years: form.years, installation })}
      />
      <MoneyInput
        label={t`Amount received, VAT included`}
        value={form.amount}
        onChange={(amount) => change({ amount })}
        error={errorAt('amount')}
        withAsterisk
      />
      <DateField
        label={t`Date`}
        value={form.day}
        onChange={(day) => change({ day })}
        today={today}
        limits={{ max: today }}
        error={errorAt('day')}
        withAsterisk
      />
      <NativeSelect
        label={t`Payment method`}
        value={form.type}
        onChange={({ currentTarget }) =>
          change({ type: PAYMENT_TYPES.find((known) => known === currentTarget.value) ?? 'cash' })
        }
        data={PAYMENT_TYPES.map((value) => ({ value, label: translate(PAYMENT_NAMES[value]) }))}
      />
      <TextInput
        label={t`Reference`}
        description={t`For example the number of the M-Pesa message. Optional`}
        {...textField('reference')}
      />
      <TextInput
        label={t`Receipt number`}
        description={t`Of the receipt that you gave for it. Optional`}
        {...textField('receiptNumber')}
      />
    </ServerFormFrame>
  )
}
