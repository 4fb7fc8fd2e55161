import type { Locator, Page } from '@playwright/test'
import type { AuthorityControl } from '../../support/authority-control.ts'
import type { Translate } from './translate.ts'

/** A certificate file as the authority hands it out for a device. */
export type CertificateFile = { readonly pfxBase64: string; readonly pfxPassword: string }

/** Has the simulated authority know a device of a taxpayer; gives its certificate file. */
export async function issueCertificate(
  authority: Pick<AuthorityControl, 'post'>,
  device: { readonly tin: string; readonly certkey: string; readonly name: string },
): Promise<CertificateFile> {
  return (await authority.post('devices', device)) as CertificateFile
}

/** Chooses the file in a form and writes a password for it. */
export async function chooseCertificate(
  page: Page,
  form: Locator,
  translate: Translate,
  { pfxBase64, pfxPassword }: CertificateFile,
): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: translate('Certificate file (PFX)') }).click()
  const buffer = Buffer.from(pfxBase64, 'base64')
  await (await choosing).setFiles({ name: 'device.pfx', mimeType: 'application/x-pkcs12', buffer })
  await form.getByLabel(translate('Password of the certificate file')).fill(pfxPassword)
}
