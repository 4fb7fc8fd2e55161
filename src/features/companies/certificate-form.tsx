import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useAppContext } from '#app-context/app-context.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { type CertificateChoice, CertificateFields } from '#blocks/certificate/certificate-fields.tsx'
import { SerialHint } from '#blocks/certificate/serial-hint.tsx'
import { checkChosenCertificate, uploadCertificate } from '#blocks/certificate/upload-certificate.ts'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'

type Props = {
  readonly companyId: string
  /** Serial of the device, if known. */
  readonly deviceSerial: string
  readonly onUploaded: () => void
}

/** Uploads a certificate file; an error is shown at its field, and typed values stay. */
export function CertificateForm({ companyId, deviceSerial, onUploaded }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const initial: CertificateChoice & { readonly deviceSerial: string } = {
    file: null,
    password: '',
    deviceSerial,
  }
  const form = useServerForm({
    initial,
    check: checkChosenCertificate,
    send: (chosen) => uploadCertificate(call, companyId, chosen),
    onDone: onUploaded,
  })
  return (
    <ServerFormFrame of={form} action={t`Upload the certificate`}>
      <TextInput
        label={t`Serial number`}
        description={t`Of the fiscal device, as TRA gave it`}
        autoCapitalize="characters"
        withAsterisk
        {...form.textField('deviceSerial')}
      />
      <SerialHint serial={form.form.deviceSerial} />
      <CertificateFields of={form} />
    </ServerFormFrame>
  )
}
