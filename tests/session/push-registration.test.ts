import { beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '#api/call.ts'
import type { PushAddress } from '#contract/notifications.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { registerPush, renewPush, unregisterPush } from '#session/push-registration.ts'
import { Device } from '../sync/device.ts'

const FIRST: PushAddress = { kind: 'fcm', token: 'token-of-this-browser-1' }
const SECOND: PushAddress = { kind: 'fcm', token: 'token-of-this-browser-2' }

let device: Device
let calls: { name: string; input: unknown }[]
let waits: number[]
let registered: boolean
let reachable: boolean
let keys: { firebase: null; webPushKey: string | null }
beforeEach(async () => {
  device = await Device.make()
  calls = []
  waits = []
  registered = false
  reachable = true
  keys = { firebase: null, webPushKey: 'BKey' }
})

const call = (async (name: string, input: unknown) => {
  calls.push({ name, input })
  if (!reachable) return { kind: 'unreachable' }
  if (name === 'notifications.settings')
    return { kind: 'answered', value: { ...keys, registered, choices: {} } }
  if (name === 'notifications.read') return { kind: 'answered', value: { notifications: [], upTo: '12' } }
  return { kind: 'answered', value: {} }
}) as unknown as Caller

const deps = (...addresses: (PushAddress | Error)[]) => ({
  call,
  wait: async (ms: number) => {
    waits.push(ms)
  },
  subscribe: async () => {
    const next = addresses.shift()
    if (next instanceof Error || !next) throw next ?? new Error('no address')
    return next
  },
})
const sent = () => calls.filter(({ name }) => name === 'notifications.register').map(({ input }) => input)

describe('turning notifications on', () => {
  test('registers the browser under the account’s name and stores the choice', async () => {
    expect(await registerPush(device.account, deps(FIRST))).toBe('on')
    expect(sent()).toEqual([{ account: device.account.id, address: FIRST }])
    expect(await findMeta(device.account.db, 'push')).toEqual({ address: JSON.stringify(FIRST) })
  })

  test('sets the starting point: what happened before is not notified', async () => {
    await registerPush(device.account, deps(FIRST))
    expect(await findMeta(device.account.db, 'told')).toBe('12')
    await upsertMeta(device.account.db, 'told', '9')
    await registerPush(device.account, deps(FIRST))
    expect(await findMeta(device.account.db, 'told')).toBe('9')
  })

  test('is tried again after a second when the service worker fails (spec §7)', async () => {
    expect(await registerPush(device.account, deps(new Error('AbortError'), FIRST))).toBe('on')
    expect(waits).toEqual([1000])
    expect(await registerPush(device.account, deps(new Error('a'), new Error('b')))).toBe('impossible')
  })

  test.each([
    ['a server that cannot be reached', () => (reachable = false), 'unreachable'],
    ['a server that reaches nobody', () => (keys = { firebase: null, webPushKey: null }), 'impossible'],
  ])('%s leaves everything as it was', async (_, arrange, outcome) => {
    arrange()
    expect(await registerPush(device.account, deps(FIRST))).toBe(outcome)
    expect(await findMeta(device.account.db, 'push')).toBeUndefined()
  })
})

describe('at each start', () => {
  test('nothing is asked of who never turned them on', async () => {
    await renewPush(device.account, deps(FIRST))
    expect(calls).toEqual([])
  })

  test('an address that changed, or ended with a log-out, is registered again; else nothing is sent', async () => {
    const { db } = device.account
    await upsertMeta(db, 'push', { address: JSON.stringify(FIRST) })
    registered = true
    await renewPush(device.account, deps(FIRST))
    expect(sent()).toEqual([])
    await renewPush(device.account, deps(SECOND))
    expect(sent()).toHaveLength(1)
    registered = false
    await renewPush(device.account, deps(SECOND))
    expect(sent()).toHaveLength(2)
    expect(await findMeta(db, 'push')).toEqual({ address: JSON.stringify(SECOND) })
  })
})

test('turning them off works without a connection, at least here', async () => {
  await upsertMeta(device.account.db, 'push', { address: null })
  reachable = false
  await unregisterPush(device.account, call)
  expect(await findMeta(device.account.db, 'push')).toBeUndefined()
})
