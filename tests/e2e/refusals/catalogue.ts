import { findLatestWork, type QueuedWork } from '../steps/insert-broken-work.ts'
import { newCustomer, newProduct } from '../steps/new-records.ts'
import { EDIT_OF_NOTHING, type Fields, resolveForms, TOO_LONG, wrongFields } from './forms.ts'
import type { RefusalContext } from './refusal-context.ts'

/** Customers, as an older app or another phone left them. */
export async function resolveCustomers(context: RefusalContext, number: string): Promise<void> {
  const { page } = context.english
  await context.phone.context.setOffline(true)
  await newCustomer(page, `Mteja ${number}`, `3${number}`, `${number}C`)
  const model = await findLatestWork(page, 'customer.save')
  let next = 0
  /** A person of its own, so that nothing but what is meant is refused. */
  const somebody = (change: Fields) => {
    next += 1
    const identificationNumber = `3${String(Number(number) + next).padStart(8, '0')}`
    return wrongFields({ identificationNumber, vatRegistrationNumber: '', ...change })
  }
  const ID = 'Identification number'
  const VRN = 'VAT registration number (VRN)'
  const NIDA = 'NATIONAL_IDENTIFICATION_AUTHORITY'
  await resolveForms(context, model, [
    {
      wrong: somebody({
        name: '',
        identificationNumber: '12345',
        phone: '12',
        email: 'asha',
        vatRegistrationNumber: '1234',
      }),
      expected: [
        { code: 'CUSTOMER_NAME_REQUIRED', field: 'Name', good: 'Asha Mfano' },
        { code: 'CUSTOMER_TIN_INVALID', field: ID, good: `4${number}` },
        { code: 'CUSTOMER_PHONE_INVALID', field: 'Phone number', good: '0700000101' },
        { code: 'CUSTOMER_EMAIL_INVALID', field: 'Email', good: 'asha@example.com' },
        { code: 'CUSTOMER_VRN_INVALID', field: VRN, good: `${number}E` },
      ],
    },
    {
      wrong: somebody({ name: TOO_LONG(101), identificationType: 'LIBRARY_CARD' }),
      expected: [
        { code: 'CUSTOMER_NAME_TOO_LONG', field: 'Name', good: 'Neema' },
        { code: 'CUSTOMER_ID_TYPE_REQUIRED', field: 'Identification type', good: 'NO_IDENTIFICATION' },
      ],
    },
    {
      wrong: somebody({ identificationType: NIDA, identificationNumber: '123' }),
      expected: [{ code: 'CUSTOMER_NIDA_INVALID', field: ID, good: `199001011410${number}` }],
    },
    {
      wrong: somebody({ identificationType: 'PASSPORT', identificationNumber: 'AB1' }),
      expected: [{ code: 'CUSTOMER_ID_INVALID', field: ID, good: `AB${number}` }],
    },
    // The valid customer is at the server first, so another customer with the same numbers is refused.
    {
      wrong: somebody({ name: 'Mwingine', identificationNumber: `3${number}` }),
      expected: [{ code: 'CUSTOMER_ID_DUPLICATED', field: ID, good: `5${number}` }],
    },
    {
      wrong: somebody({ name: 'Wa tatu', vatRegistrationNumber: `${number}C` }),
      expected: [{ code: 'CUSTOMER_VRN_DUPLICATED', field: VRN, good: `${number}D` }],
    },
    { wrong: EDIT_OF_NOTHING, expected: 'CUSTOMER_NOT_FOUND' },
  ])
}

/** The same for products. Returns a valid one, as it was queued. */
export async function resolveProducts(context: RefusalContext, number: string): Promise<QueuedWork> {
  const { page } = context.english
  await context.phone.context.setOffline(true)
  await newProduct(page, `Bidhaa ${number}`)
  const model = await findLatestWork(page, 'product.save')
  const NAME = 'Product or service name'
  await resolveForms(context, model, [
    {
      wrong: wrongFields({ name: '' }),
      expected: [{ code: 'PRODUCT_NAME_REQUIRED', field: NAME, good: `Kitu ${number}` }],
    },
    {
      wrong: wrongFields({ name: TOO_LONG(256), unit: TOO_LONG(21), unitPrice: -100, taxType: 'luxury' }),
      expected: [
        { code: 'PRODUCT_NAME_TOO_LONG', field: NAME, good: 'Kitu' },
        { code: 'PRODUCT_UNIT_TOO_LONG', field: 'Unit', good: 'kg' },
        { code: 'PRODUCT_PRICE_INVALID', field: 'Price, VAT included', good: '1200' },
        { code: 'PRODUCT_TAX_TYPE_REQUIRED', field: 'Tax type', good: 'standard' },
      ],
    },
    {
      wrong: wrongFields({ name: `Msimbo ${number}`, barcode: '\u00e9' }),
      expected: [{ code: 'PRODUCT_BARCODE_INVALID', field: 'Barcode', good: `9${number}` }],
    },
    {
      wrong: wrongFields({ name: `Ghala ${number}`, sku: TOO_LONG(41) }),
      expected: [{ code: 'PRODUCT_DETAIL_TOO_LONG', field: 'Stock number (SKU)', good: 'A-1' }],
    },
    { wrong: EDIT_OF_NOTHING, expected: 'PRODUCT_NOT_FOUND' },
  ])
  return model
}
