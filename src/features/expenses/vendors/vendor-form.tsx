import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { RecordForm } from '#blocks/record-form/record-form.tsx'
import { type RecordFormProps, useRecordForm } from '#blocks/record-form/use-record-form.ts'
import type { VendorRules } from '#domain/expenses/check-vendor.ts'
import { isOddVrn } from '#domain/identity/vrn.ts'
import { checkVendorForm, type VendorForm as Fields } from '#domain/vendors/check-vendor-form.ts'
import { Switch } from '#ui/switch/switch.tsx'

const EMPTY: Fields = {
  name: '',
  taxNumber: '',
  vatNumber: '',
  serial: '',
  phone: '',
  address: '',
  foreign: false,
}

type Props = RecordFormProps<Fields> & {
  /** The company's readings of the rules. */
  readonly rules: VendorRules
  /** The vendor that is edited: its numbers as recorded are not judged again. */
  readonly recorded?: Fields
}

/** The fields of a vendor (spec §3); only the name must be filled in. */
export function VendorForm({ rules, recorded, ...props }: Props) {
  const { t } = useLingui()
  const { form, change, errorAt, frame } = useRecordForm<Fields>(props, {
    empty: EMPTY,
    check: (fields) => checkVendorForm(fields, rules, recorded),
    // Which form a tax number must have depends on where the vendor is.
    dependents: { foreign: ['taxNumber'] },
  })
  const field = (name: Exclude<keyof Fields, 'foreign'>, label: string, rest: object = {}) => (
    <TextInput
      label={label}
      value={form[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      error={errorAt(name)}
      autoComplete="off"
      {...rest}
    />
  )
  return (
    <RecordForm {...frame}>
      {field('name', t`Vendor name`, { withAsterisk: true })}
      <Switch
        label={t`Foreign vendor: the TIN is not from Tanzania`}
        on={form.foreign}
        onChange={(foreign) => change({ foreign })}
      />
      {field('taxNumber', t`TIN`, form.foreign ? {} : { inputMode: 'numeric' })}
      {field('vatNumber', t`VRN`, { autoCapitalize: 'characters' })}
      {!form.foreign && isOddVrn(form.vatNumber) ? (
        <p className="dim small" role="status">
          {t`A VRN usually has 8 digits and then a letter. Please check it.`}
        </p>
      ) : null}
      {field('serial', t`Serial number`, { autoCapitalize: 'characters' })}
      {field('phone', t`Phone number`, { type: 'tel' })}
      {field('address', t`Address`)}
    </RecordForm>
  )
}
