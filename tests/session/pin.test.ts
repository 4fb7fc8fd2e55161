import { beforeEach, describe, expect, it } from 'vitest'
import { findMeta, findMetas, INITIAL_DRAIN_STATE, upsertMeta } from '#data/meta.ts'
import { openRegistry, upsertAccount } from '#data/registry.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { upsertGrant } from '#session/delivery-grant.ts'
import { makeDeviceKey } from '#session/device-key.ts'
import { listDeviceUsers } from '#session/device-users.ts'
import type { LocalSession } from '#session/local-session-store.ts'
import { lockAccount, lockAfterIdle, updateActiveAt } from '#session/lock-account.ts'
import { createPinEncryption, decryptPrivateKey, decryptText, encryptText } from '#session/pin-encryption.ts'
import { refreshTokens } from '#session/refresh-tokens.ts'
import { restoreLocalSession } from '#session/restore-local-session.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import { removePin, setPin, updateIdleMinutes } from '#session/set-pin.ts'
import { saveTokens } from '#session/token-store.ts'
import { unlock } from '#session/unlock.ts'
import { runSync } from '#sync/run-sync.ts'
import { Device, idOf } from '../sync/device.ts'
import { createProduct } from '../sync/shop.ts'

const PIN = '7294'
/** Few rounds: how many there are is not what these tests are about. */
const ROUNDS = 10

let device: Device
let account: Account
let deps: SessionDeps
let stored: LocalSession | undefined

beforeEach(async () => {
  device = await Device.make()
  account = device.account
  deps = {
    ...device.sessionDeps,
    local: {
      read: () => stored,
      write: (session) => {
        stored = session
      },
      clear: () => {
        stored = undefined
      },
    },
  }
  const registry = await openRegistry(deps.ports)
  await registry.accounts.clear()
  const { id, companyId, userId } = account
  await upsertAccount(registry, {
    id,
    companyId,
    userId,
    displayName: 'Asha',
    pendingCount: 0,
    lastUsedAt: 1,
  })
  registry.close()
  await saveTokens(deps, account, { token: 'bearer', refresh_token: 'refresh' })
  const session = await findMeta(account.db, 'session')
  if (!session) throw new Error('nobody is signed in')
  stored = { jwt: { token: 'bearer', refresh_token: 'refresh' }, user: session.user, changePassword: false }
  device.events.length = 0
})

const give = (pin = PIN, current = '') => setPin(deps, account, { pin, again: pin, current }, ROUNDS)
const lock = () => lockAccount(deps, account)
const open = (pin = PIN) => unlock(deps, account.id, pin)

/** Everything of this account on the disk, as text: what a thief could read. */
async function onDisk(): Promise<string> {
  const rows = await account.db.meta.toArray()
  return JSON.stringify(rows, (_, value: unknown) => {
    if (value instanceof ArrayBuffer) return Buffer.from(value).toString('latin1')
    return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value
  })
}

describe('a seal', () => {
  it('opens by its PIN, for its account, and by nothing else', async () => {
    const salt = new Uint8Array(16).fill(7)
    const pinSeal = await createPinEncryption(PIN, { accountId: 'a', salt, rounds: ROUNDS })
    const closed = await encryptText(pinSeal, 'a', 'secret')
    const key = await decryptPrivateKey(pinSeal, 'a', PIN)
    if (!key) throw new Error('the right PIN did not open')
    expect(await decryptText(key, 'a', closed)).toBe('secret')
    expect(key.extractable).toBe(false)
    expect(await decryptPrivateKey(pinSeal, 'a', '7295')).toBeUndefined()
    expect(await decryptPrivateKey(pinSeal, 'b', PIN)).toBeUndefined()
    await expect(decryptText(key, 'b', closed)).rejects.toThrow()
    const other = await createPinEncryption(PIN, { accountId: 'a', salt, rounds: ROUNDS })
    await expect(decryptText(key, 'a', await encryptText(other, 'a', 'secret'))).rejects.toThrow()
  })

  it('makes something else of the same text each time', async () => {
    const pinSeal = await createPinEncryption(PIN, {
      accountId: 'a',
      salt: new Uint8Array(16),
      rounds: ROUNDS,
    })
    const [one, two] = await Promise.all([encryptText(pinSeal, 'a', 'x'), encryptText(pinSeal, 'a', 'x')])
    expect(Buffer.from(one.box).equals(Buffer.from(two.box))).toBe(false)
  })
})

