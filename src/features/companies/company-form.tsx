import { useLingui } from '@lingui/react/macro'
import { Textarea, TextInput } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { CallOutcome } from '#api/failure.ts'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { type CertificateChoice, CertificateFields } from '#blocks/certificate/certificate-fields.tsx'
import { SerialHint } from '#blocks/certificate/serial-hint.tsx'
import {
  type ChosenCertificate,
  checkChosenCertificate,
  uploadCertificate,
} from '#blocks/certificate/upload-certificate.ts'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { CompanyDetails } from '#contract/administration.ts'
import type { Certificate } from '#contract/fiscal-devices.ts'
import { type CompanyFields, checkCompany } from '#domain/companies/check-company.ts'
import { atCompanyFields } from '#domain/fiscal/certificate.ts'
import { nineDigits, normalizePhone } from '#domain/identity/phone.ts'
import { isOddVrn } from '#domain/identity/vrn.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { usePorts } from '#ui/ports.ts'
import { OrganizationPicker } from './organization-picker.tsx'

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
  const [chosen, setChosen] = useState(
    company && { id: company.organizationId, name: company.organizationName },
  )
  const ownName = useOrganizationName(company ? '' : own)
  const initial: CompanyFields & CertificateChoice = {
    ...(base ?? { ...EMPTY, organizationId: own }),
    ...(base ? { phone: nineDigits(normalizePhone(base.phone) ?? '') || base.phone } : {}),
    file: null,
    password: '',
  }
  const form = useServerForm({
    initial,
    check: company ? (form) => checkChanged(form, company) : checkNewCompany,
    send: async ({ fields, certificate }) => {
      const saved = await call('companies.save', { id, base, fields })
      if (saved.kind !== 'answered') return saved
      const uploaded = certificate && (await uploadCertificate(call, id, certificate))
      return { kind: 'answered', value: { company: saved.value, uploaded } } as const
    },
    onDone: (done) => onSaved(done.company, done.uploaded),
  })
  const fixed = company?.registered ?? false
  const fixedHint = fixed ? { readOnly: true, description: t`Registered at TRA: it cannot change` } : {}
  return (
    <ServerFormFrame
      of={form}
      action={t`Save`}
      failure={company ? t`The company was not saved` : t`The company was not created`}
    >
      <OrganizationPicker
        chosen={chosen ?? ownName}
        onChoose={(organization) => {
          setChosen(organization)
          form.change({ organizationId: organization.id })
        }}
        error={form.errorAt('organizationId')}
      />
      <TextInput label={t`Company name`} withAsterisk {...form.textField('name')} />
      <TextInput label={t`TIN`} inputMode="numeric" withAsterisk {...form.textField('tin')} {...fixedHint} />
      <TextInput
        label={t`VAT registration number (VRN)`}
        description={t`Optional`}
        autoCapitalize="characters"
        {...form.textField('vrn')}
      />
      {isOddVrn(form.textField('vrn').value) ? (
        <p className="dim small" role="status">
          {t`A VRN usually has 8 digits and then a letter. Please check it.`}
        </p>
      ) : null}
      <TextInput
        label={t`Email`}
        inputMode="email"
        autoCapitalize="none"
        withAsterisk
        {...form.textField('email')}
      />
      <TextInput
        label={t`Phone number`}
        description={t`9 digits, without the leading 0`}
        inputMode="tel"
        withAsterisk
        {...form.textField('phone')}
      />
      <Textarea label={t`Address`} withAsterisk rows={2} {...form.textField('address')} />
      <TextInput
        label={t`Serial number`}
        autoCapitalize="characters"
        withAsterisk
        {...form.textField('serial')}
        {...fixedHint}
      />
      {fixed ? null : <SerialHint serial={form.form.serial} />}
      {company ? null : <CertificateFields of={form} />}
    </ServerFormFrame>
  )
}

type Sent = { readonly fields: CompanyFields; readonly certificate: ChosenCertificate | undefined }

function checkChanged(form: CompanyFields, stored: CompanyFields): Result<Sent, string> {
  const company = checkCompany(form, stored)
  return company.ok ? ok({ fields: company.value, certificate: undefined }) : company
}

/** A new company needs its certificate file (spec §5); the serial is a field of the company. */
function checkNewCompany(form: CompanyFields & CertificateChoice): Result<Sent, string> {
  const { file, password, serial } = form
  const company = checkCompany(form)
  const certificate = checkChosenCertificate({ file, password, deviceSerial: serial })
  if (company.ok && certificate.ok) return ok({ fields: company.value, certificate: certificate.value })
  const refused = company.ok ? [] : company.refusals
  return refuse([...refused, ...(certificate.ok ? [] : atCompanyFields(certificate.refusals, refused))])
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
