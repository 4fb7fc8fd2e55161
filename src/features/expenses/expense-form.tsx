import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { DateField } from '#blocks/date-field/date-field.tsx'
import { parseFiscalDay } from '#domain/calendar/east-africa.ts'
import type { ExpensePart, ExpenseVendor } from '#domain/expenses/expense.ts'
import { formTotals, withSeveralItems } from '#domain/expenses/expense-from-form.ts'
import { expenseRate } from '#domain/expenses/expense-totals.ts'
import { mayWaitForReceipt } from '#domain/expenses/incomplete-expense.ts'
import {
  type ExpenseFormItem,
  type ExtraVendorFields,
  type QuickExpenseForm,
  withReadCode,
  withReceiptChosen,
  withTyped,
} from '#domain/expenses/quick-expense-form.ts'
import { readReceiptCode } from '#domain/expenses/receipt-code.ts'
import { hasReceipt, withoutFill } from '#domain/expenses/receipt-fill.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { amountText, moneyText } from '#domain/money/money-text.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import type { TaxType } from '#domain/tax/tax-type.ts'
import { taxTypeName } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { Icon } from '#ui/icon.tsx'
import { MoneyInput } from '#ui/money-input/money-input.tsx'
import { useFieldErrors } from '#ui/use-field-errors.tsx'
import { CategoryField } from './category-field.tsx'
import { CategorySuggestion } from './category-suggestion.tsx'
import { CurrencyPart } from './currency-part.tsx'
import type { EntryWay } from './entry-way.ts'
import classes from './expenses.module.css'
import { FilesPart, type SharedFilesMode } from './files-part.tsx'
import { FormWithSave } from './form-with-save.tsx'
import { ItemsPart } from './items-part.tsx'
import { PaymentsPart } from './payments-part.tsx'
import { ReceiptCodeField } from './receipt-code-field.tsx'
import { ReceiptPart } from './receipt-part.tsx'
import { TaxPart } from './tax-part.tsx'
import { VendorField } from './vendor-field.tsx'
import { VendorRestFields } from './vendor-rest.tsx'

/** Which path of the rules belongs to which field of the form. */
const PATH_OF: Readonly<Partial<Record<keyof QuickExpenseForm, string>>> = {
  amount: 'items.0.unitAmount',
  note: 'items.0.description',
  taxType: 'items.0.taxType',
  vendorName: 'vendor.name',
  vendorTaxNumber: 'vendor.taxNumber',
  // Which form a tax number must have depends on where the vendor is.
  vendorForeign: 'vendor.taxNumber',
  withoutReceipt: 'receiptCode',
}

/** Paths whose refusal is shown at a field of the form; other refusals are shown at its end. */
const FIELD_PATHS: ReadonlySet<string> = new Set([
  ...Object.values(PATH_OF),
  'category',
  'day',
  'time',
  'receiptCode',
  'currencyRate',
  'vendor.vatNumber',
  'vendor.phone',
  'vendor.serial',
])

type Props = {
  readonly expenseId: string
  readonly initial: QuickExpenseForm
  /** The vendor of the edited expense. */
  readonly vendor: ExpenseVendor | undefined
  /** A new expense before any input. */
  readonly blank: QuickExpenseForm
  /** What it begins with. */
  readonly by: EntryWay | undefined
  readonly refused: readonly FieldRefusal<string>[]
  /** Typed values survive a reload; editing an existing expense starts from that expense again. */
  readonly persistsDraft: boolean
  /** What to do with files that another app shared. */
  readonly shared: SharedFilesMode
  /** Saves the expense; returns the refusals, none when it is saved. */
  readonly onSave: (form: QuickExpenseForm) => Promise<readonly FieldRefusal<string>[]>
}

