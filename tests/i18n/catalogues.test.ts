import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from '#contract/error-codes.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { BOTH_LANGUAGES } from '#features/login/both-languages.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { STATUS_LIST_NAMES, STATUS_NAMES } from '#i18n/status-names.ts'
import {
  AMOUNT_TYPE_NAMES,
  FISCAL_PAYMENT_NAMES,
  IDENTIFICATION_NAMES,
  taxTypeName,
} from '#i18n/trade-names.ts'
import { readLanguage } from './read-language.ts'

const { speak: en, messages: english } = await readLanguage('en')
const { speak: sw, messages: swahili } = await readLanguage('sw')

/** Every message in both languages, without its places. */
const pairs = Object.keys(english).map((id) => ({
  en: JSON.stringify(english[id]),
  sw: JSON.stringify(swahili[id]),
}))

describe('both catalogues', () => {
  it('know the same messages', () => {
    expect(Object.keys(swahili).sort()).toEqual(Object.keys(english).sort())
  })

  it.each(ERROR_CODES)('say %s in words of both languages', (code) => {
    const message = errorMessage(code)
    const unexpected = errorMessage('UNEXPECTED')
    if (code !== 'UNEXPECTED') expect(en._(message)).not.toBe(en._(unexpected))
    expect(en._(message)).toMatch(/\p{L}{3}/u)
    expect(sw._(message)).not.toBe(en._(message))
  })

  it('say what the login form says before it knows the language', () => {
    const joined = ['Log in', 'Username', 'Password', 'Forgot password?'].map((text) => {
      const id = Object.keys(english).find((key) => JSON.stringify(english[key]) === JSON.stringify([text]))
      return `${sw._(id ?? '')} / ${text}`
    })
    expect(Object.values(BOTH_LANGUAGES)).toEqual(joined)
  })

  it('show a code of a newer server as unexpected', () => {
    expect(en._(errorMessage('SOMETHING_NEW'))).toBe('An unexpected error occurred. Please try again later')
  })
})

// Spec §8 quotes these texts; the Swahili of the login error is quoted too, the others follow the glossary.
describe('quoted texts of the specification', () => {
  it.each([
    ['INVALID_CREDENTIALS', 'Invalid credentials', 'Hati sio sahihi'],
    [
      'CUSTOMER_ID_DUPLICATED',
      'Customer identification number duplicated',
      'Namba ya kitambulisho cha mteja imejirudia',
    ],
    [
      'CUSTOMER_VRN_DUPLICATED',
      'Customer VAT registration number duplicated',
      'Namba ya usajili wa VAT ya mteja imejirudia',
    ],
    ['CUSTOMER_ALREADY_REGISTERED', 'Customer already registered', 'Mteja tayari amesajiliwa'],
    ['CUSTOMER_NOT_SAVED', 'Error saving the customer', 'Hitilafu imetokea wakati wa kumhifadhi mteja'],
    ['CUSTOMER_NOT_FOUND', 'Customer not found', 'Mteja hajapatikana'],
    [
      'COMPANY_BLOCKED_BY_TRA',
      'Your account has been blocked by TRA. Please contact us for more details.',
      'Akaunti yako imezuiwa na TRA. Tafadhali wasiliana nasi kwa maelezo zaidi.',
    ],
    [
      'TRA_REFUSED_OTHER',
      'There an error sending the invoice to TRA',
      'Hitilafu imetokea wakati wa kutuma ankara TRA',
    ],
    [
      'INVOICE_PRODUCT_NOT_SAVED',
      'Please save the product first before submitting the invoice',
      'Tafadhali hifadhi bidhaa kwanza kabla ya kuwasilisha ankara',
    ],
    [
      'INVOICE_PAYMENTS_EXCEED_TOTAL',
      'Total payments greater than total invoice',
      'Jumla ya malipo ni kubwa kuliko jumla ya ankara',
    ],
    ['PASSWORD_CURRENT_INVALID', 'Current password invalid!', 'Nenosiri la sasa si sahihi!'],
    ['CUSTOMER_NAME_REQUIRED', 'Please enter a customer name', 'Tafadhali weka jina la mteja'],
    ['CUSTOMER_TIN_INVALID', 'Please enter a correct TIN number', 'Tafadhali weka namba sahihi ya TIN'],
    ['CUSTOMER_NIDA_INVALID', 'Enter correct NIDA number', 'Weka namba sahihi ya NIDA'],
    ['CUSTOMER_PHONE_INVALID', 'Please enter a valid phone number', 'Tafadhali weka namba sahihi ya simu'],
    ['CUSTOMER_EMAIL_INVALID', 'Valid email required', 'Barua pepe sahihi inahitajika'],
    ['OTP_INCORRECT', 'The code is incorrect', 'Msimbo si sahihi'],
    [
      'OTP_INCORRECT_SECOND',
      'The code is incorrect. You have 1 attempt left',
      'Msimbo si sahihi. Umebakiwa na jaribio 1',
    ],
    ['OTP_EXPIRED', 'OTP has been expired', 'Muda wa msimbo (OTP) umekwisha'],
    [
      'OTP_ATTEMPTS_EXCEEDED',
      'You have exceeded the maximum attempts (3)',
      'Umezidisha idadi ya juu ya majaribio (3)',
    ],
    ['RESET_EMAIL_INVALID', 'Valid email required', 'Barua pepe sahihi inahitajika'],
    ['ACCOUNT_EMAIL_REGISTERED', 'The email is already registered!', 'Barua pepe hii tayari imesajiliwa!'],
    ['TOO_MANY_REQUESTS', 'Too many requests', 'Maombi mengi mno'],
  ])('%s', (code, english, swahili) => {
    expect(en._(errorMessage(code))).toBe(english)
    expect(sw._(errorMessage(code))).toBe(swahili)
  })
})

