import { expect, it } from 'vitest'
import type { SharedFile } from '#data/registry.ts'
import { type Attached, takeShared } from '#features/expenses/take-shared.ts'

const shared = (n: number): SharedFile => ({ n, name: `${n}.jpg`, size: 1, at: 0, bytes: new ArrayBuffer(1) })
const stored = (n: number): Attached => ({ kind: 'stored', sha256: String(n).repeat(64) })

async function takeAll(ends: readonly Attached[]) {
  const marked: number[] = []
  const discarded: number[] = []
  const said = await takeShared(
    ends.map((_, at) => shared(at)),
    {
      attach: async ({ n }) => ends[n] ?? stored(n),
      markAttached: (files) => marked.push(...files.map(({ n }) => n)),
      discard: async (ns) => {
        discarded.push(...ns)
      },
    },
  )
  return { said, marked, discarded }
}

it('a shared file that is refused is said to be, also where another one after it is attached', async () => {
  const refused: Attached = { kind: 'refused', code: 'FILE_TYPE_NOT_ALLOWED' }
  expect(await takeAll([stored(0), refused, stored(2)])).toEqual({
    said: 'FILE_TYPE_NOT_ALLOWED',
    marked: [0, 2],
    discarded: [1],
  })
  expect(await takeAll([stored(0), stored(1)])).toEqual({ said: undefined, marked: [0, 1], discarded: [] })
})

it('a phone that cannot store a shared file keeps it and those after it, and says why', async () => {
  const full: Attached = { kind: 'not-stored', code: 'DEVICE_STORAGE_FULL' }
  expect(await takeAll([stored(0), full, stored(2)])).toEqual({
    said: 'DEVICE_STORAGE_FULL',
    marked: [0],
    discarded: [],
  })
})
