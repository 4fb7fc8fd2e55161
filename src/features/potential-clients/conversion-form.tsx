import { useLingui } from '@lingui/react/macro'
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CallOutcome } from '#api/failure.ts'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { type Tenant, TenantPicker } from '#blocks/accounts/tenant-picker.tsx'
import { type CertificateChoice, CertificateFields } from '#blocks/certificate/certificate-fields.tsx'
import { SerialHint } from '#blocks/certificate/serial-hint.tsx'
import {
  type ChosenCertificate,
  checkChosenCertificate,
  uploadCertificate,
} from '#blocks/certificate/upload-certificate.ts'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import type { Certificate } from '#contract/fiscal-devices.ts'
import type { PotentialClient } from '#contract/potential-client-endpoints.ts'
import { atCompanyFields } from '#domain/fiscal/certificate.ts'
import {
  type ConversionForm as ConversionFields,
  checkConversion,
  conversionFormOf,
} from '#domain/potential-clients/convert-client.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { Switch } from '#ui/switch/switch.tsx'

type Props = {
  readonly client: PotentialClient
  /** `certificate`: the result of uploading the file; absent when none was chosen. */
  readonly onConverted: (
    answer: EndpointAnswer<'potential-clients.convert'>,
    certificate: CallOutcome<Certificate> | undefined,
  ) => void
}

const NO_CERTIFICATE: CertificateChoice = { file: null, password: '' }

type Sent = { readonly typed: ConversionFields; readonly certificate: ChosenCertificate | undefined }

/** The certificate file is checked only when one was chosen: many clients wait for TRA to give it. */
function checkForm({ file, password, ...typed }: ConversionFields & CertificateChoice): Result<Sent, string> {
  const conversion = checkConversion(typed)
  const certificate =
    file === null ? ok(undefined) : checkChosenCertificate({ file, password, deviceSerial: typed.serial })
  if (conversion.ok && certificate.ok) return ok({ typed, certificate: certificate.value })
  const refused = conversion.ok ? [] : conversion.refusals
  return refuse([...refused, ...(certificate.ok ? [] : atCompanyFields(certificate.refusals, refused))])
}

/** Makes organization, company and owner of a request; what the request says is filled in. */
export function ConversionForm({ client, onConverted }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const [organization, setOrganization] = useState<Tenant>()
  const [findOrganizations] = useState(() => async (search: string) => {
    const query = { filter: 'active' as const, ...(search === '' ? {} : { search }) }
    const loaded = loadedFrom(await call('organizations.list', query))
    return 'value' in loaded ? { value: loaded.value.rows } : loaded
  })
  const form = useServerForm({
    initial: { ...conversionFormOf(client), ...NO_CERTIFICATE },
    check: checkForm,
    send: async ({ typed, certificate }) => {
      const converted = await call('potential-clients.convert', { id: client.id, ...typed })
      if (converted.kind !== 'answered') return converted
      const { companyId } = converted.value
      const uploaded = certificate && (await uploadCertificate(call, companyId, certificate))
      return { kind: 'answered', value: { converted: converted.value, uploaded } } as const
    },
    onDone: ({ converted, uploaded }) => onConverted(converted, uploaded),
  })
  const { change, errorAt, textField: field } = form
  const phone = { description: t`9 digits, without the leading 0`, inputMode: 'tel' as const }
  const email = { inputMode: 'email' as const, autoCapitalize: 'none' }
  const isNew = form.form.organizationId === null
  return (
    <ServerFormFrame of={form} action={t`Register the company`} failure={t`The company was not created`}>
      <h3 className="section-title">{t`Organization`}</h3>
      <Switch
        label={t`New organization`}
        on={isNew}
        // Without a choice yet it is empty, which the form says at this field.
        onChange={(on) => change({ organizationId: on ? null : (organization?.id ?? '') })}
      />
      {isNew ? (
        <TextInput label={t`Organization name`} withAsterisk {...field('organizationName')} />
      ) : (
        <TenantPicker
          label={t`Organization`}
          chooseLabel={t`Choose an organization`}
          chosen={organization}
          find={findOrganizations}
          onChoose={(chosen) => {
            setOrganization(chosen)
            change({ organizationId: chosen.id })
          }}
          error={errorAt('organizationId')}
        />
      )}
      <h3 className="section-title">{t`Company`}</h3>
      <TextInput label={t`Company name`} withAsterisk {...field('companyName')} />
      <TextInput label={t`TIN`} inputMode="numeric" withAsterisk {...field('tin')} />
      <TextInput
        label={t`VAT registration number (VRN)`}
        description={t`Optional`}
        autoCapitalize="characters"
        {...field('vrn')}
      />
      <TextInput label={t`Company email`} withAsterisk {...email} {...field('companyEmail')} />
      <TextInput label={t`Company phone number`} withAsterisk {...phone} {...field('companyPhone')} />
      <Textarea label={t`Address`} withAsterisk rows={2} {...field('address')} />
      <TextInput
        label={t`Serial number`}
        autoCapitalize="characters"
        withAsterisk
        {...field('serial')}
        description={t`Of the fiscal device, as TRA gave it`}
      />
      <SerialHint serial={form.form.serial} />
      <CertificateFields
        of={form}
        optional={t`Optional: it can also be added later, on the page of the company.`}
      />
      <h3 className="section-title">{t`Owner`}</h3>
      <TextInput label={t`First name`} autoCapitalize="words" withAsterisk {...field('firstName')} />
      <TextInput label={t`Last name`} autoCapitalize="words" withAsterisk {...field('lastName')} />
      <TextInput label={t`Email`} withAsterisk {...email} {...field('email')} />
      <TextInput label={t`Mobile number`} withAsterisk {...phone} {...field('mobile')} />
      <TextInput label={t`Username`} autoCapitalize="none" withAsterisk {...field('username')} />
      <p className="dim">{t`The owner gets a first password by email.`}</p>
    </ServerFormFrame>
  )
}
