import { findLatestWork, type Wrong } from '../steps/insert-broken-work.ts'
import { newCategory, newVendor } from '../steps/new-records.ts'
import { EDIT_OF_NOTHING, type Fields, resolveForms, TOO_LONG, wrongFields } from './forms.ts'
import type { RefusalContext } from './refusal-context.ts'

const MERGED_INTO_ITSELF: Wrong = {
  body: (payload) =>
    wrongFields({ taxNumber: '', mergedInto: payload['vendorId'] }).body?.(payload) ?? payload,
}

/** Vendors, as an older app or another phone left them. */
export async function resolveVendors(context: RefusalContext, number: string): Promise<void> {
  const { page } = context.english
  await context.phone.context.setOffline(true)
  await newVendor(page, `Muuzaji ${number}`, `6${number}`)
  const model = await findLatestWork(page, 'vendor.save')
  const vendor = (change: Fields) => wrongFields({ taxNumber: '', ...change })
  await resolveForms(context, model, [
    {
      wrong: vendor({ name: '' }),
      expected: [{ code: 'VENDOR_NAME_REQUIRED', field: 'Vendor name', good: 'Asha Mfano' }],
    },
    {
      wrong: vendor({ address: TOO_LONG(201) }),
      expected: [{ code: 'VENDOR_ADDRESS_TOO_LONG', field: 'Address', good: 'Dodoma' }],
    },
    {
      wrong: vendor({ foreign: true, taxNumber: 'KE-1' }),
      expected: [{ code: 'VENDOR_TAX_NUMBER_FOREIGN', field: 'TIN', good: `P05${number}A` }],
    },
    {
      wrong: vendor({ serial: TOO_LONG(21) }),
      expected: [{ code: 'VENDOR_NUMBER_TOO_LONG', field: 'Serial number', good: '10TZ100100' }],
    },
    {
      wrong: vendor({ name: 'Mwingine', taxNumber: `6${number}` }),
      expected: [{ code: 'VENDOR_NUMBER_REGISTERED', field: 'TIN', good: `7${number}` }],
    },
    { wrong: MERGED_INTO_ITSELF, expected: 'VENDOR_MERGED' },
    { wrong: EDIT_OF_NOTHING, expected: 'VENDOR_NOT_FOUND' },
  ])
}

/** Categories of expenses likewise. */
export async function resolveCategories(context: RefusalContext, number: string): Promise<void> {
  const { page } = context.english
  await context.phone.context.setOffline(true)
  await newCategory(page, `Aina ${number}`, `A${number}`)
  const model = await findLatestWork(page, 'category.save')
  const [NAME, CODE] = ['Category name', 'Code'] as const
  await resolveForms(context, model, [
    {
      wrong: wrongFields({ name: '', code: 'X' }),
      expected: [
        { code: 'CATEGORY_NAME_REQUIRED', field: NAME, good: 'Ulinzi' },
        { code: 'CATEGORY_CODE_INVALID', field: CODE, good: `B${number}` },
      ],
    },
    {
      wrong: wrongFields({ name: TOO_LONG(61), code: `C${number}`, description: TOO_LONG(256) }),
      expected: [
        { code: 'CATEGORY_NAME_TOO_LONG', field: NAME, good: 'Usafi' },
        { code: 'CATEGORY_DESCRIPTION_TOO_LONG', field: 'Description', good: '' },
      ],
    },
    {
      wrong: wrongFields({}),
      expected: [{ code: 'CATEGORY_CODE_REGISTERED', field: CODE, good: `D${number}` }],
    },
    { wrong: EDIT_OF_NOTHING, expected: 'CATEGORY_NOT_FOUND' },
  ])
}
