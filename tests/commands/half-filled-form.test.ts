import { expect, it } from 'vitest'
import { saveCustomer, saveProduct } from '#commands/catalogue.ts'
import { saveVendor } from '#commands/vendors.ts'
import { findMeta, upsertMetas } from '#data/meta.ts'
import { tsh } from '../domain/example-invoice.ts'
import { vendorFields } from '../support/vendor-input.ts'
import { Device } from '../sync/device.ts'
import { aCustomerForm, unwrap } from '../sync/shop.ts'

const customer = aCustomerForm
const product = { name: 'Maji', unit: '', unitPrice: tsh(500), taxType: 'standard' } as const
const vendor = vendorFields({ name: 'Duka la Asha' })
const KINDS = ['new-customer', 'new-product', 'new-vendor'] as const

async function prepare() {
  const { account, commands } = await Device.make()
  await upsertMetas(account.db, { 'new-customer': customer, 'new-product': product, 'new-vendor': vendor })
  const kept = async () => {
    const found = await Promise.all(KINDS.map((kind) => findMeta(account.db, kind)))
    return KINDS.filter((_kind, place) => found[place] !== undefined)
  }
  return { account, commands, kept }
}

it('a half-filled form ends in the transaction that saves its record, so no closed tab brings it back', async () => {
  const { account, commands, kept } = await prepare()
  unwrap(await saveCustomer(account, commands, { form: customer, endsDraft: true }))
  expect(await kept()).toEqual(['new-product', 'new-vendor'])
  unwrap(await saveProduct(account, commands, { form: product, endsDraft: true }))
  expect(await kept()).toEqual(['new-vendor'])
  unwrap(await saveVendor(account, commands, { form: vendor, endsDraft: true }))
  expect(await kept()).toEqual([])
})

it('a half-filled form stays while its record is refused, and when another record is saved', async () => {
  const { account, commands, kept } = await prepare()
  const nameless = { ...customer, name: '' }
  expect((await saveCustomer(account, commands, { form: nameless, endsDraft: true })).ok).toBe(false)
  unwrap(await saveCustomer(account, commands, { form: customer }))
  unwrap(await saveProduct(account, commands, { form: product }))
  unwrap(await saveVendor(account, commands, { form: vendor }))
  expect(await kept()).toEqual([...KINDS])
})
