import { useLingui } from '@lingui/react/macro'
import { FileInput, TextInput } from '@mantine/core'

type Props = {
  readonly file: File | null
  readonly password: string
  readonly onFile: (file: File | null) => void
  readonly onPassword: (password: string) => void
  readonly fileError: string | undefined
  readonly passwordError: string | undefined
}

/** The certificate file (PFX) from TRA and its password. */
export function CertificateFields({ file, password, onFile, onPassword, fileError, passwordError }: Props) {
  const { t } = useLingui()
  return (
    <>
      <FileInput
        label={t`Certificate file (PFX)`}
        placeholder={t`Choose the file`}
        accept=".pfx,.p12,application/x-pkcs12"
        value={file}
        onChange={onFile}
        error={fileError}
        withAsterisk
      />
      <TextInput
        type="password"
        label={t`Password of the certificate file`}
        value={password}
        onChange={(event) => onPassword(event.currentTarget.value)}
        error={passwordError}
        withAsterisk
        autoComplete="off"
      />
    </>
  )
}
