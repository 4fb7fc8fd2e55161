import { Integer, OctetString, Sequence } from 'asn1js'
import {
  type AlgorithmIdentifier,
  AuthenticatedSafe,
  CertBag,
  ContentInfo,
  EncryptedContentInfo,
  EncryptedData,
  getCrypto,
  PBES2Params,
  PBKDF2Params,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  SafeContents,
} from 'pkijs'
import { decryptLegacy, isLegacyCipher } from './legacy-cipher.ts'

/** What a file holds, whatever its encryption, in DER. */
export type PfxContents = { keys: Uint8Array[]; certificates: Uint8Array[] }

const PBES2 = '1.2.840.113549.1.5.13'
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1'

/** Hashes of the integrity check, by object identifier, as WebCrypto names them. */
const HASHES: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}
const MAX_NESTING = 4

/** Bounds on the work a file may demand. Old derivations run in JavaScript and block; PBKDF2 runs natively. */
const MAX_MAC_ITERATIONS = 600_000
const MAX_LEGACY_ITERATIONS = 50_000
const MAX_PBKDF2_ITERATIONS = 10_000_000

type Secret = { readonly text: string; readonly bytes: ArrayBuffer }

/**
 * Opens every part of a PFX (PKCS#12) file with its password: PKCS#5 v2 encryption by WebCrypto, the older
 * ciphers by a library that still knows them. The file's integrity check distinguishes a wrong password from
 * a broken file.
 */
export async function openPfx(
  file: Uint8Array,
  password: string,
): Promise<PfxContents | 'password-wrong' | 'unreadable'> {
  const secret: Secret = { text: password, bytes: bufferOf(new TextEncoder().encode(password)) }
  let contents: ContentInfo[]
  let integrityChecked: boolean
  try {
    const pfx = PFX.fromBER(bufferOf(file))
    const { contentType } = pfx.authSafe
    const content: unknown = pfx.authSafe.content
    // Files whose integrity is a signature are opened with a certificate, not with a password.
    if (contentType !== ContentInfo.DATA || !(content instanceof OctetString)) return 'unreadable'
    const safe = content.getValue()
    const matches = await verifyPassword(pfx, safe, secret)
    if (matches === false) return 'password-wrong'
    integrityChecked = matches === true
    contents = AuthenticatedSafe.fromBER(safe).safeContents
  } catch {
    return 'unreadable'
  }
  try {
    const found: PfxContents = { keys: [], certificates: [] }
    for (const content of contents) await collect(await openContent(content, secret), secret, found, 0)
    return found
  } catch {
    // Without an integrity check a wrong password shows only in bytes that do not decrypt.
    return integrityChecked ? 'unreadable' : 'password-wrong'
  }
}

/** Checks the password against the file's integrity code; `undefined` when it has none we can compute. */
async function verifyPassword(pfx: PFX, safe: ArrayBuffer, secret: Secret): Promise<boolean | undefined> {
  const { macData } = pfx
  if (!macData) return undefined
  const iterationCount = macData.iterations ?? 1
  requireBounded(iterationCount, MAX_MAC_ITERATIONS)
  const hashAlgorithm = HASHES[macData.mac.digestAlgorithm.algorithmId]
  if (hashAlgorithm === undefined) return undefined
  return getCrypto(true).verifyDataStampedWithPassword({
    password: secret.bytes,
    hashAlgorithm,
    salt: macData.macSalt.getValue(),
    iterationCount,
    contentToVerify: safe,
    signatureToVerify: macData.mac.digest.getValue(),
  })
}

async function openContent(content: ContentInfo, secret: Secret): Promise<SafeContents> {
  if (content.contentType === ContentInfo.DATA && content.content instanceof OctetString) {
    return SafeContents.fromBER(content.content.getValue())
  }
  if (content.contentType !== ContentInfo.ENCRYPTED_DATA) throw new Error('not opened with a password')
  const { encryptedContentInfo } = new EncryptedData({ schema: content.content })
  return SafeContents.fromBER(await decrypt(encryptedContentInfo, secret))
}

async function collect(
  safe: SafeContents,
  secret: Secret,
  found: PfxContents,
  nesting: number,
): Promise<void> {
  if (nesting > MAX_NESTING) throw new Error('the file is nested too deep')
  for (const { bagValue } of safe.safeBags) {
    if (bagValue instanceof PrivateKeyInfo) {
      found.keys.push(new Uint8Array(bagValue.toSchema().toBER()))
    } else if (bagValue instanceof PKCS8ShroudedKeyBag) {
      const encryptedInfo = new EncryptedContentInfo({
        contentEncryptionAlgorithm: bagValue.encryptionAlgorithm,
        encryptedContent: bagValue.encryptedData,
      })
      found.keys.push(new Uint8Array(await decrypt(encryptedInfo, secret)))
    } else if (bagValue instanceof CertBag) {
      if (bagValue.certId === X509_CERTIFICATE && bagValue.certValue instanceof OctetString) {
        found.certificates.push(new Uint8Array(bagValue.certValue.getValue()))
      }
    } else if (bagValue instanceof SafeContents) {
      await collect(bagValue, secret, found, nesting + 1)
    }
  }
}

async function decrypt(encryptedInfo: EncryptedContentInfo, secret: Secret): Promise<ArrayBuffer> {
  const algorithm = encryptedInfo.contentEncryptionAlgorithm
  if (isLegacyCipher(algorithm.algorithmId)) {
    const derivation = legacyDerivation(algorithm)
    requireBounded(derivation.iterations, MAX_LEGACY_ITERATIONS)
    const encrypted = new Uint8Array(encryptedInfo.getEncryptedContent())
    return bufferOf(decryptLegacy(algorithm.algorithmId, derivation, secret.text, encrypted))
  }
  if (algorithm.algorithmId !== PBES2) throw new Error('not an encryption by password')
  const outer = new PBES2Params({ schema: algorithm.algorithmParams })
  const derivation = new PBKDF2Params({ schema: outer.keyDerivationFunc.algorithmParams })
  requireBounded(derivation.iterationCount, MAX_PBKDF2_ITERATIONS)
  return getCrypto(true).decryptEncryptedContentInfo({
    password: secret.bytes,
    encryptedContentInfo: encryptedInfo,
  })
}

/** SEQUENCE { salt, iterations } of the older password encryption. */
function legacyDerivation(algorithm: AlgorithmIdentifier): { salt: Uint8Array; iterations: number } {
  const params: unknown = algorithm.algorithmParams
  const [salt, iterations] = params instanceof Sequence ? params.valueBlock.value : []
  if (!(salt instanceof OctetString) || !(iterations instanceof Integer)) {
    throw new Error('the derivation is not in its form')
  }
  return { salt: new Uint8Array(salt.getValue()), iterations: iterations.valueBlock.valueDec }
}

function requireBounded(iterations: number, most: number): void {
  if (!Number.isSafeInteger(iterations) || iterations < 1 || iterations > most) {
    throw new Error('the file demands too much work')
  }
}

/** The bytes in a buffer of their own: the library takes whole buffers only. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  const copy = new Uint8Array(bytes.byteLength)
  copy.set(bytes)
  return copy.buffer
}
