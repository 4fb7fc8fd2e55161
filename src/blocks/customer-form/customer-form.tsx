import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { checkCustomer, type CustomerForm as Fields } from '#domain/customers/check-customer.ts'
import { IDENTIFICATION_TYPES } from '#domain/identity/identification.ts'
import { isOddVrn } from '#domain/identity/vrn.ts'
import { IDENTIFICATION_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { RecordForm } from '../record-form/record-form.tsx'
import { type RecordFormProps, useRecordForm } from '../record-form/use-record-form.ts'

const EMPTY: Fields = {
  name: '',
  identificationType: '',
  identificationNumber: '',
  phone: '',
  email: '',
  vatRegistrationNumber: '',
}

type Props = RecordFormProps<Fields> & {
  /** Today in East Africa: a date of birth may not be later. */
  readonly today: FiscalDay
}

/** The fields of a customer (spec §3, §5), validated here, with each error at its field. */
export function CustomerForm({ today, ...props }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { form, change, errorAt, frame } = useRecordForm<Fields>(props, {
    empty: EMPTY,
    check: (fields) => checkCustomer(fields, today),
  })
  const type = form.identificationType
  const needsNumber = type !== '' && type !== 'NO_IDENTIFICATION'
  return (
    <RecordForm {...frame}>
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
      {isOddVrn(form.vatRegistrationNumber) ? (
        <p className="dim small" role="status">
          {t`A VRN usually has 8 digits and then a letter. Please check it.`}
        </p>
      ) : null}
    </RecordForm>
  )
}
