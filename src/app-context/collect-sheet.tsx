import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { type SyntheticEvent, useRef, useState } from 'react'
import { EarlierPayments } from '#blocks/collections/earlier-payments.tsx'
import { DateField } from '#blocks/date-field/date-field.tsx'
import { collectPayment } from '#commands/collect-payment.ts'
import { cancelCollection } from '#commands/collections.ts'
import { type Debt, listCollections, type Payable, readPayable } from '#data/collections.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { firstPaymentDay } from '#domain/collections/check-collection.ts'
import { PAYMENT_TYPES, type PaymentType } from '#domain/invoices/invoice.ts'
import type { Cents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { MoneyInput } from '#ui/money-input/money-input.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { useFieldErrors } from '#ui/use-field-errors.tsx'
import { useAppContext, useToday } from './app-context.ts'

/** Records money that a customer pays for one invoice, all of it or a part, and shows what was paid before. */
export function CollectSheet({ debt, onClose }: { debt: Debt; onClose: () => void }) {
  const { t } = useLingui()
  const { account, commands, db } = useAppContext()
  const { id } = debt.row
  const collections = useLiveQuery(() => listCollections(db, [id]), [db, id])
  return (
    <Sheet title={t`Record a payment`} opened onClose={onClose} height="auto">
      <div className="stack">
        <CollectForm debt={debt} onDone={onClose} />
        <EarlierPayments
          collections={collections ?? []}
          onCancel={(collectionId) => cancelCollection(account, commands, collectionId)}
        />
      </div>
    </Sheet>
  )
}

/** That more than is owed may be entered: a payment from before goods came back, which is canceled now. */
function PayableMore({ payable: { owed, onDay, atMost } }: { payable: Payable }) {
  const { t } = useLingui()
  const most = moneyText(onDay)
  if (onDay > owed) {
    return (
      <p className="dim">
        {t`Money was paid back for goods on this date or later: up to ${most} can be recorded.`}
      </p>
    )
  }
  if (atMost === owed) return null
  return (
    <p className="dim">
      {t`A canceled payment from before the goods came back can be recorded again. Choose the date when it was received.`}
    </p>
  )
}

function CollectForm({ debt, onDone }: { debt: Debt; onDone: () => void }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { account, commands, db } = useAppContext()
  const { row } = debt
  const today = useToday()
  const toast = useToasts((state) => state.show)
  /** Until a person types one it is what is owed, also when that changes; where nothing is, what may be entered. */
  const [typed, setTyped] = useState<{ readonly amount: Cents | undefined }>()
  const [type, setType] = useState<PaymentType>('cash')
  const [reference, setReference] = useState('')
  const [day, setDay] = useState<FiscalDay | undefined>(today)
  // A payment canceled in this sheet, or one from another phone, changes it.
  const payable = useLiveQuery(() => readPayable(db, row, day), [db, row, day])
  const { owed, onDay } = payable ?? { owed: debt.owed, onDay: debt.owed }
  const amount = typed ? typed.amount : owed > 0 ? owed : onDay
  const [refusals, setRefusals] = useState<readonly FieldRefusal<string>[]>([])
  const [saving, run] = useAction()
  const errorAt = useFieldErrors(refusals)
  const formRef = useRef<HTMLFormElement>(null)
  const refuse = (found: readonly FieldRefusal<string>[]) => {
    setRefusals(found)
    requestAnimationFrame(() => focusFirstError(formRef.current))
  }
  const save = async () => {
    const form = { amount, type, reference, day }
    const result = await collectPayment(account, commands, { invoiceId: row.id, form })
    if (!result.ok) return refuse(result.refusals)
    toast({ tone: 'good', text: t`Payment recorded` })
    onDone()
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void run(save)
  }
  const owedText = moneyText(owed)
  return (
    <form ref={formRef} onSubmit={submit} noValidate className="stack">
      <p>{t`Owed for this invoice: ${owedText}`}</p>
      {payable ? <PayableMore payable={payable} /> : null}
      <MoneyInput
        label={t`Amount received`}
        value={amount}
        onChange={(value) => setTyped({ amount: value })}
        error={errorAt('amount')}
        withAsterisk
      />
      <NativeSelect
        label={t`Payment method`}
        value={type}
        onChange={({ currentTarget: { value } }) =>
          setType(PAYMENT_TYPES.find((known) => known === value) ?? 'cash')
        }
        error={errorAt('type')}
        data={PAYMENT_TYPES.map((value) => ({ value, label: translate(PAYMENT_NAMES[value]) }))}
      />
      <TextInput
        label={t`Reference`}
        description={t`For example the number of the M-Pesa message. Optional`}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
        error={errorAt('reference')}
        autoComplete="off"
      />
      <DateField
        label={t`Date`}
        value={day}
        onChange={setDay}
        today={today}
        limits={{ min: firstPaymentDay(row, today), max: today }}
        error={errorAt('day')}
        withAsterisk
      />
      {errorAt('') ? (
        <p className="field-error" role="alert">
          {errorAt('')}
        </p>
      ) : null}
      <Button type="submit" loading={saving} fullWidth>
        {t`Save`}
      </Button>
    </form>
  )
}
