import { type MailMessages, paragraph } from './mail-messages.ts'

/** Brings the code that lets a person choose a new password (spec §5: 6 digits, 1 hour, 3 attempts). */
export const oneTimeCode: MailMessages<{
  readonly name: string
  readonly username: string
  readonly code: string
}> = {
  en: ({ name, username, code }) => ({
    subject: 'Your Risiti code',
    parts: [
      paragraph(`Hello ${name},`),
      paragraph(`Enter this code to set a new password for the user ${username}:`),
      { kind: 'code', text: code },
      paragraph('The code is valid for 1 hour and for 3 attempts. Do not give it to anyone.'),
      paragraph('If you did not ask for it, do nothing: your password stays as it is.'),
    ],
  }),
  sw: ({ name, username, code }) => ({
    subject: 'Msimbo wako wa Risiti',
    parts: [
      paragraph(`Habari ${name},`),
      paragraph(`Weka msimbo huu ili uweke nenosiri jipya la mtumiaji ${username}:`),
      { kind: 'code', text: code },
      paragraph('Msimbo unatumika kwa saa 1 na kwa majaribio 3. Usimpe mtu yeyote.'),
      paragraph('Kama hukuuomba, usifanye chochote: nenosiri lako linabaki vilevile.'),
    ],
  }),
}
