import { toInstant } from '#domain/calendar/east-africa.ts'
import { certSerialHeader } from '../../gateways/tra/cert-serial.ts'
import type { DeviceIdentity, TraEndpoint, TraGateway } from '../../gateways/tra/gateway.ts'
import { readPfx } from '../../gateways/tra/read-pfx.ts'
import { insertCertificate } from '../../storage/fiscal/certificates.ts'
import type { FiscalIdentity } from '../../storage/fiscal/identities.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Services } from '../context.ts'
import { type RegistrationFacts, saveRegistration } from './save-registration.ts'

export type IdentityRequest = RegistrationFacts & {
  readonly tin: string
  /** Serial of the device as the authority gave it. */
  readonly certKey: string
  readonly pfx: Uint8Array
  readonly pfxPassword: string
}

export type IdentityRegistered =
  | { readonly kind: 'registered'; readonly identity: FiscalIdentity }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }

/**
 * Registers a company's device with the authority in one go, as no person waits for it: opens the certificate file,
 * registers, and stores what was answered together with where, key and password sealed. A second time, the registration
 * is renewed.
 */
export async function registerIdentity(
  services: Services,
  tra: TraGateway,
  endpoint: TraEndpoint,
  request: IdentityRequest,
): Promise<IdentityRegistered> {
  const file = await readPfx(request.pfx, request.pfxPassword)
  if (file.kind === 'refused') return { kind: 'refused', code: file.code, message: '' }
  const device: DeviceIdentity = {
    tin: request.tin,
    certKey: request.certKey,
    certSerialHeader: certSerialHeader(file.certSerialHex),
    privateKeyPem: file.privateKeyPem,
  }
  const outcome = await tra.register(endpoint, device)
  if (outcome.kind === 'unauthorized') return { kind: 'refused', code: 'HTTP_401', message: '' }
  if (outcome.kind === 'unknown') return { kind: 'refused', code: 'UNKNOWN', message: outcome.message }
  if (outcome.kind !== 'accepted') {
    return { kind: 'refused', code: outcome.code, message: outcome.message }
  }
  const identity = await inTransaction(services.db, async (tx) => {
    const saved = await saveRegistration(services, tx, endpoint, request, device, outcome.value)
    await insertCertificate(tx, {
      id: services.newId(),
      companyId: request.companyId,
      deviceSerial: request.certKey,
      serialHex: file.certSerialHex,
      encryptedPrivateKey: '',
      notAfter: toInstant(Date.parse(file.notAfter)),
      state: 'in_use',
      uploadedAt: toInstant(services.clock.now()),
      uploadedBy: null,
    })
    return saved
  })
  return { kind: 'registered', identity }
}
