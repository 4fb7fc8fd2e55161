import { generateKeyPairSync, type KeyObject, sign, verify, X509Certificate } from 'node:crypto'
import { groupElement, textElement } from './xml.ts'

/**
 * Signs an element exactly as it is in the message, its own tags included, UTF-8 (TRA guide:
 * RSASSA-PKCS1-v1_5 with SHA-1). Gives base64 on one line. Throws when the key is not usable.
 */
export function signElement(element: string, privateKey: string | KeyObject): string {
  return sign('RSA-SHA1', Buffer.from(element, 'utf8'), privateKey).toString('base64')
}

/** Whether `signature` (base64) is that of the certificate's key over exactly this element. */
export function isSignatureValid(element: string, signature: string, certificatePem: string): boolean {
  const { publicKey } = new X509Certificate(certificatePem)
  return verify('RSA-SHA1', Buffer.from(element, 'utf8'), publicKey, Buffer.from(signature, 'base64'))
}

/** The whole message around a signed element: what is stored once, sent, and sent again byte for byte. */
export function envelope(element: string, signature: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${groupElement('EFDMS', [
    element,
    textElement('EFDMSSIGNATURE', signature),
  ])}`
}

/**
 * Start-up self-test: some systems forbid SHA-1 signatures by policy, and the authority knows no other.
 * Throws an error that says so in plain words.
 */
export function checkSha1Allowed(signProbe: typeof signElement = signElement): void {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  try {
    signProbe('<REGDATA></REGDATA>', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  } catch (cause) {
    throw new Error(
      'This machine forbids SHA-1 signatures, which the tax authority requires: no receipt could be signed. ' +
        'Allow them in the crypto policy of the system (OpenSSL configuration), then start again.',
      { cause },
    )
  }
}