describe('names of the trade', () => {
  it('makes the label of special relief from the rate (spec §9, both readings)', () => {
    expect(en._(taxTypeName('special_relief', toBasisPoints(0)))).toBe('Special relief (0%)')
    expect(en._(taxTypeName('special_relief', toBasisPoints(500)))).toBe('Special relief (5%)')
    expect(sw._(taxTypeName('special_relief', toBasisPoints(500)))).toBe('Nafuu maalum (5%)')
    expect(sw._(taxTypeName('standard', toBasisPoints(1800)))).toBe('Kiwango cha kawaida 18%')
  })

  it('says one invoice and a list of invoices differently in Swahili (class 9/10 agreement)', () => {
    expect(sw._(STATUS_NAMES.issued)).toBe('Imetolewa')
    expect(sw._(STATUS_LIST_NAMES.issued)).toBe('Zilizotolewa')
    expect(sw._(STATUS_NAMES.canceled)).toBe('Imebatilishwa')
    expect(sw._(STATUS_LIST_NAMES.submitted)).toBe('Zilizowasilishwa')
  })

  it('never calls a canceled invoice deleted (glossary: futa, batilisha and ghairi differ)', () => {
    const words = [
      STATUS_NAMES.canceled,
      STATUS_LIST_NAMES.canceled,
      errorMessage('INVOICE_ALREADY_CANCELED'),
    ]
    for (const word of words) expect(sw._(word)).not.toMatch(/fut/i)
  })

  it('never calls anything canceled deleted, whatever it is (glossary: futa, batilisha and ghairi differ)', () => {
    const canceled = pairs.filter(({ en: from }) => /cancel/i.test(from))
    const deleted = canceled.filter(
      ({ en: from, sw: to }) => !/delet|remov/i.test(from) && /(?<!ta)fut(a|w)/i.test(to),
    )
    expect(deleted).toEqual([])
    // A dialog is closed, a record is voided.
    expect(
      canceled.filter(({ en: from, sw: to }) => /invoice|receipt/i.test(from) && /ghairi/i.test(to)),
    ).toEqual([])
  })

  it('keeps the words of tax law in one form (glossary: 6, 50)', () => {
    expect(pairs.filter(({ en: from, sw: to }) => /fiscal receipt/i.test(from) && !/EFD/.test(to))).toEqual(
      [],
    )
    expect(
      pairs.filter(({ en: from, sw: to }) => /zero.rated/i.test(from) && !/cha sifuri/.test(to)),
    ).toEqual([])
  })

  it('keeps the style of swahili.md: namba, si sahihi, no "kwa mafanikio"', () => {
    const wrong = pairs.filter(({ sw: to }) => /nambari|sio sahihi|kwa mafanikio/i.test(to))
    expect(wrong.map(({ sw: to }) => to)).toEqual(['["Hati sio sahihi"]'])
  })

  it('names payments, identification and amounts in Swahili', () => {
    expect(sw._(FISCAL_PAYMENT_NAMES.CASH)).toBe('Taslimu')
    expect(sw._(FISCAL_PAYMENT_NAMES.EMONEY)).toBe('Pesa ya simu')
    expect(sw._(IDENTIFICATION_NAMES.PASSPORT)).toBe('Hati ya kusafiria')
    expect(sw._(AMOUNT_TYPE_NAMES.EXCLUSIVE)).toBe('Bei hazijumuishi VAT')
  })
})
