import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { openPfx, type PfxContents } from './open-pfx.ts'

export type PfxRefusal =
  | 'PFX_PASSWORD_WRONG'
  | 'PFX_UNREADABLE'
  | 'PFX_NO_MATCHING_CERTIFICATE'
  | 'PFX_KEY_NOT_RSA'

export type ReadPfx =
  | {
      kind: 'read'
      /** PKCS#8, not encrypted: to be sealed at once. */
      privateKeyPem: string
      certificatePem: string
      /** Lower-case hex, even number of digits. */
      certSerialHex: string
      /** Every other certificate of the file. */
      chainPems: string[]
      /** Instant, ISO. */
      notAfter: string
    }
  | { kind: 'refused'; code: PfxRefusal }

/** The authority's files have a few kilobytes; a larger one is no certificate file. */
const MAX_PFX_BYTES = 256 * 1024

/**
 * Opens a PFX (PKCS#12) file: the private key and the certificate whose public key matches it, never simply the
 * first one, because a file may hold a chain (field practice). Takes modern files and those with the legacy
 * ciphers that OpenSSL 3 refuses. Never throws; the reason of a refusal is its code.
 */
export async function readPfx(bytes: Uint8Array, password: string): Promise<ReadPfx> {
  if (bytes.byteLength === 0 || bytes.byteLength > MAX_PFX_BYTES) return refused('PFX_UNREADABLE')
  const contents = await openPfx(bytes, password)
  if (contents === 'password-wrong') return refused('PFX_PASSWORD_WRONG')
  if (contents === 'unreadable') return refused('PFX_UNREADABLE')
  return chooseCertificate(contents)
}

function chooseCertificate(contents: PfxContents): ReadPfx {
  const keys: KeyObject[] = []
  const certificates: X509Certificate[] = []
  try {
    for (const der of contents.keys) {
      keys.push(createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' }))
    }
    for (const der of contents.certificates) certificates.push(new X509Certificate(der))
  } catch {
    return refused('PFX_UNREADABLE')
  }
  if (keys.length === 0) return refused('PFX_UNREADABLE')
  const rsaKeys = keys.filter((key) => key.asymmetricKeyType === 'rsa')
  if (rsaKeys.length === 0) return refused('PFX_KEY_NOT_RSA')
  for (const key of rsaKeys) {
    const certificate = certificates.find((candidate) => candidate.checkPrivateKey(key))
    if (certificate) {
      return {
        kind: 'read',
        privateKeyPem: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
        certificatePem: certificate.toString(),
        certSerialHex: evenHex(certificate.serialNumber),
        chainPems: certificates.filter((other) => other !== certificate).map((other) => other.toString()),
        notAfter: new Date(certificate.validTo).toISOString(),
      }
    }
  }
  return refused('PFX_NO_MATCHING_CERTIFICATE')
}

function evenHex(serial: string): string {
  const lower = serial.toLowerCase()
  return lower.length % 2 === 0 ? lower : `0${lower}`
}

function refused(code: PfxRefusal): ReadPfx {
  return { kind: 'refused', code }
}
