import { beforeEach, expect, it } from 'vitest'
import { deleteCustomer, deleteProduct } from '#commands/delete-from-catalogue.ts'
import { importCustomers, importProducts } from '#commands/import-records.ts'
import { mergeCustomer } from '#commands/merge-customers.ts'
import { listCustomers } from '#data/customers.ts'
import { listProducts } from '#data/products.ts'
import { isOffered } from '#data/search-rows.ts'
import { toCents } from '#domain/money/cents.ts'
import { runSync } from '#sync/run-sync.ts'
import { Device } from '../sync/device.ts'
import { unwrap } from '../sync/shop.ts'

let device: Device
beforeEach(async () => {
  device = await Device.make()
})
const sync = () => runSync(device.account, device.deps, 'enqueued')

it.each(['sent', 'not sent yet'])(
  'a product that is deleted offline is there again when a corrected file names it (its first import is %s)',
  async (first) => {
    const { account, commands, server } = device
    const take = async (price: number) =>
      unwrap(
        await importProducts(account, commands, [
          { row: 2, fields: { name: 'Soda', unit: '', unitPrice: toCents(price), taxType: 'standard' } },
        ]),
      )
    const offered = async () => (await listProducts(account.db, { limit: 5 })).filter(isOffered)
    await take(100_000)
    if (first === 'sent') await sync()
    const [soda] = await offered()
    unwrap(await deleteProduct(account, commands, soda?.id ?? ''))
    expect(await offered()).toEqual([])
    expect(await take(120_000)).toEqual({ written: 1, failed: [] })
    expect(await offered()).toMatchObject([{ name: 'Soda', unitPrice: 120_000 }])
    await sync()
    await sync()
    expect(await offered()).toMatchObject([{ unitPrice: 120_000, pending: { kind: 'none' } }])
    expect([...server.products.values()]).toMatchObject([{ name: 'Soda', unitPrice: 120_000 }])
  },
)

it('a customer that is deleted offline is there again when the same file is imported again', async () => {
  const { account, commands, server } = device
  const fields = {
    name: 'Asha',
    identificationType: 'NO_IDENTIFICATION',
    identificationNumber: '',
    phone: '+255700000101',
    email: '',
    vatRegistrationNumber: '',
  } as const
  const take = async () => unwrap(await importCustomers(account, commands, [{ row: 2, fields }]))
  const offered = async () => (await listCustomers(account.db, { limit: 5 })).filter(isOffered)
  await take()
  await sync()
  const [asha] = await offered()
  unwrap(await deleteCustomer(account, commands, asha?.id ?? ''))
  expect(await take()).toEqual({ written: 1, failed: [] })
  expect(await offered()).toMatchObject([{ name: 'Asha' }])
  await sync()
  await sync()
  expect([...server.customers.values()]).toMatchObject([{ name: 'Asha' }])
})

it('a row about a customer who was merged offline writes nothing: the other record has what it says', async () => {
  const { account, commands } = device
  const customer = (name: string) =>
    ({
      name,
      identificationType: 'NO_IDENTIFICATION',
      identificationNumber: '',
      phone: '+255700000101',
      email: '',
      vatRegistrationNumber: '',
    }) as const
  const take = async (name: string) =>
    unwrap(await importCustomers(account, commands, [{ row: 2, fields: customer(name) }]))
  await take('Asha')
  await take('Asha Mfano')
  await sync()
  const [asha, whole] = await listCustomers(account.db, { limit: 5 })
  unwrap(await mergeCustomer(account, commands, { customerId: asha?.id ?? '', intoId: whole?.id ?? '' }))
  expect(await take('Asha')).toEqual({ written: 0, failed: [] })
})
