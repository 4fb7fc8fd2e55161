import { useLingui } from '@lingui/react/macro'
import { Button, Textarea, TextInput } from '@mantine/core'
import { type SyntheticEvent, useCallback, useRef, useState } from 'react'
import type { CallOutcome } from '#api/failure.ts'
import { useAppContext } from '#app-context/app-context.ts'
import { formRefusals, loadedFrom } from '#app-context/server-answer.ts'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { CompanyDetails } from '#contract/administration.ts'
import type { Certificate } from '#contract/fiscal-devices.ts'
import { type CompanyFields, checkCompany } from '#domain/companies/check-company.ts'
import { checkCertificateForm } from '#domain/fiscal/certificate.ts'
import { nineDigits, normalizePhone } from '#domain/identity/phone.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { useFieldErrors } from '#i18n/use-field-errors.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { usePorts } from '#ui/ports.ts'
import { useAction } from '#ui/use-action.ts'
import { CertificateFields } from './certificate-fields.tsx'
import { OrganizationPicker } from './organization-picker.tsx'
import { uploadCertificate } from './upload-certificate.ts'

type Props = {
  /** The company to change; absent for a new one. */
  readonly company?: CompanyDetails
  /** The organization that a new company starts with. */
  readonly organizationId?: string
  /** `certificate`: the result of uploading the file of a new company; absent for one that is changed. */
  readonly onSaved: (company: CompanyDetails, certificate?: CallOutcome<Certificate>) => void
}

function fieldsOf(company: CompanyDetails): CompanyFields {
  const { organizationId, name, tin, vrn, email, phone, address, serial } = company
  return { organizationId, name, tin, vrn, email, phone, address, serial }
}

const EMPTY: CompanyFields = {
  organizationId: '',
  name: '',
  tin: '',
  vrn: '',
  email: '',
  phone: '',
  address: '',
  serial: '',
}

/** The fields of a company (spec §5). Typed values stay when the server cannot be reached. */
export function CompanyForm({ company, organizationId, onSaved }: Props) {
  const { t } = useLingui()
  const { call, session } = useAppContext()
  const { newId } = usePorts()
  const [id] = useState(() => company?.id ?? newId())
  const [base] = useState(() => (company ? fieldsOf(company) : null))
  const own = organizationId ?? session.user.organization_id ?? ''
  const [form, setForm] = useState<CompanyFields>(() =>
    base === null
      ? { ...EMPTY, organizationId: own }
      : { ...base, phone: nineDigits(normalizePhone(base.phone) ?? '') || base.phone },
  )
  const [chosen, setChosen] = useState(
    company && { id: company.organizationId, name: company.organizationName },
  )
  const [file, setFile] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const [refusals, setRefusals] = useState<readonly FieldRefusal<string>[]>([])
  const [saving, run] = useAction()
  const errorAt = useFieldErrors(refusals)
  const formRef = useRef<HTMLFormElement>(null)
  const ownName = useOrganizationName(company ? '' : own)
  const change = (changed: Partial<CompanyFields>) => {
    setForm((before) => ({ ...before, ...changed }))
    const paths = Object.keys(changed)
    setRefusals((before) => before.filter(({ path }) => path !== '' && !paths.includes(path)))
  }
  const refuse = (found: readonly FieldRefusal<string>[]) => {
    setRefusals(found)
    focusFirstError(formRef.current)
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const checked = checkCompany(form)
    const certificate = file && { file, password, deviceSerial: form.serial }
    const found = [
      ...(checked.ok ? [] : checked.refusals),
      ...(company ? [] : certificateRefusals(form, file, password)),
    ]
    if (!checked.ok || found.length > 0) return refuse(found)
    const outcome = await run(async () => {
      const saved = await call('companies.save', { id, base, fields: checked.value })
      if (saved.kind !== 'answered' || !certificate) return { saved }
      return { saved, uploaded: await uploadCertificate(call, id, certificate) }
    })
    if (outcome === undefined) return undefined
    const { saved, uploaded } = outcome
    if (saved.kind === 'answered') return onSaved(saved.value, uploaded)
    return refuse(formRefusals(saved))
  }
  const field = (path: Exclude<keyof CompanyFields, 'organizationId'>) => ({
    value: form[path],
    error: errorAt(path),
    autoComplete: 'off',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change({ [path]: event.currentTarget.value }),
  })
  const fixed = company?.registered ?? false
  const fixedHint = fixed ? { readOnly: true, description: t`Registered at TRA: it cannot change` } : {}
  const whole = errorAt('')
  return (
    <form ref={formRef} onSubmit={(event) => void submit(event)} noValidate className="stack">
      <OrganizationPicker
        chosen={chosen ?? ownName}
        onChoose={(organization) => {
          setChosen(organization)
          change({ organizationId: organization.id })
        }}
        error={errorAt('organizationId')}
      />
      <TextInput label={t`Company name`} withAsterisk {...field('name')} />
      <TextInput label={t`TIN`} inputMode="numeric" withAsterisk {...field('tin')} {...fixedHint} />
      <TextInput
        label={t`VAT registration number (VRN)`}
        description={t`Optional`}
        autoCapitalize="characters"
        {...field('vrn')}
      />
      <TextInput label={t`Email`} inputMode="email" autoCapitalize="none" withAsterisk {...field('email')} />
      <TextInput
        label={t`Phone number`}
        description={t`9 digits, without the leading 0`}
        inputMode="tel"
        withAsterisk
        {...field('phone')}
      />
      <Textarea label={t`Address`} withAsterisk rows={2} {...field('address')} />
      <TextInput
        label={t`Serial number`}
        autoCapitalize="characters"
        withAsterisk
        {...field('serial')}
        {...fixedHint}
      />
      {company ? null : (
        <CertificateFields
          file={file}
          password={password}
          fileError={errorAt('file')}
          passwordError={errorAt('password')}
          onFile={(picked) => {
            setFile(picked)
            setRefusals((before) => before.filter(({ path }) => path !== 'file'))
          }}
          onPassword={(typed) => {
            setPassword(typed)
            setRefusals((before) => before.filter(({ path }) => path !== 'password'))
          }}
        />
      )}
      {whole === undefined ? null : (
        <p className="field-error" role="alert">
          {company ? t`The company was not saved` : t`The company was not created`}. {whole}
        </p>
      )}
      <Button type="submit" loading={saving} fullWidth>
        {t`Save`}
      </Button>
    </form>
  )
}

/** What a new company's certificate file lacks (spec §5: it is required); the serial is a field of the company. */
function certificateRefusals({ serial }: CompanyFields, file: File | null, password: string) {
  const found = checkCertificateForm({ size: file?.size ?? null, password, deviceSerial: serial })
  return found.filter(({ path }) => path !== 'deviceSerial')
}

/**
 * The organization that a new company begins with, with its name once the server has answered; none for an empty id.
 */
function useOrganizationName(id: string): { readonly id: string; readonly name: string } | undefined {
  const { call } = useAppContext()
  const load = useCallback(
    async () => (id === '' ? { value: undefined } : loadedFrom(await call('organizations.find', { id }))),
    [call, id],
  )
  return useServerAnswer(load).value
}
