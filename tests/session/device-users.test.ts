import { beforeEach, expect, it } from 'vitest'
import { INITIAL_DRAIN_STATE, upsertMeta } from '#data/meta.ts'
import { openRegistry, upsertAccount } from '#data/registry.ts'
import { openAccount } from '#session/account.ts'
import { listDeviceUsers } from '#session/device-users.ts'
import { aSession, FakeClock, fakePorts, idOf } from '../sync/device.ts'

let lives = 0
let ports: ReturnType<typeof fakePorts>

beforeEach(async () => {
  lives += 1
  ports = fakePorts(new FakeClock(), `people ${lives}`)
  const registry = await openRegistry(ports)
  await registry.accounts.clear()
  registry.close()
})

async function somebody(name: string, lastUsedAt: number, pendingCount = 0) {
  const [companyId, userId] = [idOf(`company ${lives}`), idOf(`${name} ${lives}`)]
  const account = await openAccount(ports, companyId, userId)
  const { id } = account
  const registry = await openRegistry(ports)
  await upsertAccount(registry, { id, companyId, userId, displayName: name, pendingCount, lastUsedAt })
  registry.close()
  return account
}

it('names all users of the phone, the last one first, with role, company and what each has not sent', async () => {
  const asha = await somebody('Asha Mfano', 1, 9)
  await upsertMeta(asha.db, 'session', aSession(asha.companyId ?? '', asha.userId))
  await upsertMeta(asha.db, 'pending', 2)
  const juma = await somebody('Juma Mfano', 2)
  await upsertMeta(juma.db, 'tokens', { token: 't', refreshToken: 'r', receivedAt: 0, lifetimeMs: null })
  expect(await listDeviceUsers(ports)).toEqual([
    {
      id: juma.id,
      companyId: juma.companyId,
      name: 'Juma Mfano',
      username: '',
      userType: null,
      companyName: null,
      unsent: 0,
      signInMethod: 'here',
      hasPin: false,
    },
    {
      id: asha.id,
      companyId: asha.companyId,
      name: 'Asha Mfano',
      username: 'asha',
      userType: 'operator',
      companyName: 'Duka la Mfano',
      unsent: 2,
      signInMethod: 'password',
      hasPin: false,
    },
  ])
})

it('is empty on a phone that was never used', async () => {
  expect(await listDeviceUsers(ports)).toEqual([])
})

it('a person who is disabled, or whose company is, logs in with the password again', async () => {
  const asha = await somebody('Asha Mfano', 1)
  await upsertMeta(asha.db, 'tokens', { token: 't', refreshToken: 'r', receivedAt: 0, lifetimeMs: null })
  const hold = { kind: 'company', code: 'COMPANY_DISABLED', setAt: 5, retryAt: 900_005 } as const
  await upsertMeta(asha.db, 'drain', { ...INITIAL_DRAIN_STATE, hold })
  expect(await listDeviceUsers(ports)).toMatchObject([{ id: asha.id, signInMethod: 'password' }])
})