describe('locking', () => {
  it('leaves no token in the clear, neither in the database nor for the screens, and says so', async () => {
    await give()
    expect(await onDisk()).toContain('refresh')
    expect(await lock()).toBe(true)
    expect(await onDisk()).not.toMatch(/bearer|refresh|7294/)
    expect(stored).toBeUndefined()
    expect(device.events).toEqual(['locked'])
  })

  it('does nothing without a PIN', async () => {
    expect(await lock()).toBe(false)
    expect(stored).toBeDefined()
  })

  it('stays locked when the app starts again', async () => {
    await give()
    await lock()
    await restoreLocalSession(deps)
    expect(stored).toBeUndefined()
    expect(await listDeviceUsers(deps.ports)).toMatchObject([
      { id: account.id, signInMethod: 'pin', hasPin: true },
    ])
  })

  it('does not open by PIN for a person whom the server called disabled meanwhile', async () => {
    await give()
    await lock()
    const hold = { kind: 'login', code: 'USER_DISABLED', setAt: 5, retryAt: 900_005 } as const
    await upsertMeta(account.db, 'drain', { ...INITIAL_DRAIN_STATE, hold })
    expect(await listDeviceUsers(deps.ports)).toMatchObject([{ id: account.id, signInMethod: 'password' }])
    expect(await open()).toMatchObject({ kind: 'refused', code: 'PIN_ENDED' })
    expect(stored).toBeUndefined()
  })

  it('a pair that arrives from the server after the locking goes under the seal, and is the one that opens', async () => {
    await give()
    const begun = refreshTokens(deps, account, 'bearer')
    await lock()
    await begun
    expect(await findMeta(account.db, 'tokens')).toBeUndefined()
    expect(stored).toBeUndefined()
    expect(await open()).toEqual({ kind: 'unlocked' })
    expect((await findMeta(account.db, 'tokens'))?.token).not.toBe('bearer')
  })

  it('what waits still goes out, signed by the phone under its grant and with no bearer (design D3)', async () => {
    const until = toInstant(device.clock.now() + 86_400_000)
    await upsertGrant(account, { id: idOf('grant'), until }, await makeDeviceKey())
    await give()
    await lock()
    await createProduct(device)
    await runSync(account, device.deps, 'sync')
    const push = device.server.requests.filter(({ path }) => path.endsWith('/push')).at(-1)
    expect(push?.authorization).toBeNull()
    expect(push?.body).toHaveProperty('grant')
  })
})

