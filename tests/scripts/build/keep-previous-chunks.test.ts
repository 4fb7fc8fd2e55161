import { expect, it } from 'vitest'
import { previousChunks } from '../../../scripts/build/keep-previous-chunks.ts'

const parts = (...names: string[]) => new Map(names.map((name) => [name, Buffer.from(name)]))

it('a build keeps the parts of the one before that it no longer has, and none that is older (offline-design 3.13)', () => {
  const first = parts('shell-1.js', 'shared.js')
  const second = previousChunks(first, parts(), new Set(['shell-2.js', 'shared.js']))
  expect([...second.keys()]).toEqual(['shell-1.js'])
  const third = previousChunks(parts('shell-2.js', 'shared.js'), second, new Set(['shell-3.js', 'shared.js']))
  expect([...third.keys()]).toEqual(['shell-2.js'])
})

it('the same release built again keeps what was kept beside it', () => {
  const kept = parts('shell-1.js')
  const again = previousChunks(parts('shell-2.js'), kept, new Set(['shell-2.js']))
  expect(again).toEqual(kept)
})
