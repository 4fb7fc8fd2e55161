import type { Certificate } from '#contract/fiscal-devices.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { type CertificateRefusal, checkCertificateForm, daysLeft } from '#domain/fiscal/certificate.ts'
import { normalizeDeviceSerial } from '#domain/identity/device-serial.ts'
import type { TraEndpoint } from '../../gateways/tra/gateway.ts'
import { type PfxRefusal, readPfx } from '../../gateways/tra/read-pfx.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import {
  findCertificate,
  insertCertificate,
  lockCertificates,
  type StoredCertificate,
} from '../../storage/fiscal/certificates.ts'
import { findCompanyIdentity } from '../../storage/fiscal/identities.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { actedBy, type ServiceContext } from '../context.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { isAtEndpoint } from './delivery-deps.ts'

const REFUSAL_OF_FILE: Readonly<Record<PfxRefusal, CertificateRefusal>> = {
  PFX_PASSWORD_WRONG: 'CERTIFICATE_PASSWORD_WRONG',
  PFX_UNREADABLE: 'CERTIFICATE_UNREADABLE',
  PFX_NO_MATCHING_CERTIFICATE: 'CERTIFICATE_KEY_MISMATCH',
  PFX_KEY_NOT_RSA: 'CERTIFICATE_KEY_NOT_RSA',
}

type CertificateFile = {
  readonly file: Uint8Array
  readonly password: string
  readonly deviceSerial: string
}

/** A stored certificate as the screen shows it. */
export function toCertificateView(stored: StoredCertificate, nowMs: number): Certificate {
  const { id, deviceSerial, serialHex, notAfter, uploadedAt } = stored
  const left = daysLeft(notAfter, toInstant(nowMs))
  return { id, deviceSerial, serial: serialHex, notAfter, daysLeft: left, uploadedAt }
}

function refuseField(path: string, code: CertificateRefusal): never {
  throw new Refusal(code, { fields: [{ path, code }] })
}

/**
 * Opens the file with its password; refuses what cannot sign for the company: unreadable, another key than the
 * certificate's, not RSA, ended. Neither file nor password is kept or logged.
 */
async function openCertificate(context: ServiceContext, { file, password }: CertificateFile) {
  const read = await readPfx(file, password)
  if (read.kind === 'refused') {
    const code = REFUSAL_OF_FILE[read.code]
    refuseField(code === 'CERTIFICATE_PASSWORD_WRONG' ? 'password' : 'file', code)
  }
  if (Date.parse(read.notAfter) <= context.clock.now()) refuseField('file', 'CERTIFICATE_EXPIRED')
  return read
}

/**
 * Checks a certificate file of a company at once and keeps its sealed key, to be used from the next registration on.
 * One that waited before gives way to it. A device that is registered at `endpoint` keeps its serial.
 */
export async function uploadCertificate(
  context: ServiceContext,
  endpoint: TraEndpoint | undefined,
  scope: CompanyScope,
  upload: CertificateFile,
): Promise<Certificate> {
  const { password, deviceSerial } = upload
  refuseFields(checkCertificateForm({ size: upload.file.byteLength, password, deviceSerial }))
  const opened = await openCertificate(context, upload)
  const nowMs = context.clock.now()
  const stored: StoredCertificate = {
    id: context.newId(),
    companyId: scope.companyId,
    deviceSerial: normalizeDeviceSerial(deviceSerial),
    serialHex: opened.certSerialHex,
    encryptedPrivateKey: context.encryption.encrypt(opened.privateKeyPem),
    notAfter: toInstant(Date.parse(opened.notAfter)),
    state: 'waiting',
    uploadedAt: toInstant(nowMs),
    uploadedBy: context.actor.userId,
  }
  await inTransaction(context.db, async (tx) => {
    await lockCertificates(tx, scope)
    const inUse = await findCertificate(tx, scope, 'in_use')
    if (inUse?.serialHex === stored.serialHex) refuseField('file', 'CERTIFICATE_IN_USE')
    const identity = await findCompanyIdentity(tx, scope)
    const stays = identity && endpoint && isAtEndpoint(identity, endpoint)
    if (stays && identity.certKey !== stored.deviceSerial)
      refuseField('deviceSerial', 'CERTIFICATE_OTHER_DEVICE')
    await insertCertificate(tx, stored)
    await insertAuditEntry(tx, {
      companyId: scope.companyId,
      ...actedBy(context),
      at: stored.uploadedAt,
      action: 'certificate.upload',
      subject: `certificate:${stored.id}`,
      detail: {
        serial: stored.serialHex,
        deviceSerial: stored.deviceSerial,
        notAfter: stored.notAfter,
      },
    })
  })
  return toCertificateView(stored, nowMs)
}
