import { useLingui } from '@lingui/react/macro'
import { FileInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

/** The chosen file and its password, as parts of a form. */
export type CertificateChoice = { readonly file: File | null; readonly password: string }

type Props = {
  readonly of: {
    readonly form: CertificateChoice
    readonly change: (changed: Partial<CertificateChoice>) => void
    readonly errorAt: (path: 'file' | 'password') => ReactNode
  }
  /** Why nothing needs to be chosen; absent where a file is required. */
  readonly optional?: string
}

/** The certificate file (PFX) from TRA and its password. */
export function CertificateFields({ of: { form, change, errorAt }, optional }: Props) {
  const { t } = useLingui()
  const withAsterisk = optional === undefined
  return (
    <>
      <FileInput
        label={t`Certificate file (PFX)`}
        placeholder={t`Choose the file`}
        accept=".pfx,.p12,application/x-pkcs12"
        value={form.file}
        onChange={(file) => change({ file })}
        error={errorAt('file')}
        withAsterisk={withAsterisk}
        clearable={!withAsterisk}
        clearButtonProps={{ 'aria-label': t`Remove the file` }}
        {...(optional === undefined ? {} : { description: optional })}
      />
      <TextInput
        type="password"
        label={t`Password of the certificate file`}
        value={form.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
        error={errorAt('password')}
        withAsterisk={withAsterisk}
        autoComplete="off"
      />
    </>
  )
}
