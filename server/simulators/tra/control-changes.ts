import type * as v from 'valibot'
import type { ClockBody, DeviceBody, ProfileBody, ReRegisterBody } from './control-requests.ts'
import { issueCertificate, issueDevice } from './issue-device.ts'
import type { DeviceRecord } from './ledger-entries.ts'
import type { Settings } from './settings.ts'
import { commitEntries, nowOf, type SimulatorContext } from './simulator-context.ts'

/** What the control API and the control page change; each resolves when the change is durable. */

const issuing = new WeakMap<SimulatorContext, Map<string, Promise<DeviceRecord>>>()

/**
 * The device of that CERTKEY, made now or, when it exists, as it was made then. Two requests at once share one.
 * Returns the reason in words when the CERTKEY belongs to another TIN or the receipt code to another device.
 */
export async function createDevice(
  context: SimulatorContext,
  request: v.InferOutput<typeof DeviceBody>,
): Promise<{ device: DeviceRecord } | { conflict: string }> {
  const running = issuing.get(context) ?? new Map<string, Promise<DeviceRecord>>()
  issuing.set(context, running)
  const known = context.ledger.devices.get(request.certkey) ?? (await running.get(request.certkey))
  if (known !== undefined) {
    return known.tin === request.tin ? { device: known } : { conflict: 'CERTKEY is bound to another TIN' }
  }
  if (
    request.receiptCode !== undefined &&
    isReceiptCodeTaken(context, request.receiptCode, request.certkey)
  ) {
    return { conflict: 'Receipt code belongs to another device' }
  }
  const made = makeDevice(context, request)
  running.set(request.certkey, made)
  try {
    return { device: await made }
  } finally {
    running.delete(request.certkey)
  }
}

async function makeDevice(
  context: SimulatorContext,
  request: v.InferOutput<typeof DeviceBody>,
): Promise<DeviceRecord> {
  const device = await issueDevice(
    { ...request, regId: request.regId, receiptCode: request.receiptCode },
    context.identity,
    nowOf(context),
  )
  await commitEntries(context, [{ kind: 'device-issued', device }])
  return device
}

export function isReceiptCodeTaken(context: SimulatorContext, code: string, certkey: string): boolean {
  return [...context.ledger.devices.values()].some(
    (device) => device.certkey !== certkey && device.receiptCodes.includes(code),
  )
}

export function changeDevice(
  context: SimulatorContext,
  certkey: string,
  change: Partial<DeviceRecord>,
): Promise<void> {
  return commitEntries(context, [{ kind: 'device-changed', certkey, change }])
}

/** From now on the token header says 18 and posts get 401, until the device registers again. */
export function demandRegistration(
  context: SimulatorContext,
  device: DeviceRecord,
  { message, receiptCode, gc, vrn }: v.InferOutput<typeof ReRegisterBody>,
): Promise<void> {
  return changeDevice(context, device.certkey, {
    reRegister: message,
    ...(receiptCode === undefined ? {} : { receiptCodes: [...device.receiptCodes, receiptCode] }),
    ...(gc === undefined ? {} : { gc }),
    ...(vrn === undefined ? {} : { vrn }),
  })
}

/** A new key and certificate, as the authority hands them out before the old one ends. Both are good afterwards. */
export async function renewCertificate(
  context: SimulatorContext,
  device: DeviceRecord,
  validDays: number,
): Promise<void> {
  const { certkey, name, pfxKind: pfx } = device
  const had = [...context.ledger.bySerial.values()].filter((one) => one.certkey === certkey).length
  const { identity } = context
  const certificate = await issueCertificate(
    { certkey, name, pfx },
    identity,
    nowOf(context),
    had + 1,
    validDays,
  )
  await commitEntries(context, [{ kind: 'certificate-renewed', certkey, certificate }])
}

export function changeProfile(
  context: SimulatorContext,
  body: v.InferOutput<typeof ProfileBody>,
): Promise<void> {
  const { settings } = context.ledger
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  const chaosGiven = Object.fromEntries(
    Object.entries(body.chaos ?? {}).filter(([, value]) => value !== undefined),
  )
  const changed: Settings = { ...settings, ...given, chaos: { ...settings.chaos, ...chaosGiven } }
  context.faults.seed(changed.chaos)
  return commitEntries(context, [{ kind: 'settings-changed', settings: changed }])
}

export function changeClock(context: SimulatorContext, body: v.InferOutput<typeof ClockBody>): Promise<void> {
  const { settings } = context.ledger
  const clock = {
    offsetMs: body.offsetMs ?? settings.clock.offsetMs,
    frozenAtMs:
      body.frozenAt === undefined
        ? settings.clock.frozenAtMs
        : body.frozenAt === null
          ? null
          : Date.parse(body.frozenAt),
  }
  return commitEntries(context, [{ kind: 'settings-changed', settings: { ...settings, clock } }])
}

export function resetWorld(context: SimulatorContext, keepDevices: boolean): Promise<void> {
  context.faults.clear()
  const durable = commitEntries(context, [{ kind: 'reset', keepDevices }])
  context.faults.seed(context.ledger.settings.chaos)
  return durable
}
