import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveNotifications, unsubscribeIfUnused } from '#app/unsubscribe-if-unused.ts'
import { upsertMeta } from '#data/meta.ts'
import { openRegistry, upsertAccount } from '#data/registry.ts'
import { openAccount } from '#session/account.ts'
import { FakeClock, fakePorts, idOf } from '../sync/device.ts'

let lives = 0
let ports: ReturnType<typeof fakePorts>
const unsubscribe = vi.fn(async () => undefined)

beforeEach(async () => {
  lives += 1
  unsubscribe.mockClear()
  ports = fakePorts(new FakeClock(), `listening ${lives}`)
  const registry = await openRegistry(ports)
  await registry.accounts.clear()
  registry.close()
})

type AccountState = { readonly push?: true; readonly way: 'here' | 'pin' | 'left' }

async function somebody(name: string, { push, way }: AccountState): Promise<string> {
  const [companyId, userId] = [idOf(`company ${lives}`), idOf(`${name} ${lives}`)]
  const { id, db } = await openAccount(ports, companyId, userId)
  const registry = await openRegistry(ports)
  const known = { id, companyId, userId, displayName: name, pendingCount: 0, lastUsedAt: 1 }
  await upsertAccount(registry, known)
  registry.close()
  if (push) await upsertMeta(db, 'push', { address: '{}' })
  const tokens = { token: 't', refreshToken: 'r', receivedAt: 0, lifetimeMs: null }
  if (way === 'here') await upsertMeta(db, 'tokens', tokens)
  const bytes = new ArrayBuffer(1)
  if (way === 'pin') await upsertMeta(db, 'sealed', { sender: bytes, box: bytes })
  db.close()
  return id
}

describe('an account that leaves a phone or turns notifications off', () => {
  it('removes the browser’s address when no other account gets messages under it', async () => {
    const leaving = await somebody('Asha', { push: true, way: 'left' })
    await somebody('Juma', { way: 'here' })
    await somebody('Neema', { push: true, way: 'left' })
    await unsubscribeIfUnused(ports, leaving, unsubscribe)
    expect(unsubscribe).toHaveBeenCalledTimes(1)
  })

  it.each(['here', 'pin'] as const)('leaves it to a colleague who is %s', async (way) => {
    const leaving = await somebody('Asha', { push: true, way: 'left' })
    await somebody('Juma', { push: true, way })
    await unsubscribeIfUnused(ports, leaving, unsubscribe)
    expect(unsubscribe).not.toHaveBeenCalled()
  })

  it('does not count itself as an account that still gets messages', async () => {
    const leaving = await somebody('Asha', { push: true, way: 'here' })
    await unsubscribeIfUnused(ports, leaving, unsubscribe)
    expect(unsubscribe).toHaveBeenCalledTimes(1)
  })
})

describe('an account that logs out', () => {
  const realNavigator = navigator
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('takes along what the phone shows for it, and leaves what it shows for a colleague', async () => {
    const leaving = await somebody('Asha', { push: true, way: 'left' })
    const colleague = await somebody('Juma', { push: true, way: 'pin' })
    const closed: string[] = []
    const registration = {
      getNotifications: async ({ tag }: { tag: string }) =>
        [leaving, colleague]
          .filter((shown) => shown === tag)
          .map((shown) => ({ close: () => void closed.push(shown) })),
    }
    const clearAppBadge = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', {
      locks: realNavigator.locks,
      serviceWorker: { getRegistration: async () => registration },
      clearAppBadge,
    })
    await leaveNotifications(ports, leaving, unsubscribe)
    expect(closed).toEqual([leaving])
    expect(clearAppBadge).toHaveBeenCalledTimes(1)
    expect(unsubscribe).not.toHaveBeenCalled()
  })
})
