import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/error-codes.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { translatorFor } from '../e2e/steps/translate.ts'
import { readLanguage } from './read-language.ts'

const { speak: en } = await readLanguage('en')
const { speak: sw } = await readLanguage('sw')

type Row = readonly [code: ErrorCode, english: string, swahili: string]

const CODES: Readonly<Record<string, readonly Row[]>> = {
  'spec §5, registration': [
    [
      'REGISTRATION_FULL_NAME',
      'The full name must have 5 to 50 characters',
      'Jina kamili liwe na herufi 5 hadi 50',
    ],
    ['REGISTRATION_EMAIL', 'Please enter a valid email', 'Tafadhali weka barua pepe sahihi'],
    [
      'REGISTRATION_PHONE',
      'The phone number must have exactly 9 digits',
      'Namba ya simu iwe na tarakimu 9 kamili',
    ],
    [
      'REGISTRATION_COMPANY_NAME',
      'The company name must have at least 5 characters',
      'Jina la kampuni liwe na angalau herufi 5',
    ],
    [
      'REGISTRATION_TIN',
      'The TIN must have 9 digits, and 999-999-999 is for people abroad only',
      'TIN iwe na tarakimu 9, na 999-999-999 ni ya watu walio nje ya nchi tu',
    ],
    [
      'REGISTRATION_PROMO_CODE',
      'The promo code must have 6 letters or digits',
      'Msimbo wa ofa uwe na herufi au tarakimu 6',
    ],
  ],
  'spec §5, login': [
    ['LOGIN_USERNAME_REQUIRED', 'The username is required', 'Jina la mtumiaji linahitajika'],
    ['LOGIN_PASSWORD_REQUIRED', 'The password is required', 'Nenosiri linahitajika'],
  ],
  'spec §5, new user': [
    [
      'USER_FIRST_NAME_LENGTH',
      'The first name must have 3 to 50 characters',
      'Jina la kwanza liwe na herufi 3 hadi 50',
    ],
    [
      'USER_LAST_NAME_LENGTH',
      'The last name must have 3 to 50 characters',
      'Jina la ukoo liwe na herufi 3 hadi 50',
    ],
    [
      'USER_USERNAME_LENGTH',
      'The username must have 3 to 100 characters',
      'Jina la mtumiaji liwe na herufi 3 hadi 100',
    ],
    [
      'USER_EMAIL_INVALID',
      'The email must be valid and have 12 to 100 characters',
      'Barua pepe iwe sahihi na yenye herufi 12 hadi 100',
    ],
    [
      'USER_MOBILE_INVALID',
      'The mobile number must have exactly 9 digits',
      'Namba ya simu ya mkononi iwe na tarakimu 9 kamili',
    ],
    ['USER_COMPANY_REQUIRED', 'Please choose a company', 'Tafadhali chagua kampuni'],
  ],
  'spec §5, operator creation': [
    ['USER_ORGANIZATION_REQUIRED', 'Please choose an organization', 'Tafadhali chagua shirika'],
    ['USER_TYPE_REQUIRED', 'Please choose a user type', 'Tafadhali chagua aina ya mtumiaji'],
  ],
  'spec §5, profile': [
    [
      'PROFILE_EMAIL_LENGTH',
      'The new email must have at most 50 characters',
      'Barua pepe mpya isizidi herufi 50',
    ],
    ['PROFILE_EMAIL_MISMATCH', 'The emails do not match', 'Barua pepe hazilingani'],
    [
      'PROFILE_PHONE',
      'The phone number must have exactly 9 digits',
      'Namba ya simu iwe na tarakimu 9 kamili',
    ],
    ['PASSWORD_CURRENT_REQUIRED', 'The current password is required', 'Nenosiri la sasa linahitajika'],
    [
      'PASSWORD_CURRENT_LENGTH',
      'The current password must have 5 to 20 characters',
      'Nenosiri la sasa liwe na herufi 5 hadi 20',
    ],
    [
      'PASSWORD_CURRENT_REUSED',
      'Choose a password that differs from the current one',
      'Chagua nenosiri tofauti na la sasa',
    ],
    [
      'PASSWORD_LENGTH',
      'The new password must have 6 to 20 characters',
      'Nenosiri jipya liwe na herufi 6 hadi 20',
    ],
    ['PASSWORD_UPPER', 'Add at least one capital letter', 'Weka angalau herufi kubwa moja'],
    ['PASSWORD_LOWER', 'Add at least one lowercase letter', 'Weka angalau herufi ndogo moja'],
    ['PASSWORD_DIGIT', 'Add at least one digit', 'Weka angalau tarakimu moja'],
    ['PASSWORD_SPECIAL', 'Add at least one special character', 'Weka angalau alama maalum moja'],
    ['PASSWORD_MISMATCH', 'The passwords do not match', 'Manenosiri hayalingani'],
  ],
  'spec §5, company form': [
    ['COMPANY_ORGANIZATION_REQUIRED', 'Please choose an organization', 'Tafadhali chagua shirika'],
    ['COMPANY_NAME_REQUIRED', 'The name is required', 'Jina linahitajika'],
    [
      'COMPANY_TIN_REQUIRED',
      'The TIN is required and must have 9 digits, and 999-999-999 is for people abroad only',
      'TIN inahitajika na iwe na tarakimu 9, na 999-999-999 ni ya watu walio nje ya nchi tu',
    ],
    ['COMPANY_EMAIL_REQUIRED', 'A valid email is required', 'Barua pepe sahihi inahitajika'],
    [
      'COMPANY_PHONE_REQUIRED',
      'The phone number is required and must have 9 digits',
      'Namba ya simu inahitajika na iwe na tarakimu 9',
    ],
    ['COMPANY_ADDRESS_REQUIRED', 'The address is required', 'Anwani inahitajika'],
    ['COMPANY_SERIAL_REQUIRED', 'The serial number is required', 'Namba ya mfululizo inahitajika'],
    ['CERTIFICATE_FILE_REQUIRED', 'Choose the certificate file', 'Chagua faili la cheti'],
  ],
  'spec §5, contact form': [
    ['CONTACT_NAME_REQUIRED', 'The full name is required', 'Jina kamili linahitajika'],
    ['CONTACT_EMAIL_REQUIRED', 'A valid email is required', 'Barua pepe sahihi inahitajika'],
    ['CONTACT_MESSAGE_REQUIRED', 'The message is required', 'Ujumbe unahitajika'],
  ],
  'spec §5, one-time code': [['OTP_SIX_DIGITS', 'The code must have 6 digits', 'Msimbo uwe na tarakimu 6']],
  'spec §8, login and registration': [
    ['INVALID_CREDENTIALS', 'Invalid credentials', 'Hati sio sahihi'],
    ['ACCOUNT_EMAIL_REGISTERED', 'The email is already registered!', 'Barua pepe hii tayari imesajiliwa!'],
  ],
  'spec §8, password and one-time code': [
    ['PASSWORD_CURRENT_INVALID', 'Current password invalid!', 'Nenosiri la sasa si sahihi!'],
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
  ],
  'spec §8, reset password': [
    [
      'RESET_FAILED',
      'The password was not reset. Please try again',
      'Nenosiri halikuwekwa upya. Tafadhali jaribu tena',
    ],
    ['RESET_USERNAME_REQUIRED', 'The username is required', 'Jina la mtumiaji linahitajika'],
    ['RESET_EMAIL_INVALID', 'Valid email required', 'Barua pepe sahihi inahitajika'],
    ['RESET_PASSWORD_REQUIRED', 'The new password is required', 'Nenosiri jipya linahitajika'],
  ],
  'spec §8, companies and operators': [
    [
      'OPERATOR_EMAIL_REGISTERED',
      'The operator email is already registered',
      'Barua pepe ya mhudumu tayari imesajiliwa',
    ],
  ],
  'the certificate of a company': [
    [
      'CERTIFICATE_TOO_LARGE',
      'This file is too large for a certificate. Choose the PFX file from TRA, at most 64 KB',
      'Faili hili ni kubwa mno kuwa cheti. Chagua faili la PFX kutoka TRA, lisilozidi KB 64',
    ],
    [
      'CERTIFICATE_PASSWORD_REQUIRED',
      'Enter the password of the certificate file',
      'Weka nenosiri la faili la cheti',
    ],
    [
      'CERTIFICATE_SERIAL_REQUIRED',
      'Enter the serial number of the device as TRA gave it, up to 14 letters and digits',
      'Weka namba ya mfululizo ya kifaa kama TRA ilivyoitoa, isiyozidi herufi na tarakimu 14',
    ],
    [
      'CERTIFICATE_UNREADABLE',
      'This file is not a certificate file. Choose the PFX file from TRA',
      'Faili hili si faili la cheti. Chagua faili la PFX kutoka TRA',
    ],
    [
      'CERTIFICATE_PASSWORD_WRONG',
      'This password does not open the file. Check it and try again',
      'Nenosiri hili halifungui faili. Liangalie kisha ujaribu tena',
    ],
    [
      'CERTIFICATE_KEY_MISMATCH',
      'The key in this file does not belong to its certificate. Ask TRA for the file again',
      'Ufunguo ulio kwenye faili hili si wa cheti chake. Omba TRA faili upya',
    ],
    [
      'CERTIFICATE_KEY_NOT_RSA',
      'The key in this file is not an RSA key, which TRA requires. Ask TRA for the file again',
      'Ufunguo ulio kwenye faili hili si wa RSA, ambao TRA inauhitaji. Omba TRA faili upya',
    ],
    [
      'CERTIFICATE_EXPIRED',
      'This certificate has expired. Ask TRA for a new one',
      'Cheti hiki kimeisha muda wake. Omba kipya TRA',
    ],
    ['CERTIFICATE_IN_USE', 'This certificate is in use already', 'Cheti hiki tayari kinatumika'],
    [
      'CERTIFICATE_OTHER_DEVICE',
      'The company is registered with another device. Enter the serial number of that device',
      'Kampuni imesajiliwa kwa kifaa kingine. Weka namba ya mfululizo ya kifaa hicho',
    ],
    ['CERTIFICATE_MISSING', 'Upload a certificate first', 'Pakia cheti kwanza'],
  ],
  'what is taken, closed or over': [
    ['COMPANY_TIN_REGISTERED', 'This TIN is already registered', 'TIN hii tayari imesajiliwa'],
    ['USER_USERNAME_TAKEN', 'Somebody already has this username', 'Jina hili la mtumiaji tayari linatumika'],
    [
      'POTENTIAL_CLIENT_CLOSED',
      'This request is already registered or was declined',
      'Ombi hili tayari limesajiliwa au lilikataliwa',
    ],
    [
      'PROFILE_EMAIL_LINK_EXPIRED',
      'The link is no longer valid. Enter the new email again',
      'Kiungo hiki hakitumiki tena. Weka barua pepe mpya tena',
    ],
  ],
}

