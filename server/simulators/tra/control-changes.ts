import type * as v from 'valibot'
import type { ClockBody, DeviceBody, ProfileBody, ReRegisterBody } from './control-requests.ts'
import { issueDevice } from './issue-device.ts'
import type { DeviceRecord } from './ledger-entries.ts'
import type { Settings } from './settings.ts'
import { nowOf, record, type World } from './world.ts'

/** What the control API and the control page change; each resolves when the change is durable. */

const issuing = new WeakMap<World, Map<string, Promise<DeviceRecord>>>()

/**
 * The device of that CERTKEY, made now or, when it exists, as it was made then. Two requests at once share one.
 * Gives the reason in words when the CERTKEY belongs to another TIN or the receipt code to another device.
 */
export async function createDevice(
  world: World,
  request: v.InferOutput<typeof DeviceBody>,
): Promise<{ device: DeviceRecord } | { conflict: string }> {
  const running = issuing.get(world) ?? new Map<string, Promise<DeviceRecord>>()
  issuing.set(world, running)
  const known = world.ledger.devices.get(request.certkey) ?? (await running.get(request.certkey))
  if (known !== undefined) {
    return known.tin === request.tin ? { device: known } : { conflict: 'CERTKEY is bound to another TIN' }
  }
  if (request.receiptCode !== undefined && isReceiptCodeTaken(world, request.receiptCode, request.certkey)) {
    return { conflict: 'Receipt code belongs to another device' }
  }
  const made = makeDevice(world, request)
  running.set(request.certkey, made)
  try {
    return { device: await made }
  } finally {
    running.delete(request.certkey)
  }
}

async function makeDevice(world: World, request: v.InferOutput<typeof DeviceBody>): Promise<DeviceRecord> {
  const device = await issueDevice(
    { ...request, regId: request.regId, receiptCode: request.receiptCode },
    world.identity,
    nowOf(world),
  )
  await record(world, [{ kind: 'device-issued', device }])
  return device
}

export function isReceiptCodeTaken(world: World, code: string, certkey: string): boolean {
  return [...world.ledger.devices.values()].some(
    (device) => device.certkey !== certkey && device.receiptCodes.includes(code),
  )
}

export function changeDevice(world: World, certkey: string, change: Partial<DeviceRecord>): Promise<void> {
  return record(world, [{ kind: 'device-changed', certkey, change }])
}

/** From now on the token header says 18 and posts get 401, until the device registers again. */
export function demandRegistration(
  world: World,
  device: DeviceRecord,
  { message, receiptCode, gc, vrn }: v.InferOutput<typeof ReRegisterBody>,
): Promise<void> {
  return changeDevice(world, device.certkey, {
    reRegister: message,
    ...(receiptCode === undefined ? {} : { receiptCodes: [...device.receiptCodes, receiptCode] }),
    ...(gc === undefined ? {} : { gc }),
    ...(vrn === undefined ? {} : { vrn }),
  })
}

export function changeProfile(world: World, body: v.InferOutput<typeof ProfileBody>): Promise<void> {
  const { settings } = world.ledger
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  const chaosGiven = Object.fromEntries(
    Object.entries(body.chaos ?? {}).filter(([, value]) => value !== undefined),
  )
  const changed: Settings = { ...settings, ...given, chaos: { ...settings.chaos, ...chaosGiven } }
  world.faults.seed(changed.chaos)
  return record(world, [{ kind: 'settings-changed', settings: changed }])
}

export function changeClock(world: World, body: v.InferOutput<typeof ClockBody>): Promise<void> {
  const { settings } = world.ledger
  const clock = {
    offsetMs: body.offsetMs ?? settings.clock.offsetMs,
    frozenAtMs:
      body.frozenAt === undefined
        ? settings.clock.frozenAtMs
        : body.frozenAt === null
          ? null
          : Date.parse(body.frozenAt),
  }
  return record(world, [{ kind: 'settings-changed', settings: { ...settings, clock } }])
}

export function resetWorld(world: World, keepDevices: boolean): Promise<void> {
  world.faults.clear()
  const durable = record(world, [{ kind: 'reset', keepDevices }])
  world.faults.seed(world.ledger.settings.chaos)
  return durable
}
