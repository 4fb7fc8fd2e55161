import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { type FiscalDay, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { Registration } from '#domain/fiscal/registration.ts'
import { type Cents, ZERO_CENTS } from '#domain/money/cents.ts'
import type { DeviceIdentity, TraEndpoint } from '../../gateways/tra/gateway.ts'
import {
  type FiscalIdentity,
  findIdentityAt,
  insertIdentity,
  lockCompanyIdentity,
  updateCounter,
  updateCurrentIdentity,
  updateIdentityState,
  updateRegistration,
} from '../../storage/fiscal/identities.ts'
import type { Database, Db } from '../../storage/schema.ts'
import type { Services } from '../context.ts'
import { closableFrom } from './close-days.ts'
import { taxCodeHistoryOf } from './company-rates.ts'

/** What a registration is made with, beside the device. */
export type RegistrationFacts = {
  readonly companyId: string
  /** Day of the first registration, from which days are reported; today unless it happened earlier. */
  readonly registeredDay?: FiscalDay
  /** Everything sold on the device this one replaces: the cumulative gross continues from it. */
  readonly openingGross?: Cents
}

/** What is kept of a registration: the password sealed, the rest as answered. */
function toStoredRegistration(
  services: Pick<Services, 'encryption'>,
  response: Registration,
): Pick<FiscalIdentity, 'registration' | 'encryptedPassword'> {
  const { password, ...registration } = response
  return { registration, encryptedPassword: services.encryption.encrypt(password) }
}

/**
 * Writes the answer of a repeated registration, and the key it was made with when that is a new one: what is signed
 * from now on is signed with it, what was signed before is sent as it is. The counter never goes back: the authority may
 * replay the value of the first time (field practice: next GC = the larger of its own and ours).
 */
export async function renewIdentity(
  services: Pick<Services, 'clock' | 'encryption' | 'log'>,
  tx: Db,
  identity: FiscalIdentity,
  response: Registration,
  device?: Pick<DeviceIdentity, 'certSerialHeader' | 'privateKeyPem'>,
): Promise<void> {
  await updateRegistration(tx, identity, {
    ...toStoredRegistration(services, response),
    taxCodeHistory: withTaxCodes(taxCodeHistoryOf(identity), fiscalDayNow(services), response),
    ...(device && {
      certSerialHeader: device.certSerialHeader,
      encryptedPrivateKey: services.encryption.encrypt(device.privateKeyPem),
    }),
  })
  const nextGc = Math.max(response.gc, identity.counter.nextGc)
  if (Math.abs(response.gc - identity.counter.nextGc) > 1 && identity.counter.lastIssuedAt !== null) {
    services.log({
      event: 'fiscal-counter-differs',
      identityId: identity.id,
      ours: nextGc,
      theirs: response.gc,
    })
  }
  await updateCounter(tx, identity, { ...identity.counter, nextGc })
  await updateIdentityState(tx, identity, 'active', '')
}

function fiscalDayNow({ clock }: Pick<Services, 'clock'>): FiscalDay {
  return fiscalDayOf(toInstant(clock.now()))
}

/** A history with the codes that are in force from a day on. What was sold before keeps the rates of its day. */
function withTaxCodes(
  history: FiscalIdentity['taxCodeHistory'],
  from: FiscalDay,
  { taxCodes }: Pick<Registration, 'taxCodes'>,
): FiscalIdentity['taxCodeHistory'] {
  if (isDeepStrictEqual(history.at(-1)?.taxCodes, taxCodes)) return history
  return [...history.filter((earlier) => earlier.from !== from), { from, taxCodes }]
}

function newIdentity(
  services: Services,
  endpoint: TraEndpoint,
  facts: RegistrationFacts,
  device: DeviceIdentity,
  response: Registration,
  replaced: FiscalIdentity | undefined,
): FiscalIdentity {
  const registeredDay = facts.registeredDay ?? fiscalDayNow(services)
  const earlier = replaced === undefined ? [] : taxCodeHistoryOf(replaced)
  return {
    id: services.newId(),
    companyId: facts.companyId,
    baseUrl: endpoint.baseUrl,
    verifyUrl: endpoint.verifyUrl,
    environment: endpoint.environment,
    tin: device.tin,
    certKey: device.certKey,
    certSerialHeader: device.certSerialHeader,
    encryptedPrivateKey: services.encryption.encrypt(device.privateKeyPem),
    ...toStoredRegistration(services, response),
    registeredDay,
    taxCodeHistory: withTaxCodes(earlier, registeredDay, response),
    state: 'active',
    stateReason: '',
    counter: { nextGc: response.gc, day: null, dc: 0, lastIssuedAt: null },
    openingGross: facts.openingGross ?? ZERO_CENTS,
    lastContactAt: toInstant(services.clock.now()),
  }
}

/**
 * Stores what the authority answered to a registration. The identity the company has there is renewed and keeps its
 * counters; at another authority, or in another environment, there is a new one and the earlier one is retired with its
 * documents: a test registration never becomes a live one (design D20). Returns the identity that numbers from now on.
 */
export async function saveRegistration(
  services: Services,
  tx: Transaction<Database>,
  endpoint: TraEndpoint,
  facts: RegistrationFacts,
  device: DeviceIdentity,
  response: Registration,
): Promise<FiscalIdentity> {
  const scope = { companyId: facts.companyId }
  const current = await lockCompanyIdentity(tx, scope)
  const there = await findIdentityAt(tx, scope, { ...endpoint, certKey: device.certKey })
  const identity = there ?? newIdentity(services, endpoint, facts, device, response, current)
  const at = toInstant(services.clock.now())
  if (current?.id !== identity.id) {
    await updateCurrentIdentity(tx, scope, identity.id, at)
  }
  if (there === undefined) await insertIdentity(tx, identity, closableFrom(identity.registeredDay))
  else await renewIdentity(services, tx, there, response, device)
  const saved = await lockCompanyIdentity(tx, scope)
  if (saved === undefined) throw new Error('a fiscal identity disappeared')
  return saved
}
