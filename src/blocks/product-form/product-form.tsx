import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { checkProduct, type ProductForm as Fields } from '#domain/products/check-product.ts'
import { TAX_TYPES, type TaxType } from '#domain/tax/tax-type.ts'
import { MoneyInput } from '#ui/money-input/money-input.tsx'
import { RecordForm } from '../record-form/record-form.tsx'
import { type RecordFormProps, useRecordForm } from '../record-form/use-record-form.ts'
import { MoreFields } from './more-fields.tsx'

const EMPTY: Fields = { name: '', unit: '', unitPrice: undefined, taxType: 'standard' }

type Props = RecordFormProps<Fields> & {
  /** Names of the tax types with the rates of today. */
  readonly taxNames: Record<TaxType, string>
  /** Categories the shop uses already. */
  readonly categories: readonly string[]
  /** A seller without VAT registration charges none: the tax type is not asked for. */
  readonly vatRegistered: boolean
}

/** The fields of a product or service, validated here, with each error at its field. */
export function ProductForm({ taxNames, categories, vatRegistered, ...props }: Props) {
  const { t } = useLingui()
  const { form, change, errorAt, frame } = useRecordForm<Fields>(props, { empty: EMPTY, check: checkProduct })
  return (
    <RecordForm {...frame}>
      <TextInput
        label={t`Product or service name`}
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errorAt('name')}
        autoComplete="off"
        withAsterisk
      />
      <MoneyInput
        label={vatRegistered ? t`Price, VAT included` : t`Price`}
        value={form.unitPrice}
        onChange={(unitPrice) => change({ unitPrice })}
        error={errorAt('unitPrice')}
        withAsterisk
      />
      <TextInput
        label={t`Unit`}
        description={t`For example kg, piece or hour. Optional`}
        value={form.unit}
        onChange={(event) => change({ unit: event.currentTarget.value })}
        error={errorAt('unit')}
        autoComplete="off"
      />
      {vatRegistered ? (
        <NativeSelect
          label={t`Tax type`}
          value={form.taxType}
          onChange={(event) =>
            change({ taxType: TAX_TYPES.find((known) => known === event.currentTarget.value) ?? '' })
          }
          error={errorAt('taxType')}
          data={TAX_TYPES.map((type) => ({ value: type, label: taxNames[type] }))}
        />
      ) : null}
      <MoreFields form={form} errorAt={errorAt} categories={categories} onChange={change} />
    </RecordForm>
  )
}
