import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useCallback } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { AccountingSettings } from '#contract/accounting-endpoints.ts'
import { type ChosenTax, earlierPath, wrongEarlier } from '#domain/accounting/chosen-taxes.ts'
import {
  type AccountingMapping,
  type BookChoice,
  fittingTaxes,
  missingChoices,
} from '#domain/accounting/mapping.ts'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import { PAYMENT_TYPES, type PaymentType } from '#domain/invoices/invoice.ts'
import { percentText } from '#domain/money/basis-points.ts'
import { checked } from '#domain/result.ts'
import { PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useBookTaxName } from './use-book-tax-name.ts'

type Props = { readonly provider: AccountingProvider; readonly onSaved: () => void }

/** Where each part of a receipt goes in the books: proposed by name, chosen by the owner. */
export function MappingForm({ provider, onSaved }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const load = useCallback(
    async () => loadedFrom(await call('accounting.settings', { provider })),
    [call, provider],
  )
  const { value, failure, reload } = useServerAnswer(load)
  if (failure !== undefined) return <ServerFailure code={failure} onRetry={reload} above />
  if (value === undefined) return <p role="status">{t`Reading the accounts and taxes…`}</p>
  return <MappingFields provider={provider} settings={value} onSaved={onSaved} />
}

type Choices = { readonly mapping: AccountingMapping; readonly earlier: ChosenTax[] }

/** The fields by their paths in the mapping. */
type Form = Readonly<Record<string, string>>

function formOf({ income, walkIn, taxes, payments }: AccountingMapping): Form {
  const under = (name: string, values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([key, value]) => [`${name}.${key}`, value] as const)
  return { income, walkIn, ...Object.fromEntries([...under('taxes', taxes), ...under('payments', payments)]) }
}

function mappingOf(form: Form): AccountingMapping {
  const at = (path: string) => form[path] ?? ''
  const payment = (type: PaymentType) => at(`payments.${type}`)
  return {
    ...{ income: at('income'), walkIn: at('walkIn') },
    taxes: {
      ...{ standard: at('taxes.standard'), zero_rated: at('taxes.zero_rated'), none: at('taxes.none') },
      ...{ special_relief: at('taxes.special_relief'), exempted: at('taxes.exempted') },
    },
    payments: {
      ...{ cash: payment('cash'), 'e-money': payment('e-money') },
      ...{ credit_card: payment('credit_card'), cheque: payment('cheque') },
    },
  }
}

/** The fields, with the choices that were made. */
export function MappingFields({
  provider,
  settings,
  onSaved,
}: Props & { readonly settings: AccountingSettings }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call } = useAppContext()
  const taxName = useBookTaxName()
  /** With its rate, because the field of today has the same name. */
  const earlierName = (one: ChosenTax) =>
    one.tax === 'standard' ? taxName(one) : `${taxName(one)} ${percentText(one.rate)}%`
  const form = useServerForm<Form, Choices, object>({
    initial: {
      ...formOf(settings.mapping),
      ...Object.fromEntries(settings.earlier.map((one) => [earlierPath(one), one.id])),
    },
    check: (typed) => {
      const mapping = mappingOf(typed)
      const earlier = settings.earlier.map((one) => ({ ...one, id: typed[earlierPath(one)] ?? '' }))
      const missing = [
        ...missingChoices(mapping, settings, settings.used),
        ...wrongEarlier(settings, earlier),
      ]
      return checked(
        { mapping, earlier },
        missing.map((path) => ({ path, code: 'ACC_MAPPING' })),
      )
    },
    send: (choices) => call('accounting.save-mapping', { provider, ...choices }),
    onDone: onSaved,
  })
  /** What was `chosen` for an earlier rate can be changed, not taken away: receipts may be there already. */
  const select = (path: string, label: string, choices: readonly BookChoice[], chosen = '') => (
    <NativeSelect
      key={path}
      label={label}
      value={form.form[path] ?? ''}
      error={form.errorAt(path)}
      onChange={(event) => form.change({ [path]: event.currentTarget.value })}
      data={[
        ...(chosen === '' ? [{ value: '', label: t`Choose` }] : []),
        ...choices.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
  return (
    <ServerFormFrame of={form} action={t`Save the choices`}>
      <p>{t`Check where each part of a receipt goes in your books.`}</p>
      {select('income', provider === 'xero' ? t`Account for sales` : t`Service for sales`, settings.income)}
      {settings.used.map((used) => select(`taxes.${used.tax}`, taxName(used), fittingTaxes(settings, used)))}
      {settings.earlier.map((one) => {
        const name = earlierName(one)
        return select(earlierPath(one), t`Earlier receipts: ${name}`, fittingTaxes(settings, one), one.id)
      })}
      {PAYMENT_TYPES.map((type) =>
        select(`payments.${type}`, translate(PAYMENT_NAMES[type]), settings.accounts),
      )}
      <TextInput label={t`Customer for sales without a name`} {...form.textField('walkIn')} />
    </ServerFormFrame>
  )
}
