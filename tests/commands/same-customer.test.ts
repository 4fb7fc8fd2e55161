import { beforeEach, expect, it } from 'vitest'
import { saveCustomer } from '#commands/catalogue.ts'
import { customerFromRow, customerRow, findCustomer } from '#data/customers.ts'
import type { CustomerForm } from '#domain/customers/check-customer.ts'
import { Device } from '../sync/device.ts'
import { unwrap } from '../sync/shop.ts'

const FORM: CustomerForm = {
  name: 'Mama Neema',
  identificationType: 'NO_IDENTIFICATION',
  identificationNumber: '',
  phone: '0754123456',
  email: '',
  vatRegistrationNumber: '',
}
const REGISTERED = { ok: false, refusals: [{ path: '', code: 'CUSTOMER_ALREADY_REGISTERED' }] }

let device: Device
/** Two records of one person, as two phones made them; the second is of another e-mail. */
let twins: readonly [string, string]
beforeEach(async () => {
  device = await Device.make()
  const { id } = unwrap(await saveCustomer(device.account, device.commands, { form: FORM }))
  const row = await findCustomer(device.account.db, id)
  if (!row) throw new Error('no customer')
  const other = { ...customerFromRow(row), id: crypto.randomUUID(), email: 'neema@example.com' }
  await device.account.db.customers.put(customerRow(other, { kind: 'none' }))
  twins = [id, other.id]
})

const save = (customerId: string, change: Partial<CustomerForm> = {}, active?: boolean) =>
  saveCustomer(device.account, device.commands, {
    ...{ customerId, form: { ...FORM, ...change } },
    ...(active === undefined ? {} : { active }),
  })

it('one of two records of a person can be corrected, as long as it stays as it is known', async () => {
  const saved = unwrap(
    await save(twins[0], { email: 'mama@example.com', vatRegistrationNumber: '40012345A' }),
  )
  expect(saved).toMatchObject({ email: 'mama@example.com', vatRegistrationNumber: '40012345A' })
})

it('one of the two can get another name or phone, which ends the doubt, and not those of the other again', async () => {
  unwrap(await save(twins[0], { phone: '0754000001' }))
  expect(await save(twins[0])).toMatchObject(REGISTERED)
  unwrap(await save(twins[1], { name: 'Neema' }))
  expect(await save(twins[1], { phone: '0754000001' })).toMatchObject(REGISTERED)
})

it('one of the two can be archived, and is not put back while the other is there', async () => {
  unwrap(await save(twins[0], {}, false))
  expect(await save(twins[0], {}, true)).toMatchObject(REGISTERED)
  unwrap(await save(twins[1], { email: 'still@example.com' }))
})

it('a number that both would have is refused as before', async () => {
  const number = { identificationType: 'PASSPORT', identificationNumber: 'AB123456' } as const
  unwrap(await save(twins[0], number))
  expect(await save(twins[1], number)).toMatchObject(REGISTERED)
})
