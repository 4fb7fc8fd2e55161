import { type MailMessages, paragraph } from './mail-messages.ts'

/**
 * Goes to a new address before it becomes the account's address: opening the link proves that the person
 * reads mail there.
 */
export const confirmEmail: MailMessages<{ readonly name: string; readonly url: string }> = {
  en: ({ name, url }) => ({
    subject: 'Confirm your new email',
    parts: [
      paragraph(`Hello ${name},`),
      paragraph(
        'Open this link to use this email address for your Risiti account. It is valid for 24 hours.',
      ),
      { kind: 'link', label: 'Confirm the email', url },
      paragraph('If you did not ask for this, do nothing: the account keeps its old email.'),
    ],
  }),
  sw: ({ name, url }) => ({
    subject: 'Thibitisha barua pepe yako mpya',
    parts: [
      paragraph(`Habari ${name},`),
      paragraph(
        'Fungua kiungo hiki ili kutumia barua pepe hii kwenye akaunti yako ya Risiti. Kinatumika kwa saa 24.',
      ),
      { kind: 'link', label: 'Thibitisha barua pepe', url },
      paragraph('Kama hukuomba hili, usifanye chochote: akaunti inabaki na barua pepe yake ya zamani.'),
    ],
  }),
}
