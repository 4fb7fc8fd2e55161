import { type MailMessages, paragraph } from './mail-messages.ts'

/** Reports a sign-in on a phone that the account was never used on. `phone` is the phone's own name. */
export const newPhoneLogin: MailMessages<{
  readonly name: string
  readonly phone: string
  readonly at: string
}> = {
  en: ({ name, phone, at }) => ({
    subject: 'Login on a new phone',
    parts: [
      paragraph(`Hello ${name},`),
      paragraph('Somebody logged in to your Risiti account on a phone or computer that was not used before.'),
      {
        kind: 'facts',
        rows: [
          ['Phone', phone],
          ['Time', at],
        ],
      },
      paragraph(
        'If this was not you, open Settings in Risiti, log that phone out and change your password right away.',
      ),
    ],
  }),
  sw: ({ name, phone, at }) => ({
    subject: 'Umeingia kwenye simu mpya',
    parts: [
      paragraph(`Habari ${name},`),
      paragraph(
        'Kuna mtu ameingia kwenye akaunti yako ya Risiti kwa simu au kompyuta ambayo haijatumika kabla.',
      ),
      {
        kind: 'facts',
        rows: [
          ['Simu', phone],
          ['Wakati', at],
        ],
      },
      paragraph(
        'Ikiwa si wewe, fungua Mipangilio kwenye Risiti, itoe simu hiyo kwenye akaunti na ubadilishe nenosiri lako mara moja.',
      ),
    ],
  }),
}