describe('unlocking', () => {
  beforeEach(async () => {
    await give()
    await lock()
    device.events.length = 0
  })

  it('asks no server: it brings back the same tokens and the same person', async () => {
    const asked = device.server.requests.length
    expect(await open()).toEqual({ kind: 'unlocked' })
    expect(device.server.requests.length).toBe(asked)
    expect(stored?.jwt).toEqual({ token: 'bearer', refresh_token: 'refresh' })
    expect(stored?.user.id).toBe(account.userId)
    expect(device.events).toEqual(['signed-in'])
  })

  it('a wrong PIN unlocks nothing, shows how many attempts are left, and makes the next ones wait', async () => {
    expect(await open('0000')).toMatchObject({ code: 'PIN_WRONG', attemptsLeft: 4, waitMs: 0 })
    expect(await open('0000')).toMatchObject({ code: 'PIN_WRONG', attemptsLeft: 3, waitMs: 5_000 })
    expect(await open(PIN)).toMatchObject({ code: 'PIN_WAIT', waitMs: 5_000 })
    device.clock.move(5_000)
    expect(await open(PIN)).toEqual({ kind: 'unlocked' })
    expect((await findMeta(account.db, 'pin'))?.tries.failures).toBe(0)
  })

  it('five wrong ones end PIN and session; work and grant stay', async () => {
    await upsertMeta(account.db, 'pending', 3)
    await upsertGrant(
      account,
      { id: idOf('g'), until: toInstant(device.clock.now() + 1e9) },
      await makeDeviceKey(),
    )
    const codes: string[] = []
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const outcome = await open('0000')
      codes.push(outcome.kind === 'refused' ? outcome.code : outcome.kind)
      device.clock.move(60_000)
    }
    expect(codes).toEqual(['PIN_WRONG', 'PIN_WRONG', 'PIN_WRONG', 'PIN_WRONG', 'PIN_ENDED'])
    const [pin, sealed, tokens, pending, grant] = await findMetas(account.db, [
      'pin',
      'sealed',
      'tokens',
      'pending',
      'grant',
    ])
    expect([pin, sealed, tokens]).toEqual([undefined, undefined, undefined])
    expect(pending).toBe(3)
    expect(grant).toBeDefined()
    expect(await open(PIN)).toMatchObject({ code: 'PIN_ENDED' })
  })

  it('attempts made at the same time in several tabs are all counted', async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => open('0000')))
    expect(outcomes.filter((one) => one.kind === 'refused' && one.code === 'PIN_WRONG').length).toBeLessThan(
      5,
    )
    expect(outcomes.some(({ kind }) => kind === 'unlocked')).toBe(false)
  })

  it('of an unknown user is refused', async () => {
    expect(await unlock(deps, 'nobody', PIN)).toMatchObject({ code: 'PIN_ENDED' })
  })
})

describe('the settings of a PIN', () => {
  it.each([
    ['123', '123', 'PIN_FORM'],
    ['1234', '1234', 'PIN_WEAK'],
    ['7294', '7295', 'PIN_MISMATCH'],
  ])('%s and %s are refused and nothing is kept', async (pin, again, code) => {
    expect(await setPin(deps, account, { pin, again, current: '' }, ROUNDS)).toMatchObject({ code })
    expect(await findMeta(account.db, 'pin')).toBeUndefined()
  })

  it('another PIN needs the one there is; the idle time stays as it was chosen', async () => {
    await give()
    await updateIdleMinutes(account, 30)
    expect(await give('80513', '0000')).toMatchObject({ code: 'PIN_WRONG', attemptsLeft: 4 })
    expect(await give('80513', PIN)).toEqual({ kind: 'changed' })
    expect((await findMeta(account.db, 'pin'))?.idleMinutes).toBe(30)
    await lock()
    expect(await open(PIN)).toMatchObject({ code: 'PIN_WRONG' })
    expect(await open('80513')).toEqual({ kind: 'unlocked' })
  })

  it('to remove it needs it too; then the phone no longer locks', async () => {
    await give()
    expect(await removePin(deps, account, '0000')).toMatchObject({ code: 'PIN_WRONG' })
    expect(await removePin(deps, account, PIN)).toEqual({ kind: 'changed' })
    expect(await lock()).toBe(false)
  })

  it('what another tab locked meanwhile still opens with the PIN it was locked under', async () => {
    await give()
    const changing = give('80513', PIN)
    await lock()
    await changing
    const now = (await open(PIN)).kind === 'unlocked' || (await open('80513')).kind === 'unlocked'
    expect(now).toBe(true)
  })

  it('five wrong ones there end the session too', async () => {
    await give()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await removePin(deps, account, '0000')
      device.clock.move(60_000)
    }
    expect(await findMeta(account.db, 'tokens')).toBeUndefined()
    expect(stored).toBeUndefined()
    expect(device.events).toEqual(['signed-out'])
  })
})

describe('being away', () => {
  it('locks after the chosen minutes and not before, also for an app that starts again', async () => {
    await give()
    await updateIdleMinutes(account, 2)
    await updateActiveAt(account, device.clock.now())
    device.clock.move(119_000)
    expect(await lockAfterIdle(deps, account)).toBe(false)
    device.clock.move(1_000)
    expect(await lockAfterIdle(deps, account)).toBe(true)
    expect(await onDisk()).not.toMatch(/bearer|refresh/)
  })

  it('does not lock a user without a PIN', async () => {
    device.clock.move(86_400_000)
    expect(await lockAfterIdle(deps, account)).toBe(false)
  })
})
