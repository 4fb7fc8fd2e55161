import { type FiscalDay, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { Registration } from '#domain/fiscal/registration.ts'
import { type Cents, ZERO_CENTS } from '#domain/money/cents.ts'
import { certSerialHeader } from '../../gateways/tra/cert-serial.ts'
import type { DeviceIdentity, TraEndpoint, TraGateway } from '../../gateways/tra/gateway.ts'
import { readPfx } from '../../gateways/tra/read-pfx.ts'
import {
  type FiscalIdentity,
  findCompanyIdentity,
  insertIdentity,
  lockCompanyIdentity,
  updateCounter,
  updateIdentityState,
  updateRegistration,
} from '../../storage/fiscal/identities.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import type { Services } from '../context.ts'

export type IdentityRequest = {
  readonly companyId: string
  readonly tin: string
  /** Serial of the device as the authority gave it. */
  readonly certKey: string
  readonly pfx: Uint8Array
  readonly pfxPassword: string
  /** Day of the first registration, from which days are reported; today unless it happened earlier. */
  readonly registeredDay?: FiscalDay
  /** Everything sold on the device this one replaces: the cumulative gross goes on from it. */
  readonly openingGross?: Cents
}

export type IdentityRegistered =
  | { readonly kind: 'registered'; readonly identity: FiscalIdentity }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }

/** What is kept of a registration: the password sealed, the rest as answered. */
export function toStoredRegistration(
  services: Pick<Services, 'encryption'>,
  response: Registration,
): Pick<FiscalIdentity, 'registration' | 'encryptedPassword'> {
  const { password, ...registration } = response
  return { registration, encryptedPassword: services.encryption.encrypt(password) }
}

/**
 * Writes the answer of a repeated registration. The counter never goes back: the authority may replay the value of
 * the first time (field practice: next GC = the larger of its own and ours).
 */
export async function renewIdentity(
  services: Services,
  tx: Db,
  identity: FiscalIdentity,
  response: Registration,
): Promise<void> {
  await updateRegistration(tx, identity.id, toStoredRegistration(services, response))
  const nextGc = Math.max(response.gc, identity.counter.nextGc)
  if (Math.abs(response.gc - identity.counter.nextGc) > 1 && identity.counter.lastIssuedAt !== null) {
    services.log({
      event: 'fiscal-counter-differs',
      identityId: identity.id,
      ours: nextGc,
      theirs: response.gc,
    })
  }
  await updateCounter(tx, identity.id, { ...identity.counter, nextGc })
  await updateIdentityState(tx, identity.id, 'active', '')
}

async function insertNewIdentity(
  services: Services,
  endpoint: TraEndpoint,
  request: IdentityRequest,
  device: DeviceIdentity,
  response: Registration,
): Promise<FiscalIdentity> {
  const identity: FiscalIdentity = {
    id: services.newId(),
    companyId: request.companyId,
    baseUrl: endpoint.baseUrl,
    verifyUrl: endpoint.verifyUrl,
    environment: endpoint.environment,
    tin: device.tin,
    certKey: device.certKey,
    certSerialHeader: device.certSerialHeader,
    encryptedPrivateKey: services.encryption.encrypt(device.privateKeyPem),
    ...toStoredRegistration(services, response),
    registeredDay: request.registeredDay ?? fiscalDayOf(toInstant(services.clock.now())),
    state: 'active',
    stateReason: '',
    counter: { nextGc: response.gc, day: null, dc: 0, lastIssuedAt: null },
    openingGross: request.openingGross ?? ZERO_CENTS,
    lastContactAt: toInstant(services.clock.now()),
  }
  await insertIdentity(services.db, identity)
  return identity
}

/**
 * Registers a company's device with the authority: opens the certificate file, registers, and stores what was
 * answered together with where, key and password sealed. A second time, the registration is renewed.
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
  const scope = { companyId: request.companyId }
  const known = await findCompanyIdentity(services.db, scope)
  if (known === undefined) {
    return {
      kind: 'registered',
      identity: await insertNewIdentity(services, endpoint, request, device, outcome.value),
    }
  }
  const renewed = await inTransaction(services.db, async (tx) => {
    const locked = await lockCompanyIdentity(tx, scope)
    if (locked === undefined) throw new Error('a fiscal identity disappeared')
    await renewIdentity(services, tx, locked, outcome.value)
    return await findCompanyIdentity(tx, scope)
  })
  if (renewed === undefined) throw new Error('a fiscal identity disappeared')
  return { kind: 'registered', identity: renewed }
}
