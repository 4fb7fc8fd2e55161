import { createPrivateKey, X509Certificate } from 'node:crypto'
import { Integer, OctetString, Sequence } from 'asn1js'
import forge from 'node-forge'
import {
  AlgorithmIdentifier,
  AuthenticatedSafe,
  CertBag,
  ContentInfo,
  EncryptedContentInfo,
  EncryptedData,
  getCrypto,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  SafeBag,
  SafeContents,
} from 'pkijs'

type Cipher = 'aes256' | '3des' | 'rc2-40' | 'rc2-128'

const LEGACY = {
  '3des': { oid: '1.2.840.113549.1.12.1.3', keyBytes: 24 },
  'rc2-128': { oid: '1.2.840.113549.1.12.1.5', keyBytes: 16 },
  'rc2-40': { oid: '1.2.840.113549.1.12.1.6', keyBytes: 5 },
} as const

export type PfxRecipe = {
  privateKeyPem: string
  certificates: readonly string[]
  password: string
  keyCipher: Cipher
  certificateCipher: Cipher
  iterations?: number
  /** Left out: a file without integrity check. */
  mac?: 'SHA-1' | 'SHA-256' | 'SHA-512'
  macIterations?: number
}

/** Writes a PFX file as given, so that tests need no tool of the machine. */
export async function makePfx(recipe: PfxRecipe): Promise<Uint8Array> {
  const keyDer = createPrivateKey(recipe.privateKeyPem).export({ type: 'pkcs8', format: 'der' })
  const encryptedKey = await encrypt(recipe, recipe.keyCipher, keyDer)
  const { encryptedContent } = encryptedKey
  if (!encryptedContent) throw new Error('the key was not encrypted')
  const keyBag = new SafeBag({
    bagId: '1.2.840.113549.1.12.10.1.2',
    bagValue: new PKCS8ShroudedKeyBag({
      encryptionAlgorithm: encryptedKey.contentEncryptionAlgorithm,
      encryptedData: new OctetString({ valueHex: encryptedKey.getEncryptedContent() }),
    }),
  })
  const keys = new SafeContents({ safeBags: [keyBag] })
  const certificates = new SafeContents({ safeBags: recipe.certificates.map(certificateBag) })
  const encryptedCertificates = await encrypt(recipe, recipe.certificateCipher, der(certificates))
  const safe = new AuthenticatedSafe({
    safeContents: [
      new ContentInfo({
        contentType: ContentInfo.ENCRYPTED_DATA,
        content: new EncryptedData({ encryptedContentInfo: encryptedCertificates }).toSchema(),
      }),
      new ContentInfo({
        contentType: ContentInfo.DATA,
        content: new OctetString({ valueHex: bufferOf(der(keys)) }),
      }),
    ],
  })
  const file = new PFX({ parsedValue: { integrityMode: 0, authenticatedSafe: safe } })
  await file.makeInternalValues({
    password: passwordBytes(recipe.password),
    iterations: recipe.macIterations ?? 2048,
    pbkdf2HashAlgorithm: recipe.mac ?? 'SHA-1',
    hmacHashAlgorithm: recipe.mac ?? 'SHA-1',
  })
  if (recipe.mac === undefined) delete file.macData
  return der(file)
}

/** A file of one key that is not RSA, not encrypted at all. */
export async function makePlainPfx(privateKeyPem: string, password: string): Promise<Uint8Array> {
  const keyDer = createPrivateKey(privateKeyPem).export({ type: 'pkcs8', format: 'der' })
  const bag = new SafeBag({
    bagId: '1.2.840.113549.1.12.10.1.1',
    bagValue: PrivateKeyInfo.fromBER(bufferOf(keyDer)),
  })
  const content = new OctetString({ valueHex: bufferOf(der(new SafeContents({ safeBags: [bag] }))) })
  const safe = new AuthenticatedSafe({
    safeContents: [new ContentInfo({ contentType: ContentInfo.DATA, content })],
  })
  const file = new PFX({ parsedValue: { integrityMode: 0, authenticatedSafe: safe } })
  const hashes = { pbkdf2HashAlgorithm: 'SHA-256', hmacHashAlgorithm: 'SHA-256' }
  await file.makeInternalValues({ password: passwordBytes(password), iterations: 2048, ...hashes })
  return der(file)
}

async function encrypt(recipe: PfxRecipe, cipher: Cipher, plain: Uint8Array): Promise<EncryptedContentInfo> {
  const iterationCount = recipe.iterations ?? 2048
  if (cipher === 'aes256') {
    return getCrypto(true).encryptEncryptedContentInfo({
      password: passwordBytes(recipe.password),
      contentEncryptionAlgorithm: { name: 'AES-CBC', length: 256, iv: new Uint8Array(16) },
      hmacHashAlgorithm: 'SHA-256',
      iterationCount,
      contentToEncrypt: bufferOf(plain),
      contentType: ContentInfo.DATA,
    })
  }
  const { oid, keyBytes } = LEGACY[cipher]
  const salt = forge.random.getBytesSync(8)
  const derive = (purpose: number, length: number) =>
    forge.pkcs12.generateKey(recipe.password, forge.util.createBuffer(salt), purpose, iterationCount, length)
  const derived = { key: derive(1, keyBytes), iv: derive(2, 8) }
  const input = forge.util.createBuffer(Buffer.from(plain).toString('latin1'))
  return new EncryptedContentInfo({
    contentType: ContentInfo.DATA,
    contentEncryptionAlgorithm: new AlgorithmIdentifier({
      algorithmId: oid,
      algorithmParams: new Sequence({
        value: [
          new OctetString({ valueHex: bufferOf(Buffer.from(salt, 'latin1')) }),
          new Integer({ value: iterationCount }),
        ],
      }),
    }),
    encryptedContent: new OctetString({ valueHex: bufferOf(cipherText(cipher, keyBytes, derived, input)) }),
  })
}

function cipherText(
  cipher: Exclude<Cipher, 'aes256'>,
  keyBytes: number,
  derived: { key: forge.util.ByteBuffer; iv: forge.util.ByteBuffer },
  input: forge.util.ByteBuffer,
): Buffer {
  if (cipher === '3des') {
    const encryption = forge.cipher.createCipher('3DES-CBC', derived.key)
    encryption.start({ iv: derived.iv.getBytes() })
    encryption.update(input)
    encryption.finish()
    return Buffer.from(encryption.output.getBytes(), 'latin1')
  }
  const encryption = forge.rc2.createEncryptionCipher(derived.key, keyBytes * 8)
  encryption.start(derived.iv.getBytes())
  encryption.update(input)
  encryption.finish()
  return Buffer.from(encryption.output.getBytes(), 'latin1')
}

function certificateBag(pem: string): SafeBag {
  const raw = new X509Certificate(pem).raw
  return new SafeBag({
    bagId: '1.2.840.113549.1.12.10.1.3',
    bagValue: new CertBag({
      certId: '1.2.840.113549.1.9.22.1',
      certValue: new OctetString({ valueHex: bufferOf(raw) }),
    }),
  })
}

function der(part: { toSchema(): Sequence }): Uint8Array {
  return new Uint8Array(part.toSchema().toBER())
}

function passwordBytes(password: string): ArrayBuffer {
  return bufferOf(new TextEncoder().encode(password))
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  const copy = new Uint8Array(bytes.byteLength)
  copy.set(bytes)
  return copy.buffer
}
