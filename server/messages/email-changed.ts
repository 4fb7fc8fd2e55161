import { type MailMessages, paragraph } from './mail-messages.ts'

/**
 * Goes to the address that an account had until now: all later mails, also those about its password, go to the new one.
 * It does not name the new one, because the old one may be that of a stranger, by a typing error.
 */
export const emailChanged: MailMessages<{ readonly name: string }> = {
  en: ({ name }) => ({
    subject: 'The email of your Risiti account was changed',
    parts: [
      paragraph(`Hello ${name},`),
      paragraph(
        'The email of your Risiti account was just changed. From now on, emails about the account go to the new address.',
      ),
      paragraph(
        'If you did not ask for this, tell your company owner or contact us right away: the new address can be used to set a new password.',
      ),
    ],
  }),
  sw: ({ name }) => ({
    subject: 'Barua pepe ya akaunti yako ya Risiti imebadilishwa',
    parts: [
      paragraph(`Habari ${name},`),
      paragraph(
        'Barua pepe ya akaunti yako ya Risiti imebadilishwa sasa hivi. Kuanzia sasa, taarifa za akaunti zinatumwa kwenye barua pepe mpya.',
      ),
      paragraph(
        'Kama hukuomba hili, mjulishe mmiliki wa kampuni yako au wasiliana nasi mara moja: barua pepe mpya inaweza kutumika kuweka nenosiri jipya.',
      ),
    ],
  }),
}
