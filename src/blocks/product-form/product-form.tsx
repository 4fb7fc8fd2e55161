import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { checkProduct, type ProductForm as Fields } from '#domain/products/check-product.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { TAX_TYPES, type TaxType } from '#domain/tax/tax-type.ts'
import { useFieldErrors } from '#i18n/use-field-errors.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { MoneyInput } from '#ui/money-input/money-input.tsx'
import { useAction } from '#ui/use-action.ts'
import { MoreFields } from './more-fields.tsx'

const EMPTY: Fields = { name: '', unit: '', unitPrice: undefined, taxType: 'standard' }

const NO_REFUSALS: readonly FieldRefusal<string>[] = []

type Props = {
  readonly initial?: Partial<Fields>
  /** Called on every change of the form. */
  readonly onChange?: (form: Fields) => void
  /** What the server refused before: shown at its field, which gets the focus. */
  readonly serverRefusals?: readonly FieldRefusal<string>[]
  /** Names of the tax types with the rates of today. */
  readonly taxNames: Record<TaxType, string>
  /** Categories the shop uses already. */
  readonly categories: readonly string[]
  /** A seller without VAT registration charges none: the tax type is not asked for. */
  readonly vatRegistered: boolean
  /** Saves the product; returns the refusals, none when it is saved. */
  readonly onSave: (form: Fields) => Promise<readonly FieldRefusal<string>[]>
}

/** The fields of a product or service, validated here, with each error at its field. */
export function ProductForm({
  initial,
  onChange,
  serverRefusals = NO_REFUSALS,
  taxNames,
  categories,
  vatRegistered,
  onSave,
}: Props) {
  const { t } = useLingui()
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
    event.stopPropagation()
    const outcome = checkProduct(form)
    if (!outcome.ok) {
      setRefusals(outcome.refusals)
      return
    }
    const remaining = await run(() => onSave(form))
    if (remaining) setRefusals(remaining)
  }
  return (
    <form ref={formRef} onSubmit={submit} noValidate className="stack">
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