/** Said by a screen itself, around a code or without one. */
const SCREENS: readonly (readonly [english: string, swahili: string])[] = [
  [
    'Registration failed! Please check and try again!',
    'Usajili haukufaulu! Tafadhali angalia na ujaribu tena!',
  ],
  ['The password was not changed. Please try again', 'Nenosiri halikubadilishwa. Tafadhali jaribu tena'],
  ['The company was not created', 'Kampuni haikuundwa'],
  [
    'Company created, but PFX file upload failed.',
    'Kampuni imeundwa, lakini kupakia faili la PFX kumeshindikana.',
  ],
  ['The operator was not created', 'Mhudumu hakusajiliwa'],
  ['The status was not changed. {reason}', 'Hali haikubadilishwa. {reason}'],
  ['The operator password was not changed. {reason}', 'Nenosiri la mhudumu halikubadilishwa. {reason}'],
]

describe.each(Object.entries(CODES))('%s, in both languages', (_, rows) => {
  it.each(rows)('%s: %s', (code, english, swahili) => {
    expect(en._(errorMessage(code))).toBe(english)
    expect(sw._(errorMessage(code))).toBe(swahili)
  })
})

describe('spec §8, what a screen says itself, in both languages', () => {
  it.each(SCREENS)('%s', (english, swahili) => {
    expect(translatorFor('en')(english)).toBe(english)
    expect(translatorFor('sw')(english)).toBe(swahili)
  })
})
