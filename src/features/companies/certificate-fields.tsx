import { useLingui } from '@lingui/react/macro'
import { FileInput, TextInput } from '@mantine/core'
import type { ServerForm } from '#app-context/use-server-form.ts'

/** The chosen file and its password, as parts of a form. */
export type CertificateChoice = { readonly file: File | null; readonly password: string }

type Props = {
  readonly of: {
    readonly form: CertificateChoice
    readonly change: (changed: Partial<CertificateChoice>) => void
    readonly errorAt: ServerForm<CertificateChoice>['errorAt']
  }
}

/** The certificate file (PFX) from TRA and its password. */
export function CertificateFields({ of: { form, change, errorAt } }: Props) {
  const { t } = useLingui()
  return (
    <>
      <FileInput
        label={t`Certificate file (PFX)`}
        placeholder={t`Choose the file`}
        accept=".pfx,.p12,application/x-pkcs12"
        value={form.file}
        onChange={(file) => change({ file })}
        error={errorAt('file')}
        withAsterisk
      />
      <TextInput
        type="password"
        label={t`Password of the certificate file`}
        value={form.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
        error={errorAt('password')}
        withAsterisk
        autoComplete="off"
      />
    </>
  )
}
