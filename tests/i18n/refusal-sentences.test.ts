import { expect, it } from 'vitest'
import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { SENTENCES } from '../e2e/steps/refusal-sentences.ts'
import { readLanguage } from './read-language.ts'

const { speak: en } = await readLanguage('en')
const { speak: sw } = await readLanguage('sw')

/** Refusals that a form gives at once, so no work ever waits with them. */
const AT_THE_FORM = {
  CUSTOMER_ALREADY_REGISTERED: ['Customer already registered', 'Mteja tayari amesajiliwa'],
  CUSTOMER_NOT_SAVED: ['Error saving the customer', 'Hitilafu imetokea wakati wa kumhifadhi mteja'],
  CUSTOMER_ARCHIVED: [
    'A customer in the archive has this number. Put that customer back on the list',
    'Mteja aliye kwenye kumbukumbu ana namba hii. Mrudishe kwenye orodha',
  ],
  PRODUCT_STOCK_NOT_FETCHED: [
    'Stock can be counted once this phone has fetched everything from the server',
    'Bidhaa zinaweza kuhesabiwa baada ya simu hii kupokea taarifa zote kutoka kwenye seva',
  ],
  PRODUCT_BARCODE_DUPLICATED: ['Another product has this barcode', 'Bidhaa nyingine ina msimbopau huu'],
  EXPENSE_CODE_REQUIRED: ['The receipt code is required', 'Msimbo wa risiti unahitajika'],
  EXPENSE_CURRENCY_RATE_REQUIRED: [
    'Enter how many shillings one unit of this currency cost',
    'Andika shilingi ngapi zilitumika kwa 1 ya sarafu hii',
  ],
} as const

// The browser test shows each of the sentences in one of the two languages; here each is read in both.
it.each(Object.entries({ ...SENTENCES, ...AT_THE_FORM }))(
  '%s is said in both languages (spec §5, §8)',
  (code, [english, swahili]) => {
    expect(en._(errorMessage(code))).toBe(english)
    expect(sw._(errorMessage(code))).toBe(swahili)
  },
)

it.each(['CUSTOMER_ID_DUPLICATED', 'CUSTOMER_VRN_DUPLICATED'])(
  'the step after %s is said in both languages',
  (code) => {
    const step = nextStep(code)
    expect(step && en._(step)).toBe('Use the customer who already has this number')
    expect(step && sw._(step)).toBe('Mtumie mteja ambaye tayari ana namba hii')
  },
)
