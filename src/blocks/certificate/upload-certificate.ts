import type { Caller } from '#api/call.ts'
import type { CallOutcome } from '#api/failure.ts'
import type { Certificate } from '#contract/fiscal-devices.ts'
import { type CertificateRefusal, checkCertificateForm } from '#domain/fiscal/certificate.ts'
import { ok, type Result, refuse } from '#domain/result.ts'

/** A chosen certificate file with its password. */
export type ChosenCertificate = {
  readonly file: File
  readonly password: string
  readonly deviceSerial: string
}

/** Validates the form of a certificate (spec §5): what is sent, or every refusal at its field. */
export function checkChosenCertificate({
  file,
  ...typed
}: Omit<ChosenCertificate, 'file'> & { readonly file: File | null }): Result<
  ChosenCertificate,
  CertificateRefusal
> {
  const refusals = checkCertificateForm({ size: file?.size ?? null, ...typed })
  return file === null || refusals.length > 0 ? refuse(refusals) : ok({ file, ...typed })
}

async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/**
 * Sends a certificate file to the server, which checks it at once. File and password are not stored on this device.
 */
export async function uploadCertificate(
  call: Caller,
  companyId: string,
  { file, password, deviceSerial }: ChosenCertificate,
): Promise<CallOutcome<Certificate>> {
  return await call('certificates.upload', { companyId, deviceSerial, file: await toBase64(file), password })
}
