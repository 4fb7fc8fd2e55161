import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import forge from 'node-forge'
import { describe, expect, it } from 'vitest'
import { readPfx } from '#server/gateways/tra/read-pfx.ts'
import { isSignatureValid, signElement } from '#server/gateways/tra/sign.ts'
import { makePfx, makePlainPfx, type PfxRecipe } from './make-pfx.ts'
import { makeCertificate, makeSigningKey } from './signing-key.ts'

const SERIAL = '1a2b3c4d5e6f7081'
const issuer = makeSigningKey()
const device = makeSigningKey()
const issuerCertificate = makeCertificate('Mfano Issuing CA', '0a', issuer)
const deviceCertificate = makeCertificate('10TZ199999', SERIAL, device, issuer)
const CHAIN_FIRST = [issuerCertificate, deviceCertificate]

const modern: PfxRecipe = {
  privateKeyPem: device.privateKeyPem,
  certificates: [deviceCertificate],
  password: 'Siri#2026',
  keyCipher: 'aes256',
  certificateCipher: 'aes256',
  mac: 'SHA-256',
}
const legacy: PfxRecipe = { ...modern, keyCipher: '3des', certificateCipher: 'rc2-40', mac: 'SHA-1' }

/** What a file of the device must give, under any encryption. */
async function expectDevice(file: Uint8Array, password: string, chainPems: readonly string[] = []) {
  const read = await readPfx(file, password)
  if (read.kind !== 'read') throw new Error(read.code)
  expect(read.certSerialHex).toBe(SERIAL)
  expect(new X509Certificate(read.certificatePem).subject).toBe('CN=10TZ199999')
  expect(read.notAfter).toBe('2036-01-01T00:00:00.000Z')
  expect(read.chainPems.map((pem) => new X509Certificate(pem).fingerprint256)).toEqual(
    chainPems.map((pem) => new X509Certificate(pem).fingerprint256),
  )
  expect(
    isSignatureValid('<RCT></RCT>', signElement('<RCT></RCT>', read.privateKeyPem), read.certificatePem),
  ).toBe(true)
}

describe('PFX file', () => {
  it('opens a modern file, which the TLS library of the system opens too', async () => {
    const file = await makePfx(modern)
    expect(() => createSecureContext({ pfx: Buffer.from(file), passphrase: modern.password })).not.toThrow()
    await expectDevice(file, modern.password)
  })

  it.each(['rc2-40', 'rc2-128', '3des'] as const)(
    'opens a legacy file whose certificates are in %s',
    async (cipher) => {
      await expectDevice(await makePfx({ ...legacy, certificateCipher: cipher }), legacy.password)
    },
  )

  it('opens a legacy file written by another library', async () => {
    const written = forge.pkcs12.toPkcs12Asn1(
      forge.pki.privateKeyFromPem(device.privateKeyPem),
      [forge.pki.certificateFromPem(deviceCertificate)],
      'Siri#2026',
      { algorithm: '3des', count: 2048 },
    )
    await expectDevice(Buffer.from(forge.asn1.toDer(written).getBytes(), 'latin1'), 'Siri#2026')
  })

  it('opens a file that mixes a legacy cipher with a modern one', async () => {
    await expectDevice(await makePfx({ ...modern, certificateCipher: '3des' }), modern.password)
  })

  it('chooses the certificate of the key, not the first of the chain (field practice)', async () => {
    for (const recipe of [modern, legacy]) {
      await expectDevice(await makePfx({ ...recipe, certificates: CHAIN_FIRST }), recipe.password, [
        issuerCertificate,
      ])
    }
  })

  it.each(['Nywila-ñandú-č', 'siri 茶 ✓', ''])(
    'takes the password %j, modern and legacy',
    async (password) => {
      await expectDevice(await makePfx({ ...modern, password }), password)
      await expectDevice(await makePfx({ ...legacy, password }), password)
    },
  )

  it('opens a file whose integrity check took 100,000 rounds of SHA-512', async () => {
    await expectDevice(await makePfx({ ...modern, mac: 'SHA-512', macIterations: 100_000 }), modern.password)
  })

  it('says that the password is wrong, modern, legacy and without integrity check', async () => {
    const { mac: _, ...unchecked } = modern
    for (const recipe of [modern, legacy, unchecked]) {
      const file = await makePfx(recipe)
      expect(await readPfx(file, 'another')).toEqual({ kind: 'refused', code: 'PFX_PASSWORD_WRONG' })
    }
    await expectDevice(await makePfx(unchecked), modern.password)
  })

  it('refuses a file without the certificate of its key', async () => {
    const file = await makePfx({ ...modern, certificates: [issuerCertificate] })
    expect(await readPfx(file, modern.password)).toEqual({
      kind: 'refused',
      code: 'PFX_NO_MATCHING_CERTIFICATE',
    })
  })

  it('refuses a key that is not RSA', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(await readPfx(await makePlainPfx(pem, 'siri'), 'siri')).toEqual({
      kind: 'refused',
      code: 'PFX_KEY_NOT_RSA',
    })
  })

  it('refuses what is no such file: nothing, text, half a file, far too much', async () => {
    const whole = await makePfx(modern)
    const unreadable = { kind: 'refused', code: 'PFX_UNREADABLE' }
    expect(await readPfx(new Uint8Array(), 'siri')).toEqual(unreadable)
    expect(await readPfx(Buffer.from('%PDF-1.7'), 'siri')).toEqual(unreadable)
    expect(await readPfx(whole.slice(0, whole.length / 2), modern.password)).toEqual(unreadable)
    expect(await readPfx(new Uint8Array(300 * 1024), 'siri')).toEqual(unreadable)
  })

  it('refuses a file that demands an unreasonable amount of work', async () => {
    const file = await makePfx({ ...modern, macIterations: 700_000 })
    expect(await readPfx(file, modern.password)).toEqual({ kind: 'refused', code: 'PFX_UNREADABLE' })
  })
})