/** The quick form: only amount and category are required, the rest is filled in or may stay empty. */
export function ExpenseForm(props: Props) {
  const { expenseId, initial, blank, by, refused, persistsDraft, shared, onSave } = props
  const { t } = useLingui()
  const translate = useTranslate()
  const { session } = useAppContext()
  const today = useToday()
  const [form, setForm] = useState(initial)
  const [refusals, setRefusals] = useState(refused)
  const [attaching, setAttaching] = useState(false)
  /** As it is saved: a code stays in the form while there is said to be no receipt. */
  const chosen = withReceiptChosen(form, by !== undefined)
  const errorAt = useFieldErrors(refusals)
  const element = useRef<HTMLFormElement>(null)
  // The first sight of a phone is painted before the rest of the form is rendered.
  const isWhole = useDeferredValue(true, refused.length > 0)
  useEffect(() => {
    if (refused.length > 0) focusFirstError(element.current)
  }, [refused])
  const change = (changed: Partial<QuickExpenseForm>) => {
    setForm((before) => withTyped(before, changed))
    const paths = Object.keys(changed).map((field) => PATH_OF[field as keyof QuickExpenseForm] ?? field)
    setRefusals((before) => before.filter((refusal) => !paths.includes(refusal.path)))
  }
  const taxName = (type: TaxType) => {
    const rate = expenseRate(session, 'INCLUSIVE', type, parseFiscalDay(form.day) ?? today)
    return translate(taxTypeName(type, rate ?? toBasisPoints(0)))
  }
  const changeItems = (items: readonly ExpenseFormItem[]) => {
    const changed = { ...form, items }
    const [only] = items
    // Without items there is one amount again.
    if (only === undefined) change({ items: undefined, amount: undefined, unreadable: false })
    else change({ items, amount: formTotals(changed, session).total })
    setRefusals((before) => before.filter(({ path }) => !path.startsWith('items.')))
  }
  const correct = (field: keyof ExtraVendorFields, vendorRest: Partial<ExtraVendorFields>) => {
    setForm((before) => ({ ...before, vendorRest }))
    setRefusals((before) => before.filter(({ path }) => path !== `vendor.${field}`))
  }
  const isPlaced = (path: string) =>
    FIELD_PATHS.has(path) ||
    (form.items !== undefined && path.startsWith('items.')) ||
    (form.payments !== undefined && path === 'payments')
  const unplacedPath = refusals.find(({ path }) => !isPlaced(path))?.path
  const writeCode = (text: string) => {
    // The link of a scanned receipt contains its time, too.
    const read = readReceiptCode(text, session.simulated)
    // Not scanned any more.
    const written = {
      ...{ way: undefined, seller: undefined },
      // A code that was deleted again leaves the choice to the form.
      withoutReceipt: text.trim() === '' ? undefined : false,
    }
    if (read?.time === undefined) {
      change({ ...written, receiptCode: text, receiptTime: undefined })
      return
    }
    if (hasReceipt(form, read, session.simulated)) {
      change({ withoutReceipt: false })
      return
    }
    setForm(withoutFill)
    const { code: receiptCode, time: receiptTime } = read
    change({ ...written, receiptCode, receiptTime, time: receiptTime.slice(0, 5) })
  }
  /** What is said at a field that was filled in from the receipt. */
  const noteAt = (part: ExpensePart) =>
    form.amount !== undefined && form.automatic?.includes(part) ? t`Filled in from the receipt` : undefined
  const submit = async () => {
    const remainingRefusals = await onSave(chosen)
    // Saved: the form is gone, or goes with its refusals.
    if (remainingRefusals.length === 0) return
    setRefusals(remainingRefusals)
    focusFirstError(element.current)
  }
  const filesPart = (
    <FilesPart
      files={form.files ?? []}
      onEdit={(edit) => setForm((before) => ({ ...before, files: edit(before.files ?? []) }))}
      shared={shared}
      comesFirst={by === 'file'}
      busy={attaching}
      onBusy={setAttaching}
      onReceipt={(read) => setForm((before) => withReadCode(before, read))}
    />
  )
  return (
    <div className={`stack ${classes.form}`}>
      <ReceiptPart {...{ expenseId, form: chosen, blank, setForm, by }} />
      {/* Saved before its photo is ready, the expense would be without it. */}
      <FormWithSave
        ref={element}
        form={form}
        persistsDraft={persistsDraft}
        hasButton={isWhole}
        waits={attaching}
        onSubmit={submit}
      >
        {by === 'file' ? filesPart : null}
        {form.items ? (
          <>
            <ItemsPart
              items={form.items}
              currency={form.currency}
              onChange={changeItems}
              taxName={form.amountType === 'NO_TAX' ? undefined : taxName}
              errorAt={errorAt}
            />
            <p role="status">
              {t`Total`}:{' '}
              {form.currency === undefined
                ? moneyText(formTotals(form, session).total)
                : `${form.currency} ${amountText(formTotals(form, session).total)}`}
            </p>
          </>
        ) : (
          <MoneyInput
            label={t`Amount`}
            description={noteAt('figures')}
            currency={form.currency}
            value={form.amount}
            onChange={(amount, unreadable) => change({ amount, unreadable })}
            error={errorAt('items.0.unitAmount')}
            withAsterisk
          />
        )}
        <CategoryField form={form} onChange={change} error={errorAt('category')} />
        <CategorySuggestion form={form} onChange={change} />
        <VendorField
          form={form}
          onChange={change}
          description={noteAt('vendor')}
          error={errorAt('vendor.name')}
        />
        {isWhole ? (
          <>
            <div className={classes.pair}>
              <DateField
                label={t`Date`}
                description={noteAt('date')}
                value={parseFiscalDay(form.day)}
                onChange={(day) => change({ day: day ?? '' })}
                today={today}
                limits={{ max: today }}
                error={errorAt('day')}
              />
              <TextInput
                type="time"
                label={t`Time`}
                description={noteAt('date')}
                value={form.time}
                onChange={(event) => change({ time: event.currentTarget.value })}
                error={errorAt('time')}
              />
            </div>
            <PaymentsPart form={form} change={change} error={errorAt('payments')} />
            <ReceiptCodeField
              form={chosen}
              onWrite={writeCode}
              onChange={change}
              error={errorAt('receiptCode')}
            />
            {by === 'file' ? null : filesPart}
            {form.items ? null : (
              <>
                <TextInput
                  label={t`Note`}
                  description={t`What it was for. Optional`}
                  value={form.note}
                  onChange={(event) => change({ note: event.currentTarget.value })}
                  error={errorAt('items.0.description')}
                  autoComplete="off"
                />
                <Button
                  variant="subtle"
                  leftSection={<Icon name="plus" size={18} />}
                  onClick={() => setForm(withSeveralItems)}
                >
                  {t`Write several items`}
                </Button>
              </>
            )}
            <TaxPart form={form} change={change} errorAt={errorAt} taxName={taxName} />
            <VendorRestFields
              form={form}
              edited={props.vendor}
              onChange={correct}
              onForeign={(vendorForeign) => change({ vendorForeign })}
              errorAt={errorAt}
            />
            <CurrencyPart form={form} change={change} error={errorAt('currencyRate')} />
            {unplacedPath === undefined ? null : (
              <p className="field-error" role="alert">
                {errorAt(unplacedPath)}
              </p>
            )}
            {mayWaitForReceipt(chosen, session.simulated) ? (
              <p
                className="dim small"
                role="status"
              >{t`You can save now and type nothing: the amount is filled in when the receipt has been read.`}</p>
            ) : null}
          </>
        ) : null}
      </FormWithSave>
    </div>
  )
}
