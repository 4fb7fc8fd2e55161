import { expect, it } from 'vitest'
import { saveProduct } from '#commands/catalogue.ts'
import { findProduct } from '#data/products.ts'
import type { ProductForm } from '#domain/products/check-product.ts'
import { tsh } from '../domain/example-invoice.ts'
import { Device } from '../sync/device.ts'
import { unwrap } from '../sync/shop.ts'

const form: ProductForm = { name: 'Maji', unit: '', unitPrice: tsh(500), taxType: 'standard' }
const CODE = '6001240100707'

it('keeps the code and the category of a product when a form that does not show them is saved', async () => {
  const { account, commands } = await Device.make()
  const details = { barcode: CODE, category: 'Vinywaji', favourite: true }
  const { id } = unwrap(await saveProduct(account, commands, { form: { ...form, ...details } }))
  unwrap(await saveProduct(account, commands, { productId: id, form: { ...form, unitPrice: tsh(600) } }))
  expect(await findProduct(account.db, id)).toMatchObject({ ...details, unitPrice: tsh(600) })
})

it('refuses the barcode of another product at its field, and not that of the product itself', async () => {
  const { account, commands } = await Device.make()
  const first = unwrap(await saveProduct(account, commands, { form: { ...form, barcode: CODE } }))
  expect(
    await saveProduct(account, commands, { form: { ...form, name: 'Soda', barcode: CODE } }),
  ).toMatchObject({
    ok: false,
    refusals: [{ path: 'barcode', code: 'PRODUCT_BARCODE_DUPLICATED' }],
  })
  unwrap(
    await saveProduct(account, commands, {
      productId: first.id,
      form: { ...form, name: 'Maji', barcode: CODE },
    }),
  )
})

it('two products that have one barcode already are edited and made inactive, but not both sold again', async () => {
  const { account, commands } = await Device.make()
  const save = async (productId: string | undefined, change: Partial<ProductForm>, active = true) =>
    saveProduct(account, commands, { ...(productId && { productId }), form: { ...form, ...change }, active })
  const one = unwrap(await save(undefined, { barcode: CODE })).id
  const other = unwrap(await save(undefined, { name: 'Maji baridi', barcode: '' })).id
  // A second phone or a file gave it the code.
  await account.db.products.update(other, { barcode: CODE, keys: [CODE] })
  const code = { name: 'Maji baridi', barcode: CODE }
  unwrap(await save(other, { ...code, unitPrice: tsh(600) }))
  unwrap(await save(other, { ...code, favourite: true }))
  unwrap(await save(other, code, false))
  expect(await save(other, code)).toMatchObject({ refusals: [{ code: 'PRODUCT_BARCODE_DUPLICATED' }] })
  unwrap(await save(one, { barcode: CODE }, false))
  unwrap(await save(other, code))
  expect((await findProduct(account.db, other))?.active).toBe(true)
})
