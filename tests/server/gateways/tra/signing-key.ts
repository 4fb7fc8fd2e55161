import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'

export type SigningKey = { privateKeyPem: string; publicKeyPem: string }

/** A fresh RSA key of the size the authority issues. */
export function makeSigningKey(bits = 2048): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

/** A certificate over `key`, signed by `issuer` (itself when left out). */
export function makeCertificate(
  name: string,
  serialHex: string,
  key: SigningKey,
  issuer: SigningKey = key,
): string {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(key.publicKeyPem)
  certificate.serialNumber = serialHex
  certificate.validity.notBefore = new Date('2026-01-01T00:00:00Z')
  certificate.validity.notAfter = new Date('2036-01-01T00:00:00Z')
  certificate.setSubject([{ name: 'commonName', value: name }])
  certificate.setIssuer([{ name: 'commonName', value: issuer === key ? name : 'Mfano Issuing CA' }])
  certificate.sign(forge.pki.privateKeyFromPem(issuer.privateKeyPem), forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate)
}
