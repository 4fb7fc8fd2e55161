import { describe, expect, it } from 'vitest'
import { MAX_AMOUNT } from '#domain/money/money-text.ts'
import { checkProduct, type ProductForm } from '#domain/products/check-product.ts'
import { tsh } from '../example-invoice.ts'

const form: ProductForm = { name: ' Sukari  1kg ', unit: ' kg ', unitPrice: tsh(3_200), taxType: 'standard' }

describe('checkProduct', () => {
  it('gives the fields in stored form', () => {
    expect(checkProduct(form)).toEqual({
      ok: true,
      value: { name: 'Sukari 1kg', unit: 'kg', unitPrice: tsh(3_200), taxType: 'standard' },
    })
  })

  it('allows no price yet and the largest one', () => {
    expect(checkProduct({ ...form, unitPrice: tsh(0) }).ok).toBe(true)
    expect(checkProduct({ ...form, unitPrice: MAX_AMOUNT }).ok).toBe(true)
  })

  it('stores codes as they are found, and keeps a removed one apart from one that was never asked for', () => {
    const details = { sku: ' A  7 ', barcode: '036000291452', category: ' Sabuni ', favourite: true }
    expect(checkProduct({ ...form, ...details })).toMatchObject({
      value: { sku: 'A 7', barcode: '0036000291452', category: 'Sabuni', favourite: true },
    })
    const removed = checkProduct({ ...form, barcode: ' ' })
    expect(removed).toMatchObject({ value: { barcode: '' } })
    expect(removed.ok && Object.keys(removed.value)).not.toContain('sku')
  })

  it.each<[Partial<ProductForm>, string, string]>([
    [{ name: ' ' }, 'name', 'PRODUCT_NAME_REQUIRED'],
    [{ name: 'x'.repeat(256) }, 'name', 'PRODUCT_NAME_TOO_LONG'],
    [{ unit: 'x'.repeat(21) }, 'unit', 'PRODUCT_UNIT_TOO_LONG'],
    [{ unitPrice: undefined }, 'unitPrice', 'PRODUCT_PRICE_INVALID'],
    [{ unitPrice: tsh(-1) }, 'unitPrice', 'PRODUCT_PRICE_INVALID'],
    [{ unitPrice: tsh(1_000_000_000) }, 'unitPrice', 'PRODUCT_PRICE_INVALID'],
    [{ taxType: '' }, 'taxType', 'PRODUCT_TAX_TYPE_REQUIRED'],
    [{ sku: 'x'.repeat(41) }, 'sku', 'PRODUCT_DETAIL_TOO_LONG'],
    [{ category: 'x'.repeat(41) }, 'category', 'PRODUCT_DETAIL_TOO_LONG'],
    [{ barcode: 'sabuni©' }, 'barcode', 'PRODUCT_BARCODE_INVALID'],
  ])('refuses %j at %s with %s', (change, path, code) => {
    expect(checkProduct({ ...form, ...change })).toEqual({ ok: false, refusals: [{ path, code }] })
  })
})
