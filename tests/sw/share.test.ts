import { expect, it, vi } from 'vitest'
import { deleteMeta } from '#data/meta.ts'
import { openRegistry, upsertAccount } from '#data/registry.ts'
import { listSharedFiles } from '#data/shared-files.ts'
import { Device } from '../sync/device.ts'

const scope = { location: { origin: 'https://risiti.example.test' } }

it('a file that another app shares is for the person who is signed in, or else for the next one', async () => {
  vi.stubGlobal('self', scope)
  const { storeSharedFiles } = await import('#sw/on-share.ts')
  const [asha, juma] = [await Device.make(), await Device.make()]
  const registry = await openRegistry(asha.deps.ports)
  const signIn = async ({ account, companyId, userId }: Device) => {
    const { id } = account
    await upsertAccount(registry, {
      ...{ id, companyId, userId, displayName: '', pendingCount: 0, lastUsedAt: 1 },
    })
  }
  const share = async (name: string) => {
    const body = new FormData()
    body.append('files', new File(['risiti'], name))
    await storeSharedFiles(new Request('https://risiti.example.test/share', { method: 'POST', body }))
  }
  const sharedWith = async ({ account }: Device) =>
    (await listSharedFiles(registry, account.id)).map(({ name }) => name)
  await signIn(asha)
  await share('while she is signed in')
  await deleteMeta(asha.account.db, 'tokens')
  await share('while none is')
  await signIn(juma)
  expect(await sharedWith(asha)).toEqual(['while she is signed in'])
  expect(await sharedWith(juma)).toEqual(['while none is'])
})
