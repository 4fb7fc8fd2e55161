import { describe, expect, it } from 'vitest'
import { mailStateName } from '#features/invoices/view/mail-state.ts'
import { readLanguage } from '../../../i18n/read-language.ts'

const SENTENCES = [
  [
    { state: 'bounced' },
    'This address does not accept emails. Please check the customer email',
    'Anwani hii haipokei barua pepe. Tafadhali angalia barua pepe ya mteja',
  ],
  [
    { state: 'failed', failure: 'service' },
    'Not sent: the email service could not be reached for a day. Email it again',
    'Haikutumwa: huduma ya barua pepe haikupatikana kwa siku nzima. Itume tena',
  ],
  [
    { state: 'failed', failure: 'canceled' },
    'Not sent: the invoice was canceled before',
    'Haikutumwa: ankara ilibatilishwa kabla',
  ],
  [
    { state: 'failed', failure: 'message' },
    'The email service rejected this email. Send the receipt another way, or contact us',
    'Huduma ya barua pepe imekataa barua hii. Tuma risiti kwa njia nyingine, au wasiliana nasi',
  ],
] as const

describe.each(['en', 'sw'] as const)('an email of an invoice that did not arrive (%s)', (language) => {
  it.each(SENTENCES)('%o says its own cause', async (mail, en, sw) => {
    const { speak } = await readLanguage(language)
    expect(speak._(mailStateName(mail))).toBe(language === 'en' ? en : sw)
  })
})
