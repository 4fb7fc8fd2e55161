import { beforeEach, expect, it, vi } from 'vitest'
import {
  listAccounts,
  openRegistry,
  type SharedFile,
  updateLastUsedAt,
  upsertAccount,
} from '#data/registry.ts'
import { deleteSharedFiles, insertSharedFiles, listSharedFiles } from '#data/shared-files.ts'
import { FakeClock, fakePorts } from '../sync/device.ts'

const clock = new FakeClock()
const registry = await openRegistry(fakePorts(clock, 'shared files'))

function aFile(name: string) {
  return { name, size: 3, at: clock.now(), bytes: new Uint8Array([1, 2, 3]).buffer }
}

async function signIn(id: string, companyId: string | null = 'shop') {
  const account = { id, companyId, userId: id, displayName: id, pendingCount: 0 }
  await upsertAccount(registry, { ...account, lastUsedAt: clock.now() })
}

async function share(names: readonly string[], account?: string) {
  await insertSharedFiles(registry, names.map(aFile), clock.now(), account)
}

async function kept(account: string) {
  const files = await listSharedFiles(registry, account)
  return files.filter(({ isDropped }) => !isDropped).map(({ name }) => name)
}

beforeEach(async () => {
  await registry.shared.clear()
})

it('keeps what was shared until it is taken, for a week', async () => {
  await share(['a', 'b'], 'asha')
  const [first] = await listSharedFiles(registry, 'asha')
  await deleteSharedFiles(registry, [first?.n ?? 0])
  expect(await kept('asha')).toEqual(['b'])
  clock.move(7 * 86_400_000 + 1)
  await share(['c'], 'asha')
  expect(await kept('asha')).toEqual(['c'])
})

it('keeps the newest five of an account, and knows which others it dropped', async () => {
  await share(['of juma'], 'juma')
  await share(['a', 'b'], 'asha')
  await share(['c', 'd', 'e', 'f', 'g'], 'asha')
  expect(await kept('asha')).toEqual(['c', 'd', 'e', 'f', 'g'])
  const dropped = (await listSharedFiles(registry, 'asha')).filter(({ isDropped }) => isDropped)
  expect(dropped.map(({ name, bytes }) => [name, bytes])).toEqual([
    ['a', null],
    ['b', null],
  ])
  await deleteSharedFiles(
    registry,
    dropped.map(({ n }) => n),
  )
  expect(await listSharedFiles(registry, 'asha')).toHaveLength(5)
  expect(await kept('juma')).toEqual(['of juma'])
})

it('writes the bytes of at most five files, however many are shared: a phone may have no room for more', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const written: (string | null)[] = []
  const note = (_: unknown, { name, bytes }: SharedFile) => void written.push(bytes && name)
  registry.shared.hook('creating', note)
  await share(names, 'asha')
  registry.shared.hook('creating').unsubscribe(note)
  expect(written).toEqual([null, null, 'c', 'd', 'e', 'f', 'g'])
  expect(await kept('asha')).toEqual(names.slice(2))
})

it('offers a file to the account that was open, and to no other', async () => {
  await share(['a'], 'asha')
  await signIn('juma')
  expect(await kept('juma')).toEqual([])
  expect(await kept('asha')).toEqual(['a'])
})

it('offers what was shared while none was open to the next one that opens only, which is no administrator', async () => {
  await signIn('juma')
  await share(['a'])
  await signIn('admin', null)
  expect(await kept('admin')).toEqual([])
  await signIn('asha')
  await updateLastUsedAt(registry, 'juma', clock.now())
  expect(await kept('juma')).toEqual([])
  expect(await kept('asha')).toEqual(['a'])
  // One that was kept by an older app is for the account that is open.
  await share(['of before'])
  expect(await kept('asha')).toEqual(['a', 'of before'])
  expect(await kept('juma')).toEqual([])
  // With a PIN as with a password.
  await share(['b'])
  await updateLastUsedAt(registry, 'juma', clock.now())
  await signIn('asha')
  expect(await kept('juma')).toEqual(['b'])
})

it('keeps no person from signing in or unlocking when a shared file cannot be read', async () => {
  await share(['a'])
  const reading = vi.spyOn(registry.shared, 'filter').mockImplementation(() => {
    throw new Error('Failed to read large IndexedDB value')
  })
  await signIn('neema')
  await signIn('juma')
  await updateLastUsedAt(registry, 'neema', clock.now())
  reading.mockRestore()
  expect((await listAccounts(registry)).slice(0, 2).map(({ id }) => id)).toEqual(['neema', 'juma'])
  // Whose form is opened first gets it.
  expect(await kept('neema')).toEqual(['a'])
})
