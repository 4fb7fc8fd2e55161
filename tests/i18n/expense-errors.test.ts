import { msg } from '@lingui/core/macro'
import { expect, test } from 'vitest'
import { CAMERA_ERRORS, cameraErrorCode } from '#blocks/camera/camera-errors.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { translatorFor } from '../e2e/steps/translate.ts'
import { readLanguage } from './read-language.ts'

const FAILED = msg`Receipt processing failed. Type the details yourself, or try again.`
const REGISTERED = msg`This receipt code is already registered`

test.each([
  [
    'en',
    'Receipt processing failed. Type the details yourself, or try again.',
    'Conflict. Code already registered.',
    'Conflict. Tax Number or Serial already registered.',
    'This receipt code is already registered',
  ],
  [
    'sw',
    'Risiti haikuweza kusomwa. Andika maelezo mwenyewe, au jaribu tena.',
    'Mgongano. Msimbo tayari umesajiliwa.',
    'Mgongano. TIN au namba ya mfululizo tayari imesajiliwa.',
    'Msimbo huu wa risiti tayari umesajiliwa',
  ],
] as const)(
  'conflicts and a receipt that cannot be read are said in plain words (spec §8, %s)',
  async (language, ...words) => {
    const { speak } = await readLanguage(language)
    const [failed, code, number, registered] = words
    expect(speak._(FAILED)).toBe(failed)
    expect(speak._(REGISTERED)).toBe(registered)
    for (const refusal of ['EXPENSE_CODE_REGISTERED', 'CATEGORY_CODE_REGISTERED'] as const) {
      expect(speak._(errorMessage(refusal))).toBe(code)
    }
    expect(speak._(errorMessage('VENDOR_NUMBER_REGISTERED'))).toBe(number)
  },
)

/** Spec §8, expenses: the codes that the phone and the server give, and what people read. */
const EXPENSE_ERRORS = [
  [['REQUEST_INVALID'], 'Please check the form fields', 'Tafadhali kagua sehemu za fomu'],
  [
    ['TOKEN_EXPIRED', 'TOKEN_INVALID', 'TOKEN_MISSING', 'REFRESH_REFUSED'],
    'Your session has ended. Please log in again',
    'Muda wako wa kuingia umekwisha. Tafadhali ingia tena',
  ],
  [['EXPENSE_NOT_FOUND'], 'The requested information was not found', 'Taarifa iliyoombwa haijapatikana'],
  [['FORBIDDEN'], 'You do not have permission for this action', 'Huna ruhusa ya kufanya kitendo hiki'],
  [
    ['NETWORK_UNREACHABLE'],
    'Network error. Check your connection and try again',
    'Hitilafu ya mtandao. Angalia muunganisho wako kisha ujaribu tena',
  ],
  [
    ['UNEXPECTED', 'A_CODE_OF_A_LATER_SERVER'],
    'An unexpected error occurred. Please try again later',
    'Hitilafu isiyotarajiwa imetokea. Tafadhali jaribu tena baadaye',
  ],
  [['FILE_TOO_LARGE'], 'The file is too large. The limit is 5MB', 'Faili ni kubwa mno. Kikomo ni 5MB'],
  [
    ['FILE_TYPE_NOT_ALLOWED'],
    'Wrong file type. Only PDF, PNG or JPG is allowed',
    'Aina ya faili si sahihi. PDF, PNG au JPG pekee inaruhusiwa',
  ],
] as const

/** What a suggested category is refused with before anything is counted. */
const AI_ERRORS = [
  [
    'AI_CONSENT_REQUIRED',
    'First choose whether AI may word your figures',
    'Kwanza chagua kama AI inaweza kuandika takwimu zako kwa maneno',
  ],
  [
    'AI_SERVER_LIMIT',
    'Risiti has used up its AI requests of today. Nothing was counted for you. Try again tomorrow',
    'Risiti imemaliza maombi yake ya AI ya leo. Hakuna kilichohesabiwa kwako. Jaribu tena kesho',
  ],
] as const

test.each(['en', 'sw'] as const)('AI that gives no answer says why (spec §8, %s)', async (language) => {
  const { speak } = await readLanguage(language)
  for (const [code, en, sw] of AI_ERRORS) {
    expect(speak._(errorMessage(code)), code).toBe(language === 'en' ? en : sw)
  }
})

test('a suggested category needs a description, and says so in both languages (spec §5)', () => {
  const english = 'Write first what was bought, for at least one item'
  expect(translatorFor('en')(english)).toBe(english)
  expect(translatorFor('sw')(english)).toBe('Andika kwanza kilichonunuliwa, angalau kwa bidhaa moja')
})

test.each(['en', 'sw'] as const)(
  'every other error of expenses has its words (spec §8, %s)',
  async (language) => {
    const { speak } = await readLanguage(language)
    for (const [codes, en, sw] of EXPENSE_ERRORS) {
      for (const code of codes) expect(speak._(errorMessage(code)), code).toBe(language === 'en' ? en : sw)
    }
  },
)

/** What browsers say when a camera does not start, and what people read. */
const CAMERA_FAILURES = [
  [
    ['NotAllowedError', 'SecurityError'],
    'Permission to use the camera was denied. Allow it in the browser settings, then try again',
    'Ruhusa ya kutumia kamera imekataliwa. Iruhusu kwenye mipangilio ya kivinjari, kisha ujaribu tena',
  ],
  [
    ['NotFoundError', 'OverconstrainedError'],
    'No camera was found on this phone. If it has one, restart the phone, then try again',
    'Hakuna kamera kwenye simu hii. Kama ipo, zima simu na uiwashe, kisha ujaribu tena',
  ],
  [
    ['NotReadableError', 'AbortError'],
    'The camera is being used by another app. Close that app, then try again',
    'Kamera inatumiwa na programu nyingine. Funga programu hiyo, kisha ujaribu tena',
  ],
  [
    ['TypeError'],
    'The camera could not start. Try again. If it still does not start, restart the phone',
    'Kamera haikuweza kuwaka. Jaribu tena. Isipowaka, zima simu na uiwashe',
  ],
] as const

const NO_CAMERA_HERE = {
  en: 'This browser cannot use the camera. Type the code instead, or open Risiti in a newer browser',
  sw: 'Kivinjari hiki hakiwezi kutumia kamera. Andika msimbo badala yake, au fungua Risiti kwenye kivinjari kipya zaidi',
}

test.each(['en', 'sw'] as const)(
  'a camera that does not start says why and what to do (spec §8, %s)',
  async (language) => {
    const { speak } = await readLanguage(language)
    for (const [names, en, sw] of CAMERA_FAILURES) {
      for (const name of names) {
        const error = Object.assign(new Error('no camera'), { name })
        expect(speak._(CAMERA_ERRORS[cameraErrorCode(error)]), name).toBe(language === 'en' ? en : sw)
      }
    }
    expect(speak._(CAMERA_ERRORS.unsupported)).toBe(NO_CAMERA_HERE[language])
  },
)

test('a picture without the code of a receipt says so in both languages (spec §8)', () => {
  for (const [english, swahili] of [
    ['This is not the QR code of a TRA receipt', 'Huu si msimbo wa QR wa risiti ya TRA'],
    [
      'No QR code of a TRA receipt was found in this picture',
      'Hakuna msimbo wa QR wa risiti ya TRA kwenye picha hii',
    ],
  ] as const) {
    expect(translatorFor('en')(english)).toBe(english)
    expect(translatorFor('sw')(english)).toBe(swahili)
  }
})
