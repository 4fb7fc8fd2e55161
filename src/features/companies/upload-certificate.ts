import type { Caller } from '#api/call.ts'
import type { CallOutcome } from '#api/failure.ts'
import type { Certificate } from '#contract/fiscal-devices.ts'

/** A chosen certificate file with its password. */
export type ChosenCertificate = {
  readonly file: File
  readonly password: string
  readonly deviceSerial: string
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
