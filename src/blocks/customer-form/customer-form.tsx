import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { checkCustomer, type CustomerForm as Fields } from '#domain/customers/check-customer.ts'
import { IDENTIFICATION_TYPES } from '#domain/identity/identification.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { IDENTIFICATION_NAMES } from '#i18n/trade-names.ts'
import { useFieldErrors } from '#i18n/use-field-errors.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { useAction } from '#ui/use-action.ts'

const EMPTY: Fields = {
  name: '',
  identificationType: '',
  identificationNumber: '',
  phone: '',
  email: '',
  vatRegistrationNumber: '',
}

const NO_REFUSALS: readonly FieldRefusal<string>[] = []

type Props = {
  readonly initial?: Partial<Fields>
  /** Called on every change of the form. */
  readonly onChange?: (form: Fields) => void
  /** What the server refused before: shown at its field, which gets the focus. */
  readonly serverRefusals?: readonly FieldRefusal<string>[]
  /** Today in East Africa: a date of birth may not be later. */
  readonly today: FiscalDay
  /** Saves the customer; returns the refusals, none when it is saved. */
  readonly onSave: (form: Fields) => Promise<readonly FieldRefusal<string>[]>
}

/** The fields of a customer (spec §3, §5), validated here, with each error at its field. */
export function CustomerForm({ initial, onChange, serverRefusals = NO_REFUSALS, today, onSave }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const [form, setForm] = useState<Fields>({ ...EMPTY, ...initial })
  const [refusals, setRefusals] = useState(serverRefusals)
  const [saving, run] = useAction()
  const errorAt = useFieldErrors(refusals)
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (serverRefusals.length > 0) focusFirstError(formRef.current)
  }, [serverRefusals])
  const change = (changed: Partial<Fields>) => {
    const next = { ...form, ...changed }
    setForm(next)
    onChange?.(next)
    const paths = Object.keys(changed)
    setRefusals((before) => before.filter((refusal) => !paths.includes(refusal.path)))
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    // The form of an invoice line may contain this one: only this form is submitted.
    event.stopPropagation()
    const outcome = checkCustomer(form, today)
    if (!outcome.ok) {
      setRefusals(outcome.refusals)
      return
    }
    const remaining = await run(() => onSave(form))
    if (remaining) setRefusals(remaining)
  }
  const type = form.identificationType
  const needsNumber = type !== '' && type !== 'NO_IDENTIFICATION'
  return (
    <form ref={formRef} onSubmit={submit} noValidate className="stack">
      <TextInput
        label={t`Name`}
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errorAt('name')}
        autoComplete="off"
        withAsterisk
      />
      <NativeSelect
        label={t`Identification type`}
        value={type}
        onChange={(event) => {
          const chosen = IDENTIFICATION_TYPES.find((known) => known === event.currentTarget.value)
          change({ identificationType: chosen ?? '', identificationNumber: '' })
        }}
        error={errorAt('identificationType')}
        withAsterisk
        data={[
          { value: '', label: t`Choose…` },
          ...IDENTIFICATION_TYPES.map((known) => ({
            value: known,
            label: translate(IDENTIFICATION_NAMES[known]),
          })),
        ]}
      />
      {needsNumber ? (
        <TextInput
          label={t`Identification number`}
          value={form.identificationNumber}
          onChange={(event) => change({ identificationNumber: event.currentTarget.value })}
          error={errorAt('identificationNumber')}
          inputMode={
            type === 'TAX_IDENTIFICATION_NUMBER' || type === 'NATIONAL_IDENTIFICATION_AUTHORITY'
              ? 'numeric'
              : 'text'
          }
          autoComplete="off"
          withAsterisk
        />
      ) : null}
      <TextInput
        label={t`Phone number`}
        description={t`Optional`}
        value={form.phone}
        onChange={(event) => change({ phone: event.currentTarget.value })}
        error={errorAt('phone')}
        inputMode="tel"
        autoComplete="off"
      />
      <TextInput
        label={t`Email`}
        description={t`Optional`}
        value={form.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
        error={errorAt('email')}
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
      />
      <TextInput
        label={t`VAT registration number (VRN)`}
        description={t`Optional`}
        value={form.vatRegistrationNumber}
        onChange={(event) => change({ vatRegistrationNumber: event.currentTarget.value })}
        error={errorAt('vatRegistrationNumber')}
        autoCapitalize="characters"
        autoComplete="off"
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
