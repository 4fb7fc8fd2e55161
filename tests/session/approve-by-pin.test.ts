import { beforeEach, describe, expect, it } from 'vitest'
import { findMeta, INITIAL_DRAIN_STATE, upsertMeta } from '#data/meta.ts'
import { openRegistry, upsertAccount } from '#data/registry.ts'
import type { UserType } from '#domain/users/user.ts'
import { approveByPin } from '#session/approve-by-pin.ts'
import { setPin } from '#session/set-pin.ts'
import { Device, idOf } from '../sync/device.ts'

const PIN = '7294'
/** Few rounds: how many there are is not what these tests are about. */
const ROUNDS = 10

let device: Device

beforeEach(async () => {
  device = await Device.make()
  const registry = await openRegistry(device.deps.ports)
  await registry.accounts.clear()
  const { id, companyId, userId } = device.account
  await upsertAccount(registry, {
    ...{ id, companyId, userId, displayName: 'Mwenyewe', pendingCount: 0, lastUsedAt: 1 },
  })
  registry.close()
  await setPin(device.sessionDeps, device.account, { pin: PIN, again: PIN, current: '' }, ROUNDS)
  await become('company_owner')
})

async function become(userType: UserType): Promise<void> {
  const session = await findMeta(device.account.db, 'session')
  if (!session) throw new Error('nobody is signed in')
  await upsertMeta(device.account.db, 'session', {
    ...session,
    user: { ...session.user, user_type: userType },
  })
}

const approve = (pin = PIN, companyId: string | null = device.companyId) =>
  approveByPin(device.sessionDeps, { companyId }, device.account.id, pin)

describe('the approval of an owner on the phone of an operator', () => {
  it('is given by the PIN of an owner of the same company, without asking the server', async () => {
    const asked = device.server.requests.length
    expect(await approve()).toEqual({ kind: 'approved', userId: device.userId })
    expect(device.server.requests.length).toBe(asked)
  })

  it('is not given by a wrong PIN, which is counted', async () => {
    expect(await approve('7295')).toMatchObject({ kind: 'refused', code: 'PIN_WRONG' })
  })

  it('is not given by the PIN of an operator, nor by that of an owner of another company', async () => {
    expect(await approve(PIN, idOf('another company'))).toMatchObject({ code: 'PIN_ENDED' })
    await become('operator')
    expect(await approve()).toMatchObject({ code: 'PIN_ENDED' })
  })

  it('is not given by an owner who is disabled, as far as this phone knows', async () => {
    const hold = { kind: 'company', code: 'USER_DISABLED', setAt: 5, retryAt: 900_005 } as const
    await upsertMeta(device.account.db, 'drain', { ...INITIAL_DRAIN_STATE, hold })
    expect(await approve()).toMatchObject({ code: 'PIN_ENDED' })
  })

  it('does not change who is signed in when the owner’s PIN ends after too many wrong attempts', async () => {
    device.events.length = 0
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await approve('7295')
      device.clock.move(3_600_000)
    }
    expect(await findMeta(device.account.db, 'pin')).toBeUndefined()
    expect(device.events).toEqual([])
  })
})
