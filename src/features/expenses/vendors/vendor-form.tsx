import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { VendorRules } from '#domain/expenses/check-vendor.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { checkVendorForm, type VendorForm as Fields } from '#domain/vendors/check-vendor-form.ts'
import { useFieldErrors } from '#i18n/use-field-errors.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { Switch } from '#ui/switch/switch.tsx'
import { useAction } from '#ui/use-action.ts'

const EMPTY: Fields = {
  name: '',
  taxNumber: '',
  vatNumber: '',
  serial: '',
  phone: '',
  address: '',
  foreign: false,
}

const NO_REFUSALS: readonly FieldRefusal<string>[] = []

type Props = {
  readonly initial?: Partial<Fields>
  /** Called on every change of the form. */
  readonly onChange?: (form: Fields) => void
  /** What the server refused before: shown at its field, which gets the focus. */
  readonly serverRefusals?: readonly FieldRefusal<string>[]
  /** The company's readings of the rules. */
  readonly rules: VendorRules
  /** Keeps the vendor; gives what stood in the way, nothing when it is kept. */
  readonly onSave: (form: Fields) => Promise<readonly FieldRefusal<string>[]>
}

/** The fields of a vendor (spec §3); only the name must be filled in. */
export function VendorForm({ initial, onChange, serverRefusals = NO_REFUSALS, rules, onSave }: Props) {
  const { t } = useLingui()
  const [form, setForm] = useState<Fields>({ ...EMPTY, ...initial })
  const [refusals, setRefusals] = useState(serverRefusals)
  const [saving, run] = useAction()
  const errorAt = useFieldErrors(refusals)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (serverRefusals.length > 0) focusFirstError(element.current)
  }, [serverRefusals])
  const change = (changed: Partial<Fields>) => {
    const next = { ...form, ...changed }
    setForm(next)
    onChange?.(next)
    // Which form a tax number must have depends on where the vendor is.
    const paths = [...Object.keys(changed), ...('foreign' in changed ? ['taxNumber'] : [])]
    setRefusals((before) => before.filter((refusal) => !paths.includes(refusal.path)))
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const checked = checkVendorForm(form, rules)
    const remaining = checked.ok ? await run(() => onSave(form)) : checked.refusals
    if (!remaining) return
    setRefusals(remaining)
    if (remaining.length > 0) focusFirstError(element.current)
  }
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
    <form ref={element} onSubmit={submit} noValidate className="stack">
      {field('name', t`Vendor name`, { withAsterisk: true })}
      <Switch
        label={t`Foreign vendor: the TIN is not from Tanzania`}
        on={form.foreign}
        onChange={(foreign) => change({ foreign })}
      />
      {field('taxNumber', t`TIN`, form.foreign ? {} : { inputMode: 'numeric' })}
      {field('vatNumber', t`VRN`, { autoCapitalize: 'characters' })}
      {field('serial', t`Serial number`, { autoCapitalize: 'characters' })}
      {field('phone', t`Phone number`, { type: 'tel' })}
      {field('address', t`Address`)}
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
