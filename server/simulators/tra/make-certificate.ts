import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'

export type KeyPems = { privateKeyPem: string; publicKeyPem: string }
export type Issuer = { certificatePem: string; privateKeyPem: string }

const generate = promisify(generateKeyPair)
/** Days a certificate is valid unless a test sets another value. */
export const DEFAULT_VALID_DAYS = 5 * 365

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS

/** A 2048-bit RSA key pair, made on a worker thread of Node so that other requests continue. */
export async function makeKeyPair(): Promise<KeyPems> {
  const pair = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { privateKeyPem: pair.privateKey, publicKeyPem: pair.publicKey }
}

/** An X.509 certificate, signed by `issuer`, or by its own key when there is none. Gives PEM. */
export function makeCertificate(request: {
  commonName: string
  organization: string
  serialHex: string
  keys: KeyPems
  issuer: Issuer | null
  authority: boolean
  nowMs: number
  validDays: number
}): string {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(request.keys.publicKeyPem)
  certificate.serialNumber = request.serialHex
  // Valid from two years ago, so that a demo year of sales is inside the validity.
  certificate.validity.notBefore = new Date(request.nowMs - 2 * YEAR_MS)
  certificate.validity.notAfter = new Date(request.nowMs + request.validDays * DAY_MS)
  const subject = [
    nameAttribute('countryName', 'TZ', forge.asn1.Type.PRINTABLESTRING),
    nameAttribute('organizationName', request.organization, forge.asn1.Type.UTF8),
    nameAttribute('commonName', request.commonName, forge.asn1.Type.UTF8),
  ]
  certificate.setSubject(subject)
  certificate.setIssuer(
    request.issuer === null
      ? subject
      : forge.pki.certificateFromPem(request.issuer.certificatePem).subject.attributes,
  )
  certificate.setExtensions([
    { name: 'basicConstraints', cA: request.authority, critical: true },
    request.authority
      ? { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true }
      : { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
  ])
  const signingKey = request.issuer?.privateKeyPem ?? request.keys.privateKeyPem
  certificate.sign(forge.pki.privateKeyFromPem(signingKey), forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate)
}

function nameAttribute(name: string, value: string, valueTagClass: number) {
  // 64 characters is the upper bound that X.520 sets for these names. The library encodes UTF-8 itself.
  return { name, value: Array.from(value).slice(0, 64).join(''), valueTagClass }
}
