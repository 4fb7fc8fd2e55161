import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { formRefusals } from '#app-context/server-answer.ts'
import { checkCertificateForm } from '#domain/fiscal/certificate.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { useFieldErrors } from '#i18n/use-field-errors.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { useAction } from '#ui/use-action.ts'
import { CertificateFields } from './certificate-fields.tsx'
import { uploadCertificate } from './upload-certificate.ts'

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
  const [file, setFile] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const [serial, setSerial] = useState(deviceSerial)
  const [refusals, setRefusals] = useState<readonly FieldRefusal<string>[]>([])
  const [busy, run] = useAction()
  const errorAt = useFieldErrors(refusals)
  const formRef = useRef<HTMLFormElement>(null)
  const clear = (path: string) =>
    setRefusals((before) => before.filter((refusal) => refusal.path !== path && refusal.path !== ''))
  const refuse = (found: readonly FieldRefusal<string>[]) => {
    setRefusals(found)
    focusFirstError(formRef.current)
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const found = checkCertificateForm({ size: file?.size ?? null, password, deviceSerial: serial })
    if (found.length > 0 || file === null) return refuse(found)
    const chosen = { file, password, deviceSerial: serial }
    const outcome = await run(() => uploadCertificate(call, companyId, chosen))
    if (outcome === undefined) return undefined
    return outcome.kind === 'answered' ? onUploaded() : refuse(formRefusals(outcome))
  }
  const whole = errorAt('')
  return (
    <form ref={formRef} onSubmit={(event) => void submit(event)} noValidate className="stack">
      <TextInput
        label={t`Serial number`}
        description={t`Of the fiscal device, as TRA gave it`}
        autoCapitalize="characters"
        autoComplete="off"
        withAsterisk
        value={serial}
        error={errorAt('deviceSerial')}
        onChange={(event) => {
          setSerial(event.currentTarget.value)
          clear('deviceSerial')
        }}
      />
      <CertificateFields
        file={file}
        password={password}
        fileError={errorAt('file')}
        passwordError={errorAt('password')}
        onFile={(chosen) => {
          setFile(chosen)
          clear('file')
        }}
        onPassword={(typed) => {
          setPassword(typed)
          clear('password')
        }}
      />
      {whole === undefined ? null : (
        <p className="field-error" role="alert">
          {whole}
        </p>
      )}
      <Button type="submit" loading={busy} fullWidth>
        {t`Upload the certificate`}
      </Button>
    </form>
  )
}
