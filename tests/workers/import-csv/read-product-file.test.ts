import { expect, it } from 'vitest'
import { readProductFile } from '#workers/import-csv/read-product-file.ts'

const fileOf = (...parts: BlobPart[]) => new Blob(parts, { type: 'text/csv' })

it.each([
  ['commas', '\uFEFFname,unitPrice\r\n"Mafuta, 1L",6500\r\n'],
  ['semicolons', 'name;unitPrice\nMafuta, 1L;6500\n'],
  ['tabs', 'name\tunitPrice\rMafuta, 1L\t6500\r'],
])('reads a file with %s', async (_, text) => {
  expect(await readProductFile(fileOf(text))).toMatchObject({
    kind: 'read',
    rows: [{ row: 2, product: { name: 'Mafuta, 1L', unitPrice: 650_000 } }],
    errors: [],
  })
})

it('refuses what is no list of products, with the reason', async () => {
  const kindOf = async (...parts: BlobPart[]) => {
    const read = await readProductFile(fileOf(...parts))
    return read.kind === 'refused' ? read.error.kind : read.kind
  }
  expect(await kindOf('name,unitPrice\n')).toBe('no-rows')
  expect(await kindOf('customer,phone\nAsha,1\n')).toBe('missing-columns')
  expect(await kindOf(new Uint8Array([0x50, 0x4b, 0, 4]))).toBe('file-type')
  expect(await kindOf(`name,unitPrice\n${'Soda,100\n'.repeat(5_001)}`)).toBe('too-many-rows')
})
