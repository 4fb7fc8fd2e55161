import { type Refusal, refuse } from './acknowledgement-codes.ts'
import { httpRefusal, type Outcome } from './handler.ts'
import { plainSerial } from './ledger.ts'
import type { DeviceRecord } from './ledger-entries.ts'
import { nowOf, type SimulatorContext } from './simulator-context.ts'
import { headerOf, type SimRequest } from './simulator-http.ts'

/** Words the real service answers to an unknown certificate serial, together with HTTP 400 (field practice). */
export const CERTIFICATE_UNKNOWN = 'Missing Cert-Serial Header or provided certificate not found'

/** A device and the certificate it shows, which may be an earlier one of its own. */
export type Certified = { device: DeviceRecord; certificatePem: string }

/**
 * The device whose certificate serial the Cert-Serial header names, or null. The value is base64 of the serial in
 * hex; blanks, letter case and leading zeros do not matter, anything that is not base64 of such a text fails.
 */
export function findCertified(context: SimulatorContext, request: SimRequest): Certified | null {
  const header = headerOf(request, 'cert-serial')
  if (header === undefined || !/^[A-Za-z0-9+/]+={0,2}$/.test(header)) return null
  const text = Buffer.from(header, 'base64').toString('latin1')
  if (!/^[0-9a-f ]+$/i.test(text)) return null
  const certificate = context.ledger.bySerial.get(plainSerial(text))
  const device = certificate && context.ledger.devices.get(certificate.certkey)
  return device ? { device, certificatePem: certificate.certificatePem } : null
}

/** The device of a valid bearer token, or null when it is missing, unknown, expired or the device must register again. */
export function findDeviceByToken(context: SimulatorContext, request: SimRequest): DeviceRecord | null {
  const bearer = /^bearer +(\S+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1]
  const token = bearer === undefined ? undefined : context.ledger.tokens.get(bearer)
  if (token === undefined || token.expiresAtMs <= nowOf(context)) return null
  const device = context.ledger.devices.get(token.certkey)
  return device === undefined || device.reRegister !== null ? null : device
}

/** Whether device, token, routing and certificate headers let a message through to be read. */
export function admitSender(
  context: SimulatorContext,
  request: SimRequest,
  routingKey: string,
): { owner: DeviceRecord; certified: Certified } | Outcome {
  const owner = findDeviceByToken(context, request)
  if (owner === null) return httpRefusal(401, 'Authorization has been denied for this request.')
  const wrongRoute = headerOf(request, 'routing-key')?.toLowerCase() !== routingKey
  if (wrongRoute && context.ledger.settings.profile !== 'field') {
    return httpRefusal(400, `Routing-Key ${routingKey} expected`, { certkey: owner.certkey })
  }
  const certified = findCertified(context, request)
  return certified === null
    ? httpRefusal(400, CERTIFICATE_UNKNOWN, { certkey: owner.certkey })
    : { owner, certified }
}

export type Claim = { tin: string; regId: string; serial: string }

/** Holds what a receipt or Z report says about its sender against token and certificate. */
export function findIdentityMismatch(
  context: SimulatorContext,
  claim: Claim,
  owner: DeviceRecord,
  certified: Certified,
): Refusal | null {
  const fault = findTinOrSerialMismatch(context, claim.tin, claim.serial)
  if (fault !== null) return fault
  const named = { TIN: [claim.tin, owner.tin], REGID: [claim.regId, owner.regId] }
  for (const [name, [found, expected]] of Object.entries(named)) {
    if (found !== expected) return refuse(911, name)
  }
  if (claim.serial !== owner.certkey) return refuse(911, 'EFDSERIAL')
  return certified.device === owner ? null : refuse(8)
}

/** TRA guide: 3 for a TIN that is not 9 digits or not known, 6 for a serial that is not bound to it. */
export function findTinOrSerialMismatch(
  context: SimulatorContext,
  tin: string,
  serial: string,
): Refusal | null {
  if (!/^\d{9}$/.test(tin)) return refuse(3, 'nine digits expected')
  const devices = [...context.ledger.devices.values()].filter((device) => device.tin === tin)
  if (devices.length === 0) return refuse(3)
  return devices.some((device) => device.certkey === serial) ? null : refuse(6)
}
