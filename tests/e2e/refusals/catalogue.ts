import { latestWork, type Work } from '../steps/left-work.ts'
import { newCustomer, newProduct } from '../steps/new-records.ts'
import { EDIT_OF_NOTHING, type Fields, mendForms, TOO_LONG, wrongFields } from './forms.ts'
import type { Stage } from './stage.ts'

/** Customers, as an older app or another phone left them. */
export async function mendCustomers(stage: Stage, number: string): Promise<void> {
  const { page } = stage.english
  await stage.phone.context.setOffline(true)
  await newCustomer(page, `Mteja ${number}`, `3${number}`, `${number}C`)
  const model = await latestWork(page, 'customer.save')
  let next = 0
  /** A person of its own, so that nothing but what is meant is refused. */
  const somebody = (change: Fields) => {
    next += 1
    const identificationNumber = `3${String(Number(number) + next).padStart(8, '0')}`
    return wrongFields({ identificationNumber, vatRegistrationNumber: '', ...change })
  }
  const ID = 'Identification number'
  const PHONE = 'Phone number'
  const VRN = 'VAT registration number (VRN)'
  const NIDA = 'NATIONAL_IDENTIFICATION_AUTHORITY'
  const nida = (identificationNumber: string) => ({ identificationType: NIDA, identificationNumber })
  const passport = (identificationNumber: string) => ({
    identificationType: 'PASSPORT',
    identificationNumber,
  })
  await mendForms(stage, model, [
    { code: 'CUSTOMER_NAME_REQUIRED', wrong: somebody({ name: '' }), field: 'Name', good: 'Asha Mfano' },
    {
      code: 'CUSTOMER_NAME_TOO_LONG',
      wrong: somebody({ name: TOO_LONG(101) }),
      field: 'Name',
      good: 'Neema',
    },
    {
      code: 'CUSTOMER_ID_TYPE_REQUIRED',
      wrong: somebody({ identificationType: 'LIBRARY_CARD' }),
      field: 'Identification type',
      good: 'NO_IDENTIFICATION',
    },
    {
      code: 'CUSTOMER_TIN_INVALID',
      wrong: somebody({ identificationNumber: '12345' }),
      field: ID,
      good: `4${number}`,
    },
    { code: 'CUSTOMER_NIDA_INVALID', wrong: somebody(nida('123')), field: ID, good: `199001011410${number}` },
    { code: 'CUSTOMER_ID_INVALID', wrong: somebody(passport('AB1')), field: ID, good: `AB${number}` },
    { code: 'CUSTOMER_PHONE_INVALID', wrong: somebody({ phone: '12' }), field: PHONE, good: '0700000101' },
    {
      code: 'CUSTOMER_EMAIL_INVALID',
      wrong: somebody({ email: 'asha' }),
      field: 'Email',
      good: 'asha@example.com',
    },
    {
      code: 'CUSTOMER_VRN_INVALID',
      wrong: somebody({ vatRegistrationNumber: '1234' }),
      field: VRN,
      good: `${number}E`,
    },
    // The sound one is at the server first: somebody else with its numbers comes too late.
    {
      code: 'CUSTOMER_ID_DUPLICATED',
      wrong: somebody({ name: 'Mwingine', identificationNumber: `3${number}` }),
      field: ID,
      good: `5${number}`,
    },
    {
      code: 'CUSTOMER_VRN_DUPLICATED',
      wrong: somebody({ name: 'Wa tatu', vatRegistrationNumber: `${number}C` }),
      field: VRN,
      good: `${number}D`,
    },
    { code: 'CUSTOMER_NOT_FOUND', wrong: EDIT_OF_NOTHING },
  ])
}

/** Products likewise. Gives a sound one, as it was queued. */
export async function mendProducts(stage: Stage, number: string): Promise<Work> {
  const { page } = stage.english
  await stage.phone.context.setOffline(true)
  await newProduct(page, `Bidhaa ${number}`)
  const model = await latestWork(page, 'product.save')
  const NAME = 'Product or service name'
  await mendForms(stage, model, [
    { code: 'PRODUCT_NAME_REQUIRED', wrong: wrongFields({ name: '' }), field: NAME, good: `Kitu ${number}` },
    { code: 'PRODUCT_NAME_TOO_LONG', wrong: wrongFields({ name: TOO_LONG(256) }), field: NAME, good: 'Kitu' },
    { code: 'PRODUCT_UNIT_TOO_LONG', wrong: wrongFields({ unit: TOO_LONG(21) }), field: 'Unit', good: 'kg' },
    {
      code: 'PRODUCT_PRICE_INVALID',
      wrong: wrongFields({ unitPrice: -100 }),
      field: 'Price, VAT included',
      good: '1200',
    },
    {
      code: 'PRODUCT_TAX_TYPE_REQUIRED',
      wrong: wrongFields({ taxType: 'luxury' }),
      field: 'Tax type',
      good: 'standard',
    },
    { code: 'PRODUCT_NOT_FOUND', wrong: EDIT_OF_NOTHING },
  ])
  return model
}
