import forge from 'node-forge'
import { DIGITS, MIXED_ALPHANUMERIC, secretText, UPPER_ALPHANUMERIC } from './hashing.ts'
import type { DeviceRecord } from './ledger-entries.ts'
import { DEFAULT_VALID_DAYS, makeCertificate, makeKeyPair } from './make-certificate.ts'
import type { SimulatorIdentity } from './simulator-identity.ts'

/** What a taxpayer states to get a device; the simulator invents what is missing. */
export type DeviceRequest = {
  tin: string
  certkey: string
  name: string
  street: string
  mobile: string
  city: string
  region: string
  country: string
  address: string
  vrn: string
  taxOffice: string
  regId: string | undefined
  receiptCode: string | undefined
  gc: number
  taxCodes: { A: number; B: number; C: number; D: number }
  pfx: 'modern' | 'legacy'
}

/**
 * Makes identity, key, certificate and PFX file of one device as the authority would hand them out.
 */
export async function issueDevice(
  request: DeviceRequest,
  identity: SimulatorIdentity,
  nowMs: number,
): Promise<DeviceRecord> {
  const made = (label: string, alphabet: string, length: number) =>
    secretText(identity.secret, `${label} ${request.certkey}`, alphabet, length)
  const certificate = await issueCertificate(request, identity, nowMs, 1, DEFAULT_VALID_DAYS)
  return {
    certkey: request.certkey,
    tin: request.tin,
    name: request.name,
    street: request.street,
    mobile: request.mobile,
    city: request.city,
    region: request.region,
    country: request.country,
    address: request.address,
    vrn: request.vrn,
    taxOffice: request.taxOffice,
    regId: request.regId ?? `TZ0100999${made('regid', DIGITS, 7)}`,
    uin: `09VFDWEBAPI-${made('uin', DIGITS, 9)}${request.tin}${request.certkey}`,
    receiptCodes: [request.receiptCode ?? made('receiptcode', UPPER_ALPHANUMERIC, 6)],
    gc: request.gc,
    taxCodes: request.taxCodes,
    ...credentialsFor(identity, request.certkey, 1),
    ...certificate,
    pfxKind: request.pfx,
    approved: true,
    blocked: null,
    reRegister: null,
    registrations: 0,
    firstRegisteredAtMs: null,
    createdAtMs: nowMs,
  }
}

/** Key, certificate and PFX file of a device: the first one, or the n-th after renewals. */
export async function issueCertificate(
  request: Pick<DeviceRequest, 'certkey' | 'name' | 'pfx'>,
  identity: SimulatorIdentity,
  nowMs: number,
  generation: number,
  validDays: number,
): Promise<Pick<DeviceRecord, 'certSerialHex' | 'certificatePem' | 'pfxBase64' | 'pfxPassword'>> {
  const about = generation === 1 ? request.certkey : `${request.certkey} ${generation}`
  const made = (label: string, alphabet: string, length: number) =>
    secretText(identity.secret, `${label} ${about}`, alphabet, length)
  const keys = await makeKeyPair()
  // The first byte stays below 0x80 so that the serial is positive without a leading 00.
  const certSerialHex = made('serial', '1234567', 1) + made('serial rest', '0123456789abcdef', 15)
  const certificatePem = makeCertificate({
    commonName: request.certkey,
    organization: request.name,
    serialHex: certSerialHex,
    keys,
    issuer: identity.issuing,
    authority: false,
    nowMs,
    validDays,
  })
  const pfxPassword = made('pfx', MIXED_ALPHANUMERIC, 12)
  const chain = [certificatePem, identity.issuing.certificatePem, identity.root.certificatePem]
  const pfxBase64 = makePfx(keys.privateKeyPem, chain, pfxPassword, request.pfx)
  return { certSerialHex, certificatePem, pfxBase64, pfxPassword }
}

/** User name and password of the n-th registration; the password holds what naive form encoding breaks. */
export function credentialsFor(identity: SimulatorIdentity, certkey: string, generation: number) {
  const made = (label: string, length: number) =>
    secretText(identity.secret, `${label} ${certkey} ${generation}`, MIXED_ALPHANUMERIC, length)
  return { username: `sim${made('username', 12)}`, password: `${made('password', 14)}@;=#+&% ${generation}` }
}

function makePfx(
  privateKeyPem: string,
  chain: string[],
  password: string,
  kind: DeviceRequest['pfx'],
): string {
  const file = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(privateKeyPem),
    chain.map((pem) => forge.pki.certificateFromPem(pem)),
    password,
    { algorithm: kind === 'legacy' ? '3des' : 'aes256', count: 2048, generateLocalKeyId: true },
  )
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'binary').toString('base64')
}
