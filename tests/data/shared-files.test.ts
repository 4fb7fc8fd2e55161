import { expect, it } from 'vitest'
import { openRegistry } from '#data/registry.ts'
import { deleteSharedFiles, insertSharedFiles, listSharedFiles } from '#data/shared-files.ts'
import { FakeClock, fakePorts } from '../sync/device.ts'

const clock = new FakeClock()

function aFile(name: string) {
  return { name, size: 3, at: clock.now(), bytes: new Uint8Array([1, 2, 3]).buffer }
}

it('keeps what was shared until it is taken: the newest five, for a week', async () => {
  const registry = await openRegistry(fakePorts(clock, 'shared files'))
  const names = async () => (await listSharedFiles(registry)).map(({ name }) => name)
  await insertSharedFiles(registry, ['a', 'b'].map(aFile), clock.now())
  await insertSharedFiles(registry, ['c', 'd', 'e', 'f'].map(aFile), clock.now())
  expect(await names()).toEqual(['b', 'c', 'd', 'e', 'f'])
  const [first] = await listSharedFiles(registry)
  await deleteSharedFiles(registry, [first?.n ?? 0])
  expect(await names()).toEqual(['c', 'd', 'e', 'f'])
  clock.move(7 * 86_400_000 + 1)
  await insertSharedFiles(registry, [aFile('g')], clock.now())
  expect(await names()).toEqual(['g'])
  registry.close()
})
