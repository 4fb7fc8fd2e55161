import { messageOf, type Refusal, refuse, refuseWithCode } from './acknowledgement-codes.ts'
import { type Handler, httpRefusal, type Outcome, outcome } from './handler.ts'
import { CERTIFICATE_UNKNOWN, findCertified, findTinOrSerialMismatch } from './identify-sender.ts'
import { credentialsFor } from './issue-device.ts'
import type { DeviceRecord, LedgerEntry } from './ledger-entries.ts'
import { findShapeFault, leaf, textOf } from './match-shape.ts'
import { readSignedMessage } from './read-signed-message.ts'
import { ANY, SOME } from './receipt-message.ts'
import type { Elements } from './signed-answer.ts'
import { nowOf, publicKeyOf, type SimulatorContext } from './simulator-context.ts'
import { headerOf } from './simulator-http.ts'

const REGISTRATION_PARTS = [leaf('TIN', ANY), leaf('CERTKEY', SOME)]

/** POST /api/vfdRegReq. May be repeated: the same data comes back until the authority demands a new registration. */
export const handleRegistration: Handler = (context, request, faults) => {
  const certified = findCertified(context, request)
  if (certified === null) return httpRefusal(400, CERTIFICATE_UNKNOWN)
  const { device } = certified
  const client = headerOf(request, 'client')
  if (client === undefined || client === '') return refuseRegistration(device, refuse(4, 'Client header'))
  if (client.toLowerCase() !== 'webapi') return refuseRegistration(device, refuse(7))
  const message = readSignedMessage(request.body, 'REGDATA', publicKeyOf(certified))
  if ('code' in message) return refuseRegistration(device, message)
  const shapeFault = findShapeFault(message.element, REGISTRATION_PARTS)
  if (shapeFault !== null) return refuseRegistration(device, refuse(901, shapeFault))
  const certkey = textOf(message.element, 'CERTKEY')
  const fault = findTinOrSerialMismatch(context, textOf(message.element, 'TIN'), certkey)
  if (fault !== null) return refuseRegistration(device, fault)
  if (device.certkey !== certkey) return refuseRegistration(device, refuse(8))
  if (!device.approved) return refuseRegistration(device, refuse(4))
  const injected = faults.take('decide')
  if (injected !== null) return refuseRegistration(device, refuseWithCode(injected))
  return confirmRegistration(context, device)
}

/** A first or demanded registration makes new credentials and ends the tokens of the old ones. */
function confirmRegistration(context: SimulatorContext, device: DeviceRecord): Outcome {
  const renewed = device.reRegister !== null
  const registrations = device.registrations + (renewed || device.registrations === 0 ? 1 : 0)
  const change: Partial<DeviceRecord> = {
    registrations,
    reRegister: null,
    firstRegisteredAtMs: device.firstRegisteredAtMs ?? nowOf(context),
    ...credentialsFor(context.identity, device.certkey, Math.max(1, registrations)),
  }
  const entries: LedgerEntry[] = [{ kind: 'device-changed', certkey: device.certkey, change }]
  if (renewed) entries.push({ kind: 'tokens-revoked', certkey: device.certkey })
  return outcome(
    { tag: 'EFDMSRESP', parts: registrationParts({ ...device, ...change }) },
    { entries, certkey: device.certkey, subject: device.certkey, ackCode: 0 },
  )
}

function refuseRegistration(device: DeviceRecord, refusal: Refusal): Outcome {
  const message = messageOf(refusal)
  return outcome(
    {
      tag: 'EFDMSRESP',
      parts: [
        ['ACKCODE', String(refusal.code)],
        ['ACKMSG', message],
      ],
    },
    { certkey: device.certkey, subject: device.certkey, ackCode: refusal.code, detail: message },
  )
}

function registrationParts(device: DeviceRecord): Elements {
  return [
    ['ACKCODE', '0'],
    ['ACKMSG', 'Registration Successful'],
    ['REGID', device.regId],
    ['SERIAL', device.certkey],
    ['UIN', device.uin],
    ['TIN', device.tin],
    ['VRN', device.vrn === '' ? 'NOT REGISTERED' : device.vrn],
    ['MOBILE', device.mobile],
    ['ADDRESS', device.address],
    ['STREET', device.street],
    ['CITY', device.city],
    ['COUNTRY', device.country],
    ['NAME', device.name],
    ['RECEIPTCODE', device.receiptCodes.at(-1) ?? ''],
    ['REGION', device.region],
    ['ROUTINGKEY', 'vfdrct'],
    ['GC', String(device.gc)],
    ['TAXOFFICE', device.taxOffice],
    ['USERNAME', device.username],
    ['PASSWORD', device.password],
    ['TOKENPATH', 'vfdtoken'],
    [
      'TAXCODES',
      [
        ['CODEA', String(device.taxCodes.A)],
        ['CODEB', String(device.taxCodes.B)],
        ['CODEC', String(device.taxCodes.C)],
        ['CODED', String(device.taxCodes.D)],
      ],
    ],
  ]
}
